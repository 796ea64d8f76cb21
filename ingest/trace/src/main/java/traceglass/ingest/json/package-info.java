/// Streaming importer for Chrome's JSON trace format (the "Trace Event Format") as written by Chromium, Node, Bazel,
/// Flutter, PyTorch, clang and many others.
///
/// Input: bytes. Output: slices, counters, flows, instants and names, through the trackers. Events are interpreted by
/// the rules of Perfetto's trace processor.
package traceglass.ingest.json;
