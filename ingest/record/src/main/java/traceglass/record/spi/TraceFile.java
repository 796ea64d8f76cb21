package traceglass.record.spi;

import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import traceglass.protos.trace.Trace;

/// Trace file of a recording. Data is written to disk immediately, so that all complete packets are kept however the
/// recording ends. Buffers one packet of up to [#MAX_BUFFERED_BYTES] in memory, never more.
///
/// A trace file is a `Trace` message: each packet is preceded by the tag of field 1 and its length as a varint. For a
/// packet too large to buffer, five bytes are reserved for the length and filled in at its end; readers accept
/// varints that are longer than necessary.
public final class TraceFile implements PacketSink, AutoCloseable {

    /// Packets up to this size are assembled in memory, so that their length has its shortest form.
    static final int MAX_BUFFERED_BYTES = 4 << 20;
    private static final int BUFFER_SIZE = 256 << 10;
    private static final byte PACKET_TAG = Trace.PACKET_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int PADDED_LENGTH = 5;

    private final Path path;
    private final FileChannel channel;
    /// Whether an existing file is kept until there is data to replace it.
    private final boolean replacesFile;
    private boolean hasStarted;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_SIZE);
    private byte[] packet = new byte[64 << 10];
    private int packetLength;
    /// File offset of the packet being streamed, or -1.
    private long streamedFrom = -1;
    private long streamedLength;
    private volatile long bytes;
    /// Number of bytes that other readers can read from the file and that won't change.
    private volatile long readable;
    private boolean isClosed;

    private TraceFile(Path path, FileChannel channel, boolean replacesFile) {
        this.path = path;
        this.channel = channel;
        this.replacesFile = replacesFile;
    }

    /// Creates a trace file. An existing file is replaced only when the first data arrives, so that a recording
    /// that never starts does not destroy an older trace. Missing folders are created.
    public static TraceFile create(Path path) throws RecordProblem {
        try {
            boolean replaces = Files.isRegularFile(path) && Files.size(path) > 0;
            Path folder = path.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (isLocked(channel)) {
                channel.close();
                throw new RecordProblem(RecordProblem.Kind.DISK, TargetTexts.fileInUse(path));
            }
            return new TraceFile(path, channel, replaces);
        } catch (IOException e) {
            throw new RecordProblem(RecordProblem.Kind.DISK, TargetTexts.notWritable(path, RecordProblem.reason(e)), e);
        }
    }

    /// Returns whether another recording writes to the file; two recordings would mix their packets. The lock is
    /// released with the channel.
    private static boolean isLocked(FileChannel channel) {
        try {
            return channel.tryLock() == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (IOException e) {
            // Pipes and some file systems do not support locks.
            return false;
        }
    }

    /// Bytes of complete packets and raw data so far. Can be called from any thread.
    public long bytes() {
        return bytes;
    }

    /// Bytes that can be read from the file while it is being written: all data up to the last [#drain]. Can be
    /// called from any thread.
    public long readableBytes() {
        return readable;
    }

    /// Returns the free space in bytes on the disk of the file. Unlimited for pipes and devices, and if it is
    /// unknown.
    public long freeBytes() {
        try {
            return Files.isRegularFile(path) ? Files.getFileStore(path).getUsableSpace() : Long.MAX_VALUE;
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    /// Copies the readable bytes of the file to another file. Can be called from any thread.
    public void copyTo(TraceFile other) throws IOException {
        long remaining = readable;
        byte[] part = new byte[BUFFER_SIZE];
        try (InputStream in = Files.newInputStream(path)) {
            for (int n;
                    remaining > 0 && (n = in.read(part, 0, (int) Math.min(remaining, part.length))) > 0;
                    remaining -= n) {
                other.writeRaw(part, 0, n);
            }
        }
    }

    @Override
    public void writeSlice(byte[] from, int offset, int length, boolean isLast) throws IOException {
        if (streamedFrom >= 0) {
            put(from, offset, length);
            streamedLength += length;
            if (isLast) {
                finishStreamed();
            }
            return;
        }
        if (isLast && packetLength == 0) {
            putHeader(length);
            put(from, offset, length);
            return;
        }
        if ((long) packetLength + length > MAX_BUFFERED_BYTES) {
            startStreamed();
            writeSlice(from, offset, length, isLast);
            return;
        }
        if (packetLength + length > packet.length) {
            packet = Arrays.copyOf(
                    packet, Math.min(MAX_BUFFERED_BYTES, Math.max(packet.length * 2, packetLength + length)));
        }
        System.arraycopy(from, offset, packet, packetLength, length);
        packetLength += length;
        if (isLast) {
            putHeader(packetLength);
            put(packet, 0, packetLength);
            packetLength = 0;
        }
    }

    /// Appends bytes that are already in a trace format, such as the text of atrace or the stream of a browser.
    public void writeRaw(byte[] from, int offset, int length) throws IOException {
        put(from, offset, length);
    }

    private void putHeader(int length) throws IOException {
        byte[] header = new byte[1 + PADDED_LENGTH];
        header[0] = PACKET_TAG;
        int n = 1;
        int remaining = length;
        while ((remaining & ~0x7F) != 0) {
            header[n++] = (byte) (remaining & 0x7F | 0x80);
            remaining >>>= 7;
        }
        header[n++] = (byte) remaining;
        put(header, 0, n);
    }

    private void startStreamed() throws IOException {
        streamedFrom = bytes;
        put(new byte[] {PACKET_TAG, 0, 0, 0, 0, 0}, 0, 1 + PADDED_LENGTH);
        put(packet, 0, packetLength);
        streamedLength = packetLength;
        packetLength = 0;
    }

    private void finishStreamed() throws IOException {
        flush();
        byte[] length = new byte[PADDED_LENGTH];
        for (int i = 0; i < PADDED_LENGTH; i++) {
            length[i] = (byte) (streamedLength >>> 7 * i & 0x7F | (i < PADDED_LENGTH - 1 ? 0x80 : 0));
        }
        channel.write(ByteBuffer.wrap(length), streamedFrom + 1);
        streamedFrom = -1;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes at a time; others read.
    private void put(byte[] from, int offset, int length) throws IOException {
        int position = offset;
        int remaining = length;
        while (remaining > 0) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int n = Math.min(remaining, buffer.remaining());
            buffer.put(from, position, n);
            position += n;
            remaining -= n;
        }
        bytes += length;
    }

    /// Passes all data so far to the operating system.
    public void drain() throws IOException {
        flush();
        readable = streamedFrom >= 0 ? streamedFrom : bytes;
    }

    private void flush() throws IOException {
        buffer.flip();
        try {
            if (!hasStarted && buffer.hasRemaining()) {
                if (replacesFile) {
                    channel.truncate(0);
                }
                hasStarted = true;
            }
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } finally {
            buffer.compact();
        }
    }

    /// Closes the file. An incomplete last packet is removed because it is useless.
    @Override
    public void close() throws IOException {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try (channel) {
            if (streamedFrom >= 0) {
                buffer.clear();
                bytes = streamedFrom;
                channel.truncate(streamedFrom);
            } else {
                drain();
            }
        } catch (IOException e) {
            bytes = channel.isOpen() ? channel.size() : Files.size(path);
            throw e;
        }
    }

    /// Closes and deletes the file. Keeps devices, pipes and other special files, and an older file that has
    /// not been replaced yet.
    public void discard() throws IOException {
        isClosed = true;
        channel.close();
        if (Files.isRegularFile(path) && (hasStarted || !replacesFile)) {
            Files.deleteIfExists(path);
        }
    }
}
