package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/// A transfer that was decided: between which accounts, and what the writer knew of them. It makes the same request whenever and
/// wherever it is sent, so that a store recognises it under its id.
///
/// @param id also the command id
/// @param from the number of an account, as is `to`
/// @param fromState what the writer knew of the account, as `toState`
record Transfer(UUID id, int from, int to, long amount, Account fromState, Account toState) {
    static final String OPENED = "Opened";
    static final String DEBITED = "Debited";
    static final String CREDITED = "Credited";

    /// What a writer knows of an account.
    record Account(long version, long balance) {}

    AppendRequest request(List<AggregateKey> keys) {
        return AppendRequest.builder().commandId(id)
                .write(keys.get(from), ExpectedVersion.exactly(fromState.version()),
                        event(DEBITED, fromState.balance() - amount))
                .write(keys.get(to), ExpectedVersion.exactly(toState.version()),
                        event(CREDITED, toState.balance() + amount))
                .build();
    }

    /// The first event of every account.
    static NewEvent opening() {
        return NewEvent.of(OPENED, bytes(new JsonWriter().put("balance", DemoPlan.OPENING_BALANCE)));
    }

    private NewEvent event(String type, long balance) {
        return NewEvent.of(type,
                bytes(new JsonWriter().put("transfer", id.toString()).put("amount", amount).put("balance", balance)));
    }

    private static byte[] bytes(JsonWriter json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    /// As words, for the pipe between the processes of the demo.
    String toWords() {
        return id + " " + from + " " + to + " " + amount + " " + fromState.version() + " " + fromState.balance() + " "
                + toState.version() + " " + toState.balance();
    }

    /// Reads what [#toWords] wrote.
    static Transfer ofWords(String words) {
        var parts = words.split(" ", -1);
        return new Transfer(UUID.fromString(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]),
                Long.parseLong(parts[3]), new Account(Long.parseLong(parts[4]), Long.parseLong(parts[5])),
                new Account(Long.parseLong(parts[6]), Long.parseLong(parts[7])));
    }
}
