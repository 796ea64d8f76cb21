/// Data sources that run in the process of the tracing service and look at this computer: the kernel's events,
/// processes, counters. Each probe is one class and one line of `BuiltInProbes`; the families live in packages of
/// their own. They know the service only as a place that takes packets.
@NullMarked
package traceglass.service.probe;

import org.jspecify.annotations.NullMarked;
