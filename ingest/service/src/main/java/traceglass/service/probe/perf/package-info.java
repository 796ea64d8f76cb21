/// The data source `linux.perf`: samples and counters of `perf_event_open`, with callstacks that the kernel unwinds
/// with frame pointers. Reads the kernel's ring buffers and writes `PerfSample` packets with interned callstacks.
@NullMarked
package traceglass.service.probe.perf;

import org.jspecify.annotations.NullMarked;
