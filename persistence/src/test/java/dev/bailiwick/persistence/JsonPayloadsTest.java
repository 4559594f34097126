package dev.bailiwick.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bailiwick.placement.Id;
import dev.bailiwick.placement.ShardIdentifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonPayloadsTest {
    private final JsonPayloads json = new JsonPayloads();

    private record Inner(String text, List<Integer> numbers) {}

    private record Everything(UUID uuid, Id<Account> id, ShardIdentifier shard, BigDecimal money, BigInteger big,
            long exact,
            long large, double fraction, boolean flag, char letter, AccountState state, Currency currency,
            Instant instant,
            LocalDate date, Duration duration, Optional<Inner> some, Optional<Inner> none,
            Map<AccountState, Integer> map,
            @Nullable String nothing) {}

    @Test
    void recordsAndTheirUsualValuesAreWrittenWithoutLosingDigits() {
        var id = new UUID(1, 2);
        var value = new Everything(id, Id.of(Account.class, id), ShardIdentifier.of(1, 2), new BigDecimal("1E+3"),
                BigInteger.TWO.pow(70), 1L << 53, (1L << 53) + 1, 0.5, true, 'x', AccountState.OPEN,
                Currency.getInstance("MXN"), Instant.EPOCH, LocalDate.EPOCH, Duration.ofSeconds(90),
                Optional.of(new Inner("a\"b\\c\n\u0001é", List.of(1, 2))), Optional.empty(),
                Map.of(AccountState.FROZEN, 3), null);

        assertThat(json.write(value)).isEqualTo("{\"uuid\":\"" + id + "\",\"id\":\"" + id + "\",\"shard\":\"1/2\","
                + "\"money\":\"1000\",\"big\":\"1180591620717411303424\",\"exact\":9007199254740992,"
                + "\"large\":\"9007199254740993\",\"fraction\":0.5,\"flag\":true,\"letter\":\"x\",\"state\":\"OPEN\","
                + "\"currency\":\"MXN\",\"instant\":\"1970-01-01T00:00:00Z\",\"date\":\"1970-01-01\",\"duration\":\"PT1M30S\","
                + "\"some\":{\"text\":\"a\\\"b\\\\c\\u000a\\u0001é\",\"numbers\":[1,2]},\"none\":null,"
                + "\"map\":{\"FROZEN\":3},\"nothing\":null}");
    }

    @Test
    void arraysAreLists() {
        assertThat(json.write(new String[]{"x", "y", null})).isEqualTo("[\"x\",\"y\",null]");
    }

    @Test
    void theLeastLongIsTooLargeForANumber() {
        assertThat(json.write(Long.MIN_VALUE)).isEqualTo("\"-9223372036854775808\"");
        assertThat(json.write(-(1L << 53))).isEqualTo("-9007199254740992");
    }

    @Test
    void halfASurrogatePairIsEscaped() {
        assertThat(json.write("\ud83d\ude00 \ud83d")).isEqualTo("\"\ud83d\ude00 \\ud83d\"");
    }

    @Test
    void whatIsNotKnownIsRefusedRatherThanGuessed() {
        assertThatIllegalArgumentException().isThrownBy(() -> json.write(new Object()))
                .withMessage("a java.lang.Object cannot be written as JSON: make it a record, or give the registry a"
                        + " PayloadWriter of your own");
        assertThat(json.write(Double.NaN)).isEqualTo("\"NaN\"");
    }

    @Test
    void whatContainsItselfIsRefused() {
        var list = new ArrayList<Object>();
        list.add(list);

        assertThatIllegalArgumentException().isThrownBy(() -> json.write(list)).withMessageContaining("32 deep");
    }
}
