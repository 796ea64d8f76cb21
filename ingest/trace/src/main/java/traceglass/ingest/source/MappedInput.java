package traceglass.ingest.source;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import traceglass.ingest.TraceInput;
import traceglass.store.database.TemporaryFiles;

/// Random access to the rest of an input, for formats with forward and backward references: held in memory if it is
/// small, otherwise in a memory-mapped temporary file.
public final class MappedInput {

    private static final int MAX_BYTES_IN_MEMORY = 16 << 20;

    private MappedInput() {}

    /// Passes the bytes to a reader; they are valid only during the call.
    public static void read(TraceInput input, Consumer<MemorySegment> reader) throws IOException {
        byte[] first = input.asStream().readNBytes(MAX_BYTES_IN_MEMORY);
        if (first.length < MAX_BYTES_IN_MEMORY) {
            reader.accept(MemorySegment.ofArray(first));
            return;
        }
        Path file = TemporaryFiles.file("input", ".input");
        try {
            try (OutputStream out = Files.newOutputStream(file)) {
                out.write(first);
                first = null;
                input.asStream().transferTo(out);
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                    Arena arena = Arena.ofConfined()) {
                reader.accept(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
