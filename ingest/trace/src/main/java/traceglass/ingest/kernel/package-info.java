/// Meaning of kernel events independent of their format: scheduling, binder calls, memory counters, atrace markers and
/// raw events.
///
/// Input: plain values. Output: rows, through the trackers. Independent of ftrace bundles and systrace text, which both
/// use it.
package traceglass.ingest.kernel;
