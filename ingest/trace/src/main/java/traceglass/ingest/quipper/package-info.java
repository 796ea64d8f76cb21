/// Import of recordings of `perf` that quipper, the reader of ChromeOS and of perf_data_converter, has converted to
/// protobuf.
///
/// Input: a message `PerfDataProto`. Output: the records of perf.data that it describes, which the importer of
/// perf.data reads.
@NullMarked
package traceglass.ingest.quipper;

import org.jspecify.annotations.NullMarked;
