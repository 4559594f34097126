package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The ids of names were computed by another implementation of version-5 UUIDs.
@Domain(PlacementDomain.class)
@Domain(DomainContext.Global.class)
class IdsTest {
    private static final UUID DNS_NAMESPACE = UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");

    @Test
    void theNamespaceIsTheVersion5IdOfBailiwickDev() {
        var hash = Ids.sha1(DNS_NAMESPACE, Ids.checkedName("bailiwick.dev"));

        assertThat(Ids.NAMESPACE).isEqualTo(Ids.nameBased(hash, 5));
    }

    @ParameterizedTest
    @CsvSource({"Acme, 346213c9-be9d-5309-8ade-60e13478fcca", "order-4821, d4c98d7a-3248-5f74-94a6-022b2231d7ca",
            "žluťoučký kůň, 3d89a178-69cf-5b28-9c9f-39fbee65a453", "1000, a1e7192e-b5e2-571b-875a-784e8252e41d"})
    void aNameIsAVersion5Uuid(String name, UUID expected) {
        assertThat(Ids.named(name)).isEqualTo(expected);
        assertThat(Ids.named(name).version()).isEqualTo(5);
        assertThat(Ids.named(name).variant()).isEqualTo(2);
    }

    @Property
    void aNumberIsAnIdOfThatValue(@ForAll @LongRange(max = Long.MAX_VALUE) long number) {
        assertThat(Ids.of(number)).isEqualTo(new UUID(0, number));
    }

    @Test
    void aNegativeNumberIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Ids.of(-1))
                .withMessage("an id number is 0 or more, not -1");
    }

    @Property
    void aWrittenUuidIsReadAsItself(@ForAll UUID id) {
        assertThat(Ids.parse(id.toString())).isEqualTo(id);
        assertThat(Ids.parse(id.toString().toUpperCase(Locale.ROOT))).isEqualTo(id);
    }

    @Property
    void aWrittenNumberIsReadAsThatNumber(@ForAll @LongRange(max = Long.MAX_VALUE) long number) {
        assertThat(Ids.parse(Long.toString(number))).isEqualTo(Ids.of(number));
    }

    @ParameterizedTest
    @ValueSource(strings = {"order-4821", "-1", "1.5", "1000 ", "0x10", "3f2504e0-4f89-41d3-9a0c-0305e82c330",
            "3f2504e0-4f89-41d3-9a0c-0305e82c33011", "3f2504e04f8941d39a0c0305e82c3301", "٣",
            "3f2504e0-4f89-41d3-9a0c-0305e82c330٣", "3f2504e0-4f89-41d3-9a0c-0305e82c330g",
            "3f2504e0-4f89-41d3-9a0c_0305e82c3301"})
    void everythingElseIsReadAsAName(String text) {
        assertThat(Ids.parse(text)).isEqualTo(Ids.named(text));
    }

    @Test
    void aNumberBeyond63BitsIsRefusedWithAWayOut() {
        assertThatIllegalArgumentException().isThrownBy(() -> Ids.parse("9223372036854775808")).withMessage(
                "the number 9223372036854775808 is larger than 9223372036854775807; write a larger id as a UUID");
    }

    @Test
    void anEmptyNameIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Ids.named(""))
                .withMessage("a name is 1 to 1024 UTF-8 bytes long, not 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Ids.parse(""))
                .withMessageStartingWith("a name is 1 to 1024 UTF-8 bytes long");
    }

    @Test
    void aNameIsMeasuredInUtf8Bytes() {
        var longest = "ě".repeat(512);

        assertThat(Ids.named(longest).version()).isEqualTo(5);
        assertThatIllegalArgumentException().isThrownBy(() -> Ids.named(longest + "x"))
                .withMessage("a name is 1 to 1024 UTF-8 bytes long, not 1025");
    }

    @Test
    void aNameWithHalfASurrogatePairIsRefusedRatherThanTakenForAQuestionMark() {
        assertThatIllegalArgumentException().isThrownBy(() -> Ids.named("order-\uD83D"))
                .withMessageStartingWith("a name is valid Unicode");
    }
}
