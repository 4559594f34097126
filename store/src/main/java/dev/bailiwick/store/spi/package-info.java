/// What implementations of the store share with each other and with nobody else: the hash chain and fingerprints of requests,
/// whose bytes are described in `docs/integrity.md`, and the content of feed positions.
@NullMarked
package dev.bailiwick.store.spi;

import org.jspecify.annotations.NullMarked;
