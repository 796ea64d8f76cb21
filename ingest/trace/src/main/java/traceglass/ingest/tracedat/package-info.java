/// Recordings of `trace-cmd` (`trace.dat`, versions 6 and 7).
///
/// Input: event formats and pages of the kernel's ring buffers. Output: kernel events, and the thread and CPU state
/// derived from them.
package traceglass.ingest.tracedat;
