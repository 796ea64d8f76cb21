/// Report format of simpleperf, Android's profiler: `simpleperf report-sample --protobuf`.
package traceglass.ingest.simpleperf;
