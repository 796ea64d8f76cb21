/// Import of flame graphs as they are drawn: the pictures of FlameGraph and inferno, and pages of async-profiler.
@NullMarked
package traceglass.ingest.flamegraph;

import org.jspecify.annotations.NullMarked;
