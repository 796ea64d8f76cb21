/// Files of the kernel's profiler as written by `perf record` and `simpleperf record`: samples with callstacks and
/// event counts, memory mappings, thread names, context switches and tracepoints.
package traceglass.ingest.perf;
