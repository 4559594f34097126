package dev.bailiwick.cli;

import dev.bailiwick.store.RecordedEvent;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/// An event of an account in the demo, as it is read back from the log.
///
/// @param change what it adds to the balance
/// @param balance what it says the balance is afterwards
record AccountEvent(Optional<UUID> transfer, long change, long balance) {

    /// @throws IllegalArgumentException if it is no event of the demo
    static AccountEvent of(RecordedEvent event) {
        if (!(JsonReader.read(new String(event.payload(), StandardCharsets.UTF_8)) instanceof JsonValue.Members read)) {
            throw new IllegalArgumentException("this is no event of the demo");
        }
        long balance = number(read, "balance");
        return switch (event.type()) {
            case Transfer.OPENED -> new AccountEvent(Optional.empty(), balance, balance);
            case Transfer.DEBITED -> new AccountEvent(Optional.of(transfer(read)), -number(read, "amount"), balance);
            case Transfer.CREDITED -> new AccountEvent(Optional.of(transfer(read)), number(read, "amount"), balance);
            default -> throw new IllegalArgumentException("there is no event of type " + event.type() + " in the demo");
        };
    }

    private static UUID transfer(JsonValue.Members read) {
        if (read.members().get("transfer") instanceof JsonValue.Text text) {
            return UUID.fromString(text.value());
        }
        throw new IllegalArgumentException("it has no transfer");
    }

    private static long number(JsonValue.Members read, String name) {
        if (read.members().get(name) instanceof JsonValue.Numeral numeral) {
            return Long.parseLong(numeral.source());
        }
        throw new IllegalArgumentException("it has no " + name);
    }
}
