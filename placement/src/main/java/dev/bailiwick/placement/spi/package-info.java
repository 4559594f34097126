/// For implementations of Bailiwick's own modules, which share it with each other and with nobody else: compact, checksummed
/// bytes for values that are saved or sent. It may change with any release; what a value's bytes are is said by the
/// format of that value.
@NullMarked
package dev.bailiwick.placement.spi;

import org.jspecify.annotations.NullMarked;
