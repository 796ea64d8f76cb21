package traceglass.ingest.perf;

import java.io.IOException;

/// Source of the bytes of records.
interface RecordSource {

    /// Reads up to `length` bytes and returns their number; -1 at the end.
    int read(byte[] to, int offset, int length) throws IOException;
}
