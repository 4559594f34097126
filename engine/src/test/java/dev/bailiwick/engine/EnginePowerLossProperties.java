package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.engine.SimulatedDisk.Outcome;
import dev.bailiwick.engine.SimulatedDisk.PowerLoss;
import dev.bailiwick.store.BailiwickException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import net.jqwik.api.Example;

/// A store loses nothing that it acknowledged, whenever the power goes, and what it did not acknowledge is there whole or not at
/// all. Its log is on a simulated disk; its index is on the real one, so it may be ahead of what the log has kept. More than the
/// few of a build:
///
///     mvn -pl engine -am verify -Dtest=EnginePowerLossProperties -Dbailiwick.powerLosses=2000 \
///         -Dsurefire.failIfNoSpecifiedTests=false
class EnginePowerLossProperties {
    private static final int TRIES = Integer.getInteger("bailiwick.powerLosses", 20);
    private static final int ROUNDS = 3;
    private static final int MAX_OPERATIONS = 150;

    @Example
    void whatWasAcknowledgedSurvivesPowerLossAtAnyOperation() throws IOException {
        survive(false);
    }

    /// The same while segments are written anew and payloads erased.
    @Example
    void compactionAndErasureSurvivePowerLossAtAnyOperation() throws IOException {
        survive(true);
    }

    private static void survive(boolean housekeeping) throws IOException {
        long first = System.nanoTime();
        for (int i = 0; i < TRIES; i++) {
            long seed = first + i;
            try {
                run(seed, false, housekeeping);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    /// The same as above without flushes loses something, else the test would be worth nothing.
    @Example
    void withoutFlushesTheTestFails() {
        assertThatThrownBy(() -> {
            for (long seed = 0; seed < 10; seed++) {
                run(seed, true, false);
            }
        }).isInstanceOfAny(AssertionError.class, BailiwickException.class);
    }

    private static void run(long seed, boolean withoutFlushes, boolean housekeeping) throws IOException {
        var random = new SplittableRandom(seed);
        var directory = Files.createTempDirectory("power");
        var disk = withoutFlushes ? new SimulatedDisk(random).withoutFlushes() : new SimulatedDisk(random);
        // Of its own, since the threads of the store draw from the disk's in an order that nobody knows.
        var ledger = new Ledger(new SplittableRandom(seed + 1), 8);
        if (housekeeping) {
            ledger.withHousekeeping();
        }
        try {
            for (int round = 0; round < ROUNDS; round++) {
                disk.after(1 + random.nextInt(housekeeping ? 4 * MAX_OPERATIONS : MAX_OPERATIONS), Outcome.POWER_LOSS);
                workUntilPowerLoss(disk, directory, ledger);
                disk = disk.afterPowerLoss();
            }
            try (var store = open(disk, directory)) {
                ledger.settle(store);
                ledger.check(store);
            }
        } finally {
            Sealing.delete(directory);
        }
    }

    private static void workUntilPowerLoss(SimulatedDisk disk, Path directory, Ledger ledger) {
        try (var store = open(disk, directory)) {
            ledger.settle(store);
            ledger.work(store, 100);
        } catch (PowerLoss | BailiwickException e) {
            // as ordered
        }
    }

    private static Engine open(Disk disk, Path directory) {
        return Sealing.open(disk, Sealing.options(directory).withShards(2), 4);
    }
}
