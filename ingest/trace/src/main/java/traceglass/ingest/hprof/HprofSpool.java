package traceglass.ingest.hprof;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import traceglass.store.database.TemporaryFiles;

/// Copy of the objects of a heap dump that can be read several times; held in memory while it is small, otherwise in a
/// temporary file that is deleted on [#close].
final class HprofSpool implements Closeable {

    static final int SEGMENT_BYTES = 1 << 20;
    /// Maximum number of bytes held in memory.
    static final int MEMORY = 32 << 20;

    private static final int CONTINUATION_BIT = 0x80;

    private final List<byte[]> segments = new ArrayList<>();
    private FileChannel file;
    private byte[] current = new byte[SEGMENT_BYTES];
    private int position;
    private long written;
    private long length;

    /// Returns the number of bytes so far.
    long position() {
        return written + position;
    }

    /// Discards everything from this position on; nothing can be added afterwards.
    void finish(long end) throws IOException {
        flush();
        length = end;
    }

    void put(int b) throws IOException {
        if (position == SEGMENT_BYTES) {
            flush();
        }
        current[position++] = (byte) b;
    }

    void putInt(int value) throws IOException {
        if (position + Integer.BYTES <= SEGMENT_BYTES) {
            BigEndian.putInt(current, position, value);
            position += Integer.BYTES;
            return;
        }
        for (int shift = 24; shift >= 0; shift -= 8) {
            put(value >> shift);
        }
    }

    void putLong(long value) throws IOException {
        putInt((int) (value >> 32));
        putInt((int) value);
    }

    /// Writes a number; values close to 0 take few bytes.
    void putSigned(long value) throws IOException {
        long remaining = value << 1 ^ value >> 63;
        for (; (remaining & -CONTINUATION_BIT) != 0; remaining >>>= 7) {
            put((int) remaining & 0x7F | CONTINUATION_BIT);
        }
        put((int) remaining);
    }

    void put(byte[] b, int offset, int count) throws IOException {
        for (int i = offset, remaining = count; remaining > 0; ) {
            if (position == SEGMENT_BYTES) {
                flush();
            }
            int n = Math.min(remaining, SEGMENT_BYTES - position);
            System.arraycopy(b, i, current, position, n);
            position += n;
            i += n;
            remaining -= n;
        }
    }

    private void flush() throws IOException {
        written += position;
        if (file == null && segments.size() < MEMORY / SEGMENT_BYTES) {
            segments.add(current);
            current = new byte[SEGMENT_BYTES];
        } else {
            if (file == null) {
                Path path = TemporaryFiles.file("spool", ".spool");
                file = FileChannel.open(
                        path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            }
            for (ByteBuffer b = ByteBuffer.wrap(current, 0, position); b.hasRemaining(); ) {
                file.write(b);
            }
        }
        position = 0;
    }

    /// Returns a reader that begins at the start; call [#finish] first.
    Reader reader() {
        return new Reader();
    }

    @Override
    public void close() throws IOException {
        segments.clear();
        if (file != null) {
            file.close();
        }
    }

    /// Reads the spool from its start.
    final class Reader {

        private final byte[] loaded = file == null ? new byte[0] : new byte[SEGMENT_BYTES];
        private byte[] segment = new byte[0];
        private int index;
        private int next;
        private int end;
        private long read;

        boolean hasNext() {
            return read < length;
        }

        private void load() throws IOException {
            if (index < segments.size()) {
                segment = segments.get(index);
            } else {
                long offset = (long) (index - segments.size()) * SEGMENT_BYTES;
                ByteBuffer b = ByteBuffer.wrap(loaded);
                while (b.hasRemaining() && file.read(b, offset + b.position()) >= 0) {}
                segment = loaded;
            }
            index++;
            next = 0;
            end = SEGMENT_BYTES;
        }

        int u1() throws IOException {
            if (next == end) {
                load();
            }
            read++;
            return segment[next++] & 0xFF;
        }

        int s4() throws IOException {
            if (end - next >= Integer.BYTES) {
                next += Integer.BYTES;
                read += Integer.BYTES;
                return BigEndian.s4(segment, next - Integer.BYTES);
            }
            return u1() << 24 | u1() << 16 | u1() << 8 | u1();
        }

        long s8() throws IOException {
            return (long) s4() << 32 | s4() & 0xFFFF_FFFFL;
        }

        /// Reads a number written by [HprofSpool#putSigned].
        long signed() throws IOException {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                int b = u1();
                value |= (b & 0x7FL) << shift;
                if (b < CONTINUATION_BIT) {
                    return value >>> 1 ^ -(value & 1);
                }
            }
        }

        long id(int idSize) throws IOException {
            return idSize == Integer.BYTES ? s4() & 0xFFFF_FFFFL : s8();
        }

        void readBytes(byte[] target, int count) throws IOException {
            for (int length = 0; length < count; ) {
                if (next == end) {
                    load();
                }
                int n = Math.min(count - length, end - next);
                System.arraycopy(segment, next, target, length, n);
                length += n;
                next += n;
                read += n;
            }
        }

        void skip(long count) throws IOException {
            for (long remaining = count; remaining > 0; ) {
                if (next == end) {
                    load();
                }
                int n = (int) Math.min(remaining, end - next);
                next += n;
                read += n;
                remaining -= n;
            }
        }
    }
}
