package dev.bailiwick.store.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.Hash256;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The golden values were computed by another program in another language. If one changes, every stored chain breaks.
class HashChainTest {
    private static final AggregateKey KEY = new AggregateKey(UUID.fromString("01020304-0506-0708-090a-0b0c0d0e0f10"),
            UUID.fromString("11121314-1516-1718-191a-1b1c1d1e1f20"),
            UUID.fromString("fffefdfc-fbfa-f9f8-f7f6-f5f4f3f2f1f0"));
    private static final byte[] SALT = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    private static final SortedMap<String, String> NOTHING = Collections.emptySortedMap();

    /// Keys whose order as Java strings is not that of their UTF-8 bytes.
    private static final SortedMap<String, String> METADATA = new TreeMap<>(
            Map.of("\uFF5E", "fullwidth", "\uD83D\uDE00", "grin", "plain", ""));

    private static final String FIRST = "f937fff21f0dd4f83e6cf1bd05ee96fed5ce4d762a18085bda4215c7b7823ebc";
    private static final String SECOND = "32008417ce44341c025b277628547eda153e48109c6913735def285da01f7d4b";

    private final HashChain chain = new HashChain();

    private Hash256 first() {
        return chain.next(chain.genesis(KEY), KEY, 1, "Debited", NOTHING, chain.payload(SALT, payload()));
    }

    private Hash256 second() {
        return chain.next(first(), KEY, 2, "Gr\u00F6\u00DFe ge\u00E4ndert", METADATA,
                chain.payload(SALT, new byte[0]));
    }

