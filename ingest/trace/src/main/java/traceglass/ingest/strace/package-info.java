/// Output of `strace`: system calls with their arguments and results.
///
/// Input: lines. Output: slices of the calling threads.
package traceglass.ingest.strace;
