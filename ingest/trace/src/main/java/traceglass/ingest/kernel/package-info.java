/// Meaning of kernel events independent of their format: scheduling, binder calls, memory counters, atrace markers and
/// raw events.
///
/// Input: plain values. Output: rows, through the trackers. Does not depend on the importers of ftrace bundles and
/// systrace text, which both use this package.
package traceglass.ingest.kernel;
