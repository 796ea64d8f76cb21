package traceglass.ingest.gotrace;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;

/// Reads traces of version 1, whose strings and stacks follow the events, so that they are read twice.
final class GoV1Reader {

    /// Traces up to this size are kept in memory, larger ones in a temporary file.
    private static final int IN_MEMORY = 16 << 20;

    private final ImportContext context;
    private final int release;

    /// @param release minor number of the Go release of the format
    GoV1Reader(ImportContext context, int release) {
        this.context = context;
        this.release = release;
    }

    void read(TraceInput input, int headerLength) throws IOException {
        byte[] first = input.asStream().readNBytes(IN_MEMORY);
        if (first.length < IN_MEMORY) {
            read(MemorySegment.ofArray(first), headerLength);
            return;
        }
        Path file = Files.createTempFile("traceglass-", ".gotrace");
        try {
            try (OutputStream out = Files.newOutputStream(file)) {
                out.write(first);
                first = null;
                input.asStream().transferTo(out);
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                    Arena arena = Arena.ofConfined()) {
                read(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena), headerLength);
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private void read(MemorySegment data, int from) {
        GoV1Index index = new GoV1Index(context, release);
        index.read(data, from);
        new GoV1Merge(context, new GoEvents(context), index, release).write(data);
    }
}
