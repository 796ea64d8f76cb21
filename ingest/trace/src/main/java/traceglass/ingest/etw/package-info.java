/// Windows kernel events (ETW) in Perfetto packets: scheduling, memory, file and disk access.
///
/// Input: `EtwTraceEventBundle` packets. Output: scheduling slices, thread states, counters, and slices of file and
/// disk access.
package traceglass.ingest.etw;
