/// Reads what profilers write into Perfetto traces: samples with callstacks, and the symbols of their frames.
///
/// In: packets. Out: rows of the `profiler_*` and `stack_profile_*` tables. Callstacks themselves are in
/// `traceglass.ingest.tracker` and [traceglass.ingest.perfetto.InternedStacks].
package traceglass.ingest.profiling;
