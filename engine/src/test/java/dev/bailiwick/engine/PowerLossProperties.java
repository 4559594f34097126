package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.engine.SimulatedDisk.Outcome;
import dev.bailiwick.engine.SimulatedDisk.PowerLoss;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// A log loses nothing that it committed, whenever the power goes or the disk fails. Each case is one seed.
class PowerLossProperties {

    @Property(tries = 500)
    void whatWasCommittedSurvivesPowerLossAtAnyOperation(@ForAll long seed) throws IOException {
        var random = new SplittableRandom(seed);
        var history = new LogHistory(random, new SimulatedDisk(random));
        for (int round = 0; round < 6; round++) {
            workUntil(history, random, Outcome.POWER_LOSS);
            recover(history, random);
        }
    }

    @Property(tries = 300)
    void whatWasCommittedSurvivesAFailedWriteOrFlush(@ForAll long seed) throws IOException {
        var random = new SplittableRandom(seed);
        var history = new LogHistory(random, new SimulatedDisk(random));
        for (int round = 0; round < 6; round++) {
            if (workUntil(history, random, Outcome.FAILURE)) {
                assertThatThrownBy(() -> history.log().commit()).isInstanceOf(IOException.class)
                        .hasMessageContaining("no more writes");
            }
            if (random.nextBoolean()) {
                history.reopen();
                history.run(random.nextInt(10));
            }
            history.losePowerAndReopen();
        }
    }

    /// The same as above without flushes loses something, else the test would be worth nothing.
    @Example
    void withoutFlushesTheTestFails() {
        assertThatThrownBy(() -> {
            for (long seed = 0; seed < 100; seed++) {
                var random = new SplittableRandom(seed);
                var history = new LogHistory(random, new SimulatedDisk(random).withoutFlushes());
                history.run(20);
                history.losePowerAndReopen();
            }
        }).isInstanceOfAny(AssertionError.class, IOException.class);
    }

    /// Returns whether the log failed. Where it was only the next segment that could not be made, it did not.
    private static boolean workUntil(LogHistory history, RandomGenerator random, Outcome outcome) throws IOException {
        history.disk().after(1 + random.nextInt(40), outcome);
        try {
            history.run(200);
            assertThat(outcome).isEqualTo(Outcome.FAILURE);
            return false;
        } catch (PowerLoss e) {
            assertThat(outcome).isEqualTo(Outcome.POWER_LOSS);
        } catch (NoRoomException e) {
            assertThat(outcome).isEqualTo(Outcome.FAILURE);
            history.discardLast();
            return false;
        } catch (IOException e) {
            assertThat(outcome).isEqualTo(Outcome.FAILURE);
        }
        return true;
    }

    /// Recovering may itself be cut short, any number of times.
    private static void recover(LogHistory history, RandomGenerator random) throws IOException {
        while (random.nextInt(3) == 0) {
            history.disk().after(1 + random.nextInt(4), Outcome.POWER_LOSS);
            try {
                history.reopen();
                history.disk().after(Long.MAX_VALUE, Outcome.POWER_LOSS);
                return;
            } catch (PowerLoss e) {
                history.disk().after(Long.MAX_VALUE, Outcome.POWER_LOSS);
            }
        }
        history.losePowerAndReopen();
    }
}
