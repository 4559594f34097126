package dev.bailiwick.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.store.PermissionDeniedException;
import dev.bailiwick.store.ServerFaultException;
import dev.bailiwick.store.ServerUnavailableException;
import dev.bailiwick.store.UnauthenticatedException;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RefusalsTest {
    private final Refusals refusals = new Refusals(ServerAddress.parse("db.example:7411"));

    @ParameterizedTest
    @EnumSource(Status.Code.class)
    void aBrokenLinePassesWhateverStatusItIsReportedWith(Status.Code code) {
        for (var cause : new IOException[]{new ClosedChannelException(), new IOException("reset by peer")}) {
            var refusal = refusals.of(code.toStatus().withDescription("channel closed").withCause(cause), null);

            assertThat(refusal.error()).isInstanceOf(ServerUnavailableException.class)
                    .hasMessageContaining("db.example:7411").hasMessageNotContaining("null");
            assertThat(refusal.passes()).isTrue();
            assertThat(refusal.fromServer()).isFalse();
        }
    }

    @Test
    void anUnknownFailureOfTheServerDoesNotPass() {
        var refusal = refusals.of(Status.UNKNOWN.withDescription("boom"), new Metadata());

        assertThat(refusal.error()).isInstanceOf(ServerFaultException.class).hasMessageContaining("UNKNOWN boom");
        assertThat(refusal.passes()).isFalse();
    }

    @Test
    void whatSomebodyInBetweenAnswersIsToldByItsStatus() {
        assertThat(refusals.of(Status.UNAUTHENTICATED, null).error()).isInstanceOf(UnauthenticatedException.class);
        assertThat(refusals.of(Status.PERMISSION_DENIED, null).error()).isInstanceOf(PermissionDeniedException.class);
        assertThat(refusals.of(Status.UNAVAILABLE, null).passes()).isTrue();
        assertThat(refusals.of(Status.UNIMPLEMENTED, null).error()).isInstanceOf(ServerFaultException.class);
    }
}
