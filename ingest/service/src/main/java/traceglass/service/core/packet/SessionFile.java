package traceglass.service.core.packet;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.sdk.posix.Descriptor;

/// File to which the service writes a session. It is a valid trace at every packet boundary.
public final class SessionFile implements Closeable {

    private static final int COPY_BYTES = 1 << 20;

    private final Descriptor file;
    private final long limit;
    private long written;

    /// @param limit largest size in bytes, 0 for no limit
    public SessionFile(Descriptor file, long limit) {
        this.file = file;
        this.limit = limit;
    }

    /// Appends packets. If the disk is full, the complete packets that fit are kept.
    ///
    /// @return false if the next packet would exceed the limit
    public boolean append(List<byte[]> packets) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Integer> ends = new ArrayList<>();
        boolean fits = true;
        for (byte[] packet : packets) {
            byte[] framed = PacketCompressor.framed(packet);
            long size = written + bytes.size() + framed.length;
            if (limit != 0 && Long.compareUnsigned(size, limit) > 0) {
                fits = false;
                break;
            }
            bytes.writeBytes(framed);
            ends.add(bytes.size());
        }
        write(bytes.toByteArray(), ends);
        written += bytes.size();
        return fits;
    }

    private void write(byte[] bytes, List<Integer> ends) throws IOException {
        long before = position();
        try {
            file.write(bytes, 0, bytes.length);
        } catch (IOException e) {
            long done = before < 0 ? 0 : position() - before;
            long total = ends.stream()
                    .filter(end -> end <= done)
                    .mapToInt(end -> end)
                    .max()
                    .orElse(0);
            if (done > total) {
                truncate(before + total);
            }
            throw e;
        }
    }

    /// Returns the file offset of the next packet, or -1 if the file is not seekable, such as a pipe.
    private long position() {
        try {
            return file.position();
        } catch (IOException e) {
            return -1;
        }
    }

    private void truncate(long size) {
        try {
            file.truncate(size);
        } catch (IOException e) {
            // The file ends within a packet; readers ignore an incomplete last packet.
        }
    }

    /// Copies the data written so far to another file.
    public void copyTo(SessionFile other) throws IOException {
        long size = written;
        for (long offset = 0; offset < size; offset += COPY_BYTES) {
            byte[] bytes = file.readAt(offset, (int) Math.min(COPY_BYTES, size - offset));
            other.file.write(bytes, 0, bytes.length);
            other.written += bytes.length;
        }
    }

    /// Writes the data to the storage device.
    public void sync() throws IOException {
        file.sync();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
