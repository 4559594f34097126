package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoutingRuleTest {
    private static final AggregateKey KEY = AggregateKey.of(1, 2, 3);

    @ParameterizedTest
    @CsvSource({"ORG_ID, 1", "AGGREGATE_TYPE_ID, 2", "AGGREGATE_ID, 3"})
    void aRulePicksItsPartOfTheKey(RoutingRule rule, long expected) {
        assertThat(rule.routingId(KEY)).isEqualTo(Ids.of(expected));
    }

    @ParameterizedTest
    @EnumSource
    void aLabelIsReadBack(RoutingRule rule) {
        assertThat(RoutingRule.parse(rule.label())).isEqualTo(rule);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aggregate_id", "AGGREGATE_ID", "aggregate-id", "Aggregate-ID"})
    void caseAndDashesDoNotMatter(String text) {
        assertThat(RoutingRule.parse(text)).isEqualTo(RoutingRule.AGGREGATE_ID);
    }

    @Test
    void anUnknownRuleIsRefusedByNamingTheKnownOnes() {
        assertThatIllegalArgumentException().isThrownBy(() -> RoutingRule.parse("tenant")).withMessage(
                "a routing rule is one of org_id, aggregate_type_id, aggregate_id, not 'tenant'");
    }
}
