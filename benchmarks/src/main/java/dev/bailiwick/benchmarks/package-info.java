/// Measurements of single operations, with JMH. `benchmarks/run` builds and runs them; `docs/performance.md` has results.
@NullMarked
package dev.bailiwick.benchmarks;

import org.jspecify.annotations.NullMarked;
