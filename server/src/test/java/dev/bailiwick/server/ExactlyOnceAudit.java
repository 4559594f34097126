package dev.bailiwick.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.store.Commit;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.VerifyRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// What [StubbornWriter]s said, and whether a store agrees.
final class ExactlyOnceAudit {
    private final Map<String, Set<String>> acknowledged = new HashMap<>();
    private final Map<String, Set<String>> unknown = new HashMap<>();
    private final Set<String> refused = new HashSet<>();

    /// Tells whether the line is about an acknowledged append.
    boolean note(String line) {
        var words = line.split(" ", -1);
        switch (words[0]) {
            case "A" -> assertThat(acknowledged.put(words[1], rest(words))).as("%s again", line).isNull();
            case "U" -> unknown.put(words[1], rest(words));
            case "R" -> refused.add(words[1]);
            default -> throw new AssertionError("a writer said: " + line);
        }
        return words[0].equals("A");
    }

    private static Set<String> rest(String[] words) {
        return new TreeSet<>(List.of(words).subList(2, words.length));
    }

    @Override
    public String toString() {
        return acknowledged.size() + " acknowledged, " + refused.size() + " refused, " + unknown.size() + " unknown";
    }

    void check(EventStore store, String when) {
        var report = store.verify(VerifyRequest.everything());
        assertThat(report.problems()).as(when).isEmpty();
        long commits = report.digests().values().stream().mapToLong(digest -> digest.sequence()).sum();
        var feed = feed(store, Math.toIntExact(commits), when);
        var streams = new HashMap<String, List<String>>();
        for (var key : feed.stream().map(RecordedEvent::key).distinct().toList()) {
            var events = stream(store, ReadRequest.of(key));
            for (int i = 0; i < events.size(); i++) {
                assertThat(events.get(i).version()).as("%s: %s", when, key).isEqualTo(i + 1);
            }
            assertThat(events).as("%s: feed and stream of %s", when, key)
                    .isEqualTo(feed.stream().filter(event -> event.key().equals(key)).toList());
            events.forEach(event -> streams.computeIfAbsent(new String(event.payload(), UTF_8),
                    id -> new ArrayList<>()).add(place(event)));
        }
        assertThat(report.events()).as("%s: events that are in no feed", when).isEqualTo(feed.size());
        compare(streams, when);
    }

    private void compare(Map<String, List<String>> streams, String when) {
        acknowledged.forEach((id, places) -> assertThat(streams.getOrDefault(id, List.of()))
                .as("%s: the acknowledged append %s", when, id).containsExactlyInAnyOrderElementsOf(places));
        refused.forEach(id -> assertThat(streams).as("%s: the refused append %s", when, id).doesNotContainKey(id));
        unknown.forEach((id, keys) -> {
            if (streams.containsKey(id)) {
                assertThat(streams.get(id).stream().map(place -> place.substring(0, place.indexOf('@'))).toList())
                        .as("%s: the append %s of unknown outcome", when, id)
                        .containsExactlyInAnyOrderElementsOf(keys);
            }
        });
        assertThat(streams.keySet()).as("%s: appends that nobody sent", when)
                .allMatch(id -> acknowledged.containsKey(id) || unknown.containsKey(id));
    }

    private static String place(RecordedEvent event) {
        return StubbornWriter.name(event.key()) + "@" + event.version();
    }

    private static List<RecordedEvent> stream(EventStore store, ReadRequest first) {
        var events = new ArrayList<RecordedEvent>();
        for (var next = Optional.of(first); next.isPresent();) {
            var page = store.read(next.get());
            events.addAll(page.events());
            next = page.next();
        }
        return events;
    }

    /// All events of the feed; those of an aggregate are in one partition, and so in order.
    private static List<RecordedEvent> feed(EventStore store, int commits, String when) {
        var seen = new ArrayList<Commit>();
        var all = new CountDownLatch(commits);
        try (var subscription = store.subscribe(SubscribeRequest.from(FeedPosition.start()), batch -> {
            seen.addAll(batch.commits());
            batch.commits().forEach(commit -> all.countDown());
        })) {
            assertThat(all.await(60, TimeUnit.SECONDS)).as("%s: the whole feed", when).isTrue();
            assertThat(subscription.end()).isNotDone();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(seen).hasSize(commits);
        assertThat(seen.stream().collect(Collectors.groupingBy(Commit::partition))).allSatisfy((partition, its) -> {
            for (int i = 0; i < its.size(); i++) {
                assertThat(its.get(i).sequence()).as("%s: partition %d", when, partition).isEqualTo(i + 1);
            }
        });
        return seen.stream().flatMap(commit -> commit.events().stream()).toList();
    }
}
