/// What kernel events mean, whichever format brings them: scheduling, binder calls, memory counters, the lines that
/// programs write with atrace, and raw events.
///
/// In: plain values. Out: rows, through the trackers. Knows neither ftrace's bundles nor the text of systrace; both use
/// it.
package traceglass.ingest.kernel;
