/// Callstack samples and heaps as profiles of other programs: collapsed stacks, speedscope, Firefox Profiler, pprof.
/// Input: rows of the store; no window.
@NullMarked
package traceglass.convert.profile;

import org.jspecify.annotations.NullMarked;
