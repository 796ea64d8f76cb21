/// Chrome's JSON trace format (the "Trace Event Format"), as Chromium, Node, Bazel, Flutter, PyTorch, clang and many
/// others write it, read as a stream.
///
/// In: bytes. Out: slices, counters, flows, instants and names through the trackers. The rules of what becomes of an
/// event are those of Perfetto's trace processor.
package traceglass.ingest.json;
