package dev.bailiwick.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// What a test says about a value that is refused.
final class Refusals {
    private Refusals() {
    }

    static void exceeds(String limit, long actual, long maximum, ThrowingCallable call) {
        assertThatExceptionOfType(LimitExceededException.class).isThrownBy(call).satisfies(refusal -> {
            assertThat(refusal.limit()).isEqualTo(limit);
            assertThat(refusal.actual()).isEqualTo(actual);
            assertThat(refusal.maximum()).isEqualTo(maximum);
        });
    }

    static void invalid(String field, ThrowingCallable call) {
        assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(call)
                .satisfies(refusal -> assertThat(refusal.field()).isEqualTo(field));
    }
}
