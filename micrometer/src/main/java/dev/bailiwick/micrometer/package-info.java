/// What an embedded store tells of itself, for programs that collect their numbers with Micrometer. [BailiwickMetrics] is all there is.
@NullMarked
package dev.bailiwick.micrometer;

import org.jspecify.annotations.NullMarked;
