package traceglass.ingest.gotrace;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.source.MappedInput;

/// Reads traces of version 1. They are read twice, because strings and stacks follow the events.
final class GoV1Reader {

    private final ImportContext context;
    private final int release;

    /// @param release minor number of the Go release of the format
    GoV1Reader(ImportContext context, int release) {
        this.context = context;
        this.release = release;
    }

    void read(TraceInput input, int headerLength) throws IOException {
        MappedInput.read(input, data -> read(data, headerLength));
    }

    private void read(MemorySegment data, int from) {
        GoV1Index index = new GoV1Index(context, release);
        index.read(data, from);
        new GoV1Merge(context, new GoEvents(context), index, release).write(data);
    }
}
