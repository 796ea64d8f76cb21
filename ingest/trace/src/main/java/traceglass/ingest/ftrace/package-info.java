/// Kernel events as Perfetto records them: bundles of one CPU each, compact scheduling, events that come with another
/// time than their own, events that the trace itself describes, and the raw row of each event.
///
/// In: `FtraceEventBundle` packets. Out: raw rows here, all else through the handlers of
/// `traceglass.ingest.ftrace.family`.
package traceglass.ingest.ftrace;
