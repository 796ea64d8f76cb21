package traceglass.app.cli.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import traceglass.app.io.Failure;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.StreamStart;
import traceglass.store.database.ReadingOptions;
import traceglass.store.database.TemporaryFiles;

/// A copy of a stream in a temporary file, because the import reads a trace more than once.
public final class StreamedTrace implements AutoCloseable {

    /// Free space that is kept for the database of the trace, and for other programs.
    private static final long RESERVED_BYTES = 1L << 30;

    /// The free space is checked each time this many bytes have been copied.
    private static final long CHECK_INTERVAL_BYTES = 16L << 20;

    private final Path folder;
    private final Path file;
    private final Thread hook;

    private StreamedTrace(Path folder, String name) {
        this.folder = folder;
        file = folder.resolve(name);
        hook = new Thread(this::delete, "remove the copy of a stream");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// Opens a stream. Opening a pipe blocks until it has a writer.
    public interface Source {
        InputStream open() throws IOException;
    }

    /// Copies a stream. While it waits for data, it prints a message to standard error.
    ///
    /// @param name name of the stream, for messages and as the name of the copy
    /// @throws Failure if the stream is too long, or its first bytes are not of a trace in a supported format
    public static StreamedTrace copy(Source source, String name, ReadingOptions reading) throws IOException, Failure {
        return copy(source, name, reading, null);
    }

    /// @param free returns the free space of the temporary folder in bytes; null to ask the system
    static StreamedTrace copy(Source source, String name, ReadingOptions reading, @Nullable LongSupplier free)
            throws IOException, Failure {
        SlowOperationNotice note = SlowOperationNotice.start(StreamTexts.waiting(name));
        try (InputStream in = source.open()) {
            byte[] start = firstBytes(in, note);
            if (start.length == StreamStart.BYTES) {
                StreamStart.check(start, fileName(name), reading);
            }
            StreamedTrace copy = new StreamedTrace(TemporaryFiles.folder("stream"), fileName(name));
            try {
                copy.fill(start, in, name, free == null ? copy::usableSpace : free);
                return copy;
            } catch (IOException | Failure | RuntimeException e) {
                copy.close();
                throw e;
            }
        } catch (TraceProblem e) {
            throw new Failure(e.getMessage(), e);
        } finally {
            note.cancel();
        }
    }

    private static byte[] firstBytes(InputStream in, SlowOperationNotice note) throws IOException {
        byte[] firstByte = in.readNBytes(1);
        note.cancel();
        byte[] rest = in.readNBytes(StreamStart.BYTES - firstByte.length);
        byte[] start = new byte[firstByte.length + rest.length];
        System.arraycopy(firstByte, 0, start, 0, firstByte.length);
        System.arraycopy(rest, 0, start, firstByte.length, rest.length);
        return start;
    }

    private void fill(byte[] start, InputStream in, String name, LongSupplier free) throws IOException, Failure {
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(start);
            byte[] buffer = new byte[1 << 16];
            long bytes = start.length;
            long next = bytes;
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (bytes >= next) {
                    long freeBytes = free.getAsLong();
                    if (freeBytes < RESERVED_BYTES) {
                        throw new Failure(
                                StreamTexts.tooLong(name, bytes, String.valueOf(folder.getParent()), freeBytes));
                    }
                    next = bytes + CHECK_INTERVAL_BYTES;
                }
                out.write(buffer, 0, n);
                bytes += n;
            }
        }
    }

    private long usableSpace() {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            // Unknown; writing fails when there is no space left.
            return Long.MAX_VALUE;
        }
    }

    private static String fileName(String name) {
        return String.valueOf(Path.of(name).getFileName());
    }

    /// Returns the copy. It has the name of the stream, which appears in messages.
    public Path file() {
        return file;
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends.
        }
    }

    private void delete() {
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // The next start of the program removes the folder.
        }
    }
}
