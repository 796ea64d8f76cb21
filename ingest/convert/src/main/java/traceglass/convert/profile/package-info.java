/// Converts callstack samples and heaps to profile formats of other programs: collapsed stacks, speedscope, Firefox
/// Profiler, pprof. Input: rows of the store.
@NullMarked
package traceglass.convert.profile;

import org.jspecify.annotations.NullMarked;
