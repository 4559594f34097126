package dev.bailiwick.persistence;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// A function with a name, and which events it wants. Under its name every shard keeps how far it is, so the name stays the same as long as the function goes on. Immutable.
public final class Handler {
    public static final int MAX_NAME_LENGTH = 100;
    public static final int MAX_CONCURRENCY = 256;
    /// Models, and types of events, that one handler names.
    public static final int MAX_WANTED = 100;

    /// Ten attempts, within about three minutes.
    private static final RetryPolicy STANDARD_RETRY = new RetryPolicy(10, Duration.ofMillis(500),
            Duration.ofMinutes(1));
    private static final int STANDARD_CONCURRENCY = 4;

    private final String name;
    private final EventHandler code;
    private final Wanted wanted;
    private final Settings settings;

    /// Empty means all.
    record Wanted(Set<String> modelTypes, Set<String> eventTypes) {
        Wanted {
            if (modelTypes.size() > MAX_WANTED || eventTypes.size() > MAX_WANTED) {
                throw new IllegalArgumentException("a handler names at most " + MAX_WANTED
                        + " models and as many types of events: name none to get all, and look at them yourself");
            }
        }
    }

    private record Settings(boolean fromNow, boolean inTransaction, RetryPolicy retry, int concurrency) {
        Settings {
            if (concurrency < 1 || concurrency > MAX_CONCURRENCY) {
                throw new IllegalArgumentException("a handler has 1 to " + MAX_CONCURRENCY + " events at a time, not "
                        + concurrency);
            }
        }
    }

    private Handler(String name, EventHandler code, Wanted wanted, Settings settings) {
        if (name.isBlank() || name.length() > MAX_NAME_LENGTH || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the name of a handler has 1 to " + MAX_NAME_LENGTH
                    + " characters, which are not all blank and can all be seen, not '" + name + "'");
        }
        this.name = name;
        this.code = code;
        this.wanted = wanted;
        this.settings = settings;
    }

    /// Wants all events, from the first that a shard has.
    public static Handler of(String name, EventHandler code) {
        return new Handler(name, code, new Wanted(Set.of(), Set.of()),
                new Settings(false, false, STANDARD_RETRY, STANDARD_CONCURRENCY));
    }

    /// Only events of these models.
    public Handler ofModels(Class<?>... models) {
        return new Handler(name, code, new Wanted(Set.copyOf(Stream.of(models).map(Class::getSimpleName).toList()),
                wanted.eventTypes), settings);
    }

    /// Only events of these types.
    public Handler ofTypes(String... types) {
        return new Handler(name, code, new Wanted(wanted.modelTypes, Set.copyOf(List.of(types))), settings);
    }

    /// Where a shard does not know the handler yet, it begins after the events that are there.
    public Handler fromNow() {
        return with(new Settings(true, settings.inTransaction, settings.retry, settings.concurrency));
    }

    /// Each event is handled in a transaction on its own shard, which also notes that it was. What the handler writes to that shard through repositories is then written once,
    /// however often the event comes. The transaction takes as long as the handler, so let it do nothing else.
    public Handler inTransaction() {
        return with(new Settings(settings.fromNow, true, settings.retry, settings.concurrency));
    }

    /// How often an event is tried before it is parked, and how long to wait in between.
    public Handler withRetry(RetryPolicy retry) {
        return with(new Settings(settings.fromNow, settings.inTransaction, retry, settings.concurrency));
    }

    /// How many events of different models a process handles at a time, for each shard.
    public Handler withConcurrency(int concurrency) {
        return with(new Settings(settings.fromNow, settings.inTransaction, settings.retry, concurrency));
    }

    private Handler with(Settings newSettings) {
        return new Handler(name, code, wanted, newSettings);
    }

    public String name() {
        return name;
    }

    EventHandler code() {
        return code;
    }

    Wanted wanted() {
        return wanted;
    }

    boolean isFromNow() {
        return settings.fromNow;
    }

    boolean isInTransaction() {
        return settings.inTransaction;
    }

    RetryPolicy retry() {
        return settings.retry;
    }

    int concurrency() {
        return settings.concurrency;
    }
}
