/// Kernel events as recorded by Perfetto: bundles of one CPU each, compact scheduling events, events with a timestamp
/// in their payload, events described in the trace, and the raw row of each event.
///
/// Input: `FtraceEventBundle` packets, or records of other formats (`RecordedEvents`). Output: raw rows; everything
/// else goes through the handlers in `traceglass.ingest.ftrace.family`.
package traceglass.ingest.ftrace;
