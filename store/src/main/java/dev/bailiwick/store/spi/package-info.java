/// What implementations of the store share with each other and with nobody else: the hash chain, fingerprints of requests and
/// the content of feed positions. The bytes are described in `docs/integrity.md`.
@NullMarked
package dev.bailiwick.store.spi;

import org.jspecify.annotations.NullMarked;
