/// Measurements, run by hand.
///
/// Two kinds live here. Single operations are measured with JMH: the classes that end in `Benchmark`, run by
/// `benchmarks/run`. Whole systems are measured by `./bailiwick bench`, which begins at [Bench]: a [Section] each measures one
/// thing and fills a [Sheet]; whatever it measures runs as a [Task] in a [Worker], a JVM of its own, so that what one
/// measurement leaves behind does not disturb the next. A worker answers in lines ([TaskOutput], [Measurements]).
///
/// `docs/performance.md` says how to run both and what each line means.
@NullMarked
package dev.bailiwick.benchmarks;

import org.jspecify.annotations.NullMarked;