    private static byte[] payload() {
        return "payload".getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void aChainBeginsWithTheHashOfItsKey() {
        assertThat(chain.genesis(KEY))
                .hasToString("00a1efe88296da8fde131964b08cc819e104fac5b2c563c5d7c049ccabd030c9");
    }

    @Test
    void aPayloadIsHashedBehindItsSalt() {
        assertThat(chain.payload(SALT, payload()))
                .hasToString("97053b5342a1f322b5f89f151d626b6133fd9198d66cd9a8f70be062fa280ca7");
        assertThat(chain.payload(SALT, new byte[0]))
                .hasToString("be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991");
    }

    @Test
    void anEventIsHashedWithTheOneBefore() {
        assertThat(first()).hasToString(FIRST);
    }

    @Test
    void metadataIsHashedInTheOrderOfItsKeysBytes() {
        assertThat(METADATA.keySet()).containsExactly("plain", "\uD83D\uDE00", "\uFF5E");

        assertThat(second()).hasToString(SECOND);
    }

    @Test
    void theIdOfAnEventIsTheBeginningOfItsHash() {
        assertThat(second().toUuid()).isEqualTo(UUID.fromString("32008417-ce44-841c-825b-277628547eda"));
    }

    @ParameterizedTest
    @CsvSource({"LIVE, 1, 7bc6e682ee4f99456023c1c547422a8d38b9dbc501d662bed11bac6f189a3daa",
            "DELETED_RECREATABLE, 3, c62ed8d1615f857bc0fc9841dadc314fbb14d5edbefe80eb1d7382c355f9ed64",
            "DELETED, 3, d638ef6e1904ad75491da80c9f2b753b9371e224802a890645c31d6771ea37e4"})
    void aHeadIsHashedWithItsState(AggregateState state, long firstVersion, String hash) {
        assertThat(chain.head(KEY, 2, second(), firstVersion, state)).hasToString(hash);
    }

    @Test
    void whateverDiffersBetweenTwoEventsTheirHashesDiffer() {
        var previous = chain.genesis(KEY);
        var payload = chain.payload(SALT, payload());
        var hashes = List.of(chain.next(previous, KEY, 1, "Type", METADATA, payload),
                chain.next(payload, KEY, 1, "Type", METADATA, payload),
                chain.next(previous, other(KEY), 1, "Type", METADATA, payload),
                chain.next(previous, KEY, 2, "Type", METADATA, payload),
                chain.next(previous, KEY, 1, "Typ", METADATA, payload),
                chain.next(previous, KEY, 1, "Type", NOTHING, payload),
                chain.next(previous, KEY, 1, "Type", METADATA, previous));

        assertThat(hashes).doesNotHaveDuplicates();
    }

    @Test
    void textCannotBeMovedFromOnePartToAnother() {
        var zero = Hash256.ZERO;
        var hashes = List.of(chain.next(zero, KEY, 1, "abc", metadata("d", "e"), zero),
                chain.next(zero, KEY, 1, "ab", metadata("cd", "e"), zero),
                chain.next(zero, KEY, 1, "abc", metadata("de", ""), zero),
                chain.next(zero, KEY, 1, "abc", metadata("", "de"), zero),
                chain.next(zero, KEY, 1, "abcde", NOTHING, zero),
                chain.next(zero, KEY, 1, "abc", new TreeMap<>(Map.of("d", "", "e", "")), zero));

        assertThat(hashes).doesNotHaveDuplicates();
    }

    @Test
    void whateverDiffersBetweenTwoHeadsTheirHashesDiffer() {
        var hash = chain.genesis(KEY);
        var heads = List.of(chain.head(KEY, 2, hash, 1, AggregateState.LIVE),
                chain.head(other(KEY), 2, hash, 1, AggregateState.LIVE),
                chain.head(KEY, 3, hash, 1, AggregateState.LIVE),
                chain.head(KEY, 2, Hash256.ZERO, 1, AggregateState.LIVE),
                chain.head(KEY, 2, hash, 2, AggregateState.LIVE),
                chain.head(KEY, 2, hash, 1, AggregateState.DELETED_RECREATABLE),
                chain.head(KEY, 2, hash, 1, AggregateState.DELETED));

        assertThat(heads).doesNotHaveDuplicates();
    }

    @Test
    void everyPartOfAKeyCounts() {
        var ids = new UUID[]{KEY.orgId(), KEY.aggregateTypeId(), KEY.aggregateId()};
        var hashes = new HashSet<Hash256>();
        for (var first : ids) {
            for (var second : ids) {
                for (var third : ids) {
                    hashes.add(chain.genesis(new AggregateKey(first, second, third)));
                }
            }
        }

        assertThat(hashes).hasSize(27);
    }

    @Property
    void everySingleBitOfAPayloadAndOfItsSaltCounts(@ForAll byte[] payload, @ForAll int anyBit) {
        var both = new byte[HashChain.SALT_BYTES + payload.length];
        System.arraycopy(payload, 0, both, HashChain.SALT_BYTES, payload.length);
        var before = hashOf(both);

        int bit = Math.floorMod(anyBit, both.length * 8);
        both[bit / 8] ^= (byte) (1 << bit % 8);

        assertThat(hashOf(both)).isNotEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 15, 17})
    void aSaltOfAnotherLengthIsRefusedAndLeavesNoTrace(int length) {
        assertThatIllegalArgumentException().isThrownBy(() -> chain.payload(new byte[length], new byte[0]));

        assertThat(first()).hasToString(FIRST);
    }

    private Hash256 hashOf(byte[] saltAndPayload) {
        var salt = new byte[HashChain.SALT_BYTES];
        var payload = new byte[saltAndPayload.length - salt.length];
        System.arraycopy(saltAndPayload, 0, salt, 0, salt.length);
        System.arraycopy(saltAndPayload, salt.length, payload, 0, payload.length);
        return chain.payload(salt, payload);
    }

    private static AggregateKey other(AggregateKey key) {
        return new AggregateKey(key.orgId(), key.aggregateTypeId(), key.orgId());
    }

    private static SortedMap<String, String> metadata(String key, String value) {
        return new TreeMap<>(Map.of(key, value));
    }
}
