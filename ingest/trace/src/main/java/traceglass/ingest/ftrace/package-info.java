/// Kernel events as Perfetto records them: bundles of one CPU each, compact scheduling, the raw events, and what each
/// family of events says of processes, states, slices and counters.
///
/// In: `FtraceEventBundle` packets. Out: rows, through the trackers. A new family of events is one class that registers
/// its handlers in [EventHandlers], and one line in [FtraceEvents].
package traceglass.ingest.ftrace;
