/// `linux.perf`: samples and counters of `perf_event_open`, with callstacks that the kernel unwinds by frame pointers.
/// Reads the rings of the kernel and writes `PerfSample` packets with interned callstacks.
@NullMarked
package traceglass.service.probe.perf;

import org.jspecify.annotations.NullMarked;
