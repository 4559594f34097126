package dev.bailiwick.persistence;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Generates the builder of a [Model] or [Entity] at compile time, in the same package: for `Wallet` it is `WalletBuilder`, it begins with
/// `WalletBuilder.wallet()`, and has a method for each public final field. The class has a constructor that takes it.
///
/// The processor is in `bailiwick-persistence-processor`.
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
public @interface AutoBuilder {
}
