package traceglass.ingest.tracedat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import traceglass.store.database.TemporaryFiles;

/// Bytes with random access, in an array or, if there are many, in a temporary file.
final class SpooledBytes implements AutoCloseable {

    private static final int MAX_BYTES_IN_MEMORY = 32 << 20;

    private final byte[] array;
    private final FileChannel file;
    private final long size;

    private SpooledBytes(byte[] array, FileChannel file, long size) {
        this.array = array;
        this.file = file;
        this.size = size;
    }

    static SpooledBytes of(byte[] array) {
        return new SpooledBytes(array, null, array.length);
    }

    /// Reads the whole stream.
    static SpooledBytes read(InputStream in) throws IOException {
        byte[] first = in.readNBytes(MAX_BYTES_IN_MEMORY);
        if (first.length < MAX_BYTES_IN_MEMORY) {
            return of(first);
        }
        Path path = TemporaryFiles.file("spool", ".spool");
        FileChannel file = FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        try {
            file.write(ByteBuffer.wrap(first));
            in.transferTo(Channels.newOutputStream(file));
            return new SpooledBytes(null, file, file.size());
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    long size() {
        return size;
    }

    /// Returns `length` bytes, or fewer at the end.
    byte[] get(long position, int length) throws IOException {
        int n = (int) Math.max(0, Math.min(length, size - position));
        byte[] copy = new byte[n];
        if (n == 0) {
            return copy;
        }
        if (array != null) {
            System.arraycopy(array, (int) position, copy, 0, n);
            return copy;
        }
        ByteBuffer to = ByteBuffer.wrap(copy);
        while (to.hasRemaining() && file.read(to, position + to.position()) >= 0) {
            continue;
        }
        return copy;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
