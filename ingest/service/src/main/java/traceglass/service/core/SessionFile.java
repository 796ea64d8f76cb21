package traceglass.service.core;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import traceglass.sdk.posix.Descriptor;

/// File into which the service writes a session. It is a valid trace at each packet boundary.
final class SessionFile implements Closeable {

    private static final int COPY_BYTES = 1 << 20;

    private final Descriptor file;
    private final long limit;
    private long written;

    /// @param limit largest size in bytes, 0 for none
    SessionFile(Descriptor file, long limit) {
        this.file = file;
        this.limit = limit;
    }

    /// Appends packets.
    ///
    /// @return false if the next packet would exceed the limit
    boolean append(List<byte[]> packets) throws IOException {
        for (byte[] packet : packets) {
            byte[] framed = SessionReader.framed(packet);
            if (limit != 0 && Long.compareUnsigned(written + framed.length, limit) > 0) {
                return false;
            }
            file.write(framed, 0, framed.length);
            written += framed.length;
        }
        return true;
    }

    /// Copies what was written so far to another file.
    void copyTo(SessionFile other) throws IOException {
        long size = written;
        for (long at = 0; at < size; at += COPY_BYTES) {
            byte[] bytes = file.readAt(at, (int) Math.min(COPY_BYTES, size - at));
            other.file.write(bytes, 0, bytes.length);
            other.written += bytes.length;
        }
    }

    void sync() throws IOException {
        file.sync();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
