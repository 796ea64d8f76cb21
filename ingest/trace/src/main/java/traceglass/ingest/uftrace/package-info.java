/// Import of uftrace recordings: calls of functions with their times, in a folder of files. The layout is that of
/// uftrace's file `utils/data-file.c`.
package traceglass.ingest.uftrace;
