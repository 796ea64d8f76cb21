/// The state that turns events into rows: tracks, slices, counters, arg sets, processes and threads, scheduling,
/// clocks, flows, statistics. Each tracker owns one concern, knows no format, and writes to the tables of one
/// `TraceStorage`.
package traceglass.ingest.tracker;
