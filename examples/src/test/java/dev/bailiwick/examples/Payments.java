package dev.bailiwick.examples;

import java.math.BigDecimal;
import java.util.UUID;

/// Somebody elsewhere who takes money.
interface Payments {
    /// Takes the money, once for each key, however often it is asked.
    ///
    /// @return whether it was paid; the same answer each time
    boolean take(UUID key, BigDecimal amount);
}
