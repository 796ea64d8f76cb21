/// Fuchsia's binary trace format (FXT), which OCaml, magic-trace, Go libraries and other tools also write.
///
/// Input: records of 8-byte words. Output: slices, counters, flows, scheduling and log lines.
package traceglass.ingest.fuchsia;
