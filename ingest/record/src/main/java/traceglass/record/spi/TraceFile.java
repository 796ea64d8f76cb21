package traceglass.record.spi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The file that a recording goes to. What is given to it is on its way to the disk at once, so that whatever ends the
/// recording, all whole packets that had come are kept. Holds one packet of up to [#LARGE_PACKET] bytes in memory,
/// never more.
///
/// A trace file is a `Trace` message: each packet behind the tag of field 1 and its length as a varint. A packet that
/// is too large to wait for its end is written behind a length of five bytes that is filled in when the end is known;
/// readers accept varints longer than they need be.
public final class TraceFile implements PacketSink, AutoCloseable {

    /// Up to this size a packet is put together in memory, so that its length is written in its shortest form.
    static final int LARGE_PACKET = 4 << 20;
    private static final int BUFFER = 256 << 10;
    private static final byte PACKET_TAG = 0x0A;
    private static final int PADDED_LENGTH = 5;

    private final Path path;
    private final FileChannel channel;
    /// Whether something stood there that is worth keeping until there is something to replace it with.
    private final boolean replaces;
    private boolean begun;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private byte[] packet = new byte[64 << 10];
    private int packetLength;
    /// Where the packet that is being streamed starts in the file, or -1.
    private long streamedFrom = -1;
    private long streamedLength;
    private volatile long bytes;
    private boolean closed;

    private TraceFile(Path path, FileChannel channel, boolean replaces) {
        this.path = path;
        this.channel = channel;
        this.replaces = replaces;
    }

    /// A new file. One that exists is replaced, and only when the first data comes: a recording that never began
    /// costs nobody an older trace. Missing folders are made.
    public static TraceFile create(Path path) throws RecordProblem {
        try {
            boolean replaces = Files.isRegularFile(path) && Files.size(path) > 0;
            Path folder = path.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (isTaken(channel)) {
                channel.close();
                throw new RecordProblem(
                        RecordProblem.Kind.DISK, "Another recording is writing to " + path + ". Choose another file.");
            }
            return new TraceFile(path, channel, replaces);
        } catch (IOException e) {
            throw new RecordProblem(
                    RecordProblem.Kind.DISK,
                    "The trace cannot be written to " + path + ": " + RecordProblem.reason(e)
                            + ". Choose another file.",
                    e);
        }
    }

    /// Whether somebody else records into it: two would make one heap of packets of their traces. The lock goes
    /// with the channel.
    private static boolean isTaken(FileChannel channel) {
        try {
            return channel.tryLock() == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (IOException e) {
            // Pipes, and some file systems, have no locks.
            return false;
        }
    }

    /// Bytes taken so far, all of whole packets or raw bytes. May be asked by any thread.
    public long bytes() {
        return bytes;
    }

    @Override
    public void slice(byte[] from, int offset, int length, boolean last) throws IOException {
        if (streamedFrom >= 0) {
            put(from, offset, length);
            streamedLength += length;
            if (last) {
                finishStreamed();
            }
            return;
        }
        if (last && packetLength == 0) {
            putHeader(length);
            put(from, offset, length);
            return;
        }
        if ((long) packetLength + length > LARGE_PACKET) {
            startStreamed();
            slice(from, offset, length, last);
            return;
        }
        if (packetLength + length > packet.length) {
            packet = java.util.Arrays.copyOf(
                    packet, Math.min(LARGE_PACKET, Math.max(packet.length * 2, packetLength + length)));
        }
        System.arraycopy(from, offset, packet, packetLength, length);
        packetLength += length;
        if (last) {
            putHeader(packetLength);
            put(packet, 0, packetLength);
            packetLength = 0;
        }
    }

    /// Bytes that are a trace already, such as the text of atrace or the stream of a browser.
    public void raw(byte[] from, int offset, int length) throws IOException {
        put(from, offset, length);
    }

    private void putHeader(int length) throws IOException {
        byte[] header = new byte[1 + PADDED_LENGTH];
        header[0] = PACKET_TAG;
        int n = 1;
        int rest = length;
        while ((rest & ~0x7F) != 0) {
            header[n++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        header[n++] = (byte) rest;
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
        drain();
        byte[] length = new byte[PADDED_LENGTH];
        for (int i = 0; i < PADDED_LENGTH; i++) {
            length[i] = (byte) (streamedLength >>> 7 * i & 0x7F | (i < PADDED_LENGTH - 1 ? 0x80 : 0));
        }
        channel.write(ByteBuffer.wrap(length), streamedFrom + 1);
        streamedFrom = -1;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes at a time; others read.
    private void put(byte[] from, int offset, int length) throws IOException {
        int at = offset;
        int rest = length;
        while (rest > 0) {
            if (!buffer.hasRemaining()) {
                drain();
            }
            int n = Math.min(rest, buffer.remaining());
            buffer.put(from, at, n);
            at += n;
            rest -= n;
        }
        bytes += length;
    }

    /// Hands everything taken so far to the operating system.
    public void drain() throws IOException {
        buffer.flip();
        try {
            if (!begun && buffer.hasRemaining()) {
                if (replaces) {
                    channel.truncate(0);
                }
                begun = true;
            }
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } finally {
            buffer.compact();
        }
    }

    /// Ends the file. A packet whose end never came is taken out again: half a packet says nothing.
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
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

    /// Ends the file and deletes it. What is no file of its own, such as a device or a pipe, stays, and so does an
    /// older file of which nothing was replaced yet.
    public void discard() throws IOException {
        closed = true;
        channel.close();
        if (Files.isRegularFile(path) && (begun || !replaces)) {
            Files.deleteIfExists(path);
        }
    }
}
