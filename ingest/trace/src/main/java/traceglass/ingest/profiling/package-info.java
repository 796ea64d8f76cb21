/// Parsers for profiler packets in Perfetto traces: samples with callstacks, and symbols of their frames.
///
/// Input: packets. Output: rows of the `profiler_*` and `stack_profile_*` tables. Callstacks are handled in
/// `traceglass.ingest.tracker.stack`, interned callstacks in `traceglass.ingest.perfetto.packet`.
package traceglass.ingest.profiling;
