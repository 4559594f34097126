package dev.bailiwick.persistence;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Puts a repository into the index that [RepositoryRegistry#indexed] reads, or marks it for a container.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface BailiwickRepository {
}
