/// Kernel events of Windows (ETW), as Perfetto's packets carry them: scheduling, memory, file and disk access.
///
/// In: `EtwTraceEventBundle` packets. Out: scheduling slices, thread states, counters, and slices of file and disk
/// access.
package traceglass.ingest.etw;
