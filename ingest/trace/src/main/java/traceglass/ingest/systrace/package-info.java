/// Kernel traces as text: output of ftrace, atrace (plain, compressed, or in systrace HTML) and `trace-cmd report`.
///
/// Input: lines. Output: kernel events with their arguments, scheduling, slices and counters, through the classes that
/// also handle the binary format.
package traceglass.ingest.systrace;
