/// Recordings of `trace-cmd` (`trace.dat`, versions 6 and 7).
///
/// Input: descriptions of events and the pages of the kernel's ring buffers. Output: kernel events with what they mean
/// for threads and CPUs.
package traceglass.ingest.tracedat;
