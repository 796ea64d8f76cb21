/// Kernel traces as text: what ftrace prints, atrace collects (plain, compressed, or in systrace's HTML) and `trace-cmd
/// report` writes.
///
/// In: lines. Out: scheduling, slices and counters through the same classes that read the binary form.
package traceglass.ingest.systrace;
