/// The text that `strace -f -ttt` writes: system calls with their arguments and results.
///
/// In: lines. Out: slices of the threads that called.
package traceglass.ingest.strace;
