/// Reads what profilers write into Perfetto traces: samples with callstacks, and the symbols of their frames.
///
/// In: packets. Out: rows of the `profiler_*` and `stack_profile_*` tables. Callstacks themselves are in
/// `traceglass.ingest.tracker.stack`, and those of interned data in `traceglass.ingest.perfetto.packet`.
package traceglass.ingest.profiling;
