/// Import of uftrace recordings: calls of functions with their times, in a folder of files. The layout is defined in
/// `utils/data-file.c` of uftrace.
package traceglass.ingest.uftrace;
