/// Data sources that run in the process of the tracing service and observe this computer: kernel events, processes,
/// counters. Each probe is a class and a line in `BuiltInProbes`; related probes are in subpackages. Probes use the
/// service only to write packets.
@NullMarked
package traceglass.service.probe;

import org.jspecify.annotations.NullMarked;
