package traceglass.ingest.collection;

import java.util.Arrays;

/// Growable list of bytes and of variable-length numbers that is never copied as a whole.
public final class ByteChunks {

    private static final int BITS = 18;
    private static final int CHUNK_BYTES = 1 << BITS;
    private static final int MASK = CHUNK_BYTES - 1;
    private static final int CONTINUATION_BIT = 0x80;

    private byte[][] chunks = new byte[16][];
    private byte[] last = {};
    private int position;
    private int count;

    /// Returns the number of bytes.
    public long size() {
        return count == 0 ? 0 : ((long) (count - 1) << BITS) + position;
    }

    public void add(int value) {
        if (position == last.length) {
            if (count == chunks.length) {
                chunks = Arrays.copyOf(chunks, count * 2);
            }
            last = new byte[CHUNK_BYTES];
            chunks[count++] = last;
            position = 0;
        }
        last[position++] = (byte) value;
    }

    /// Adds a number in groups of seven bits, lowest first. Small numbers take few bytes, negative ones ten.
    public void addVarint(long value) {
        long remaining = value;
        for (; (remaining & -CONTINUATION_BIT) != 0; remaining >>>= 7) {
            add((int) remaining & 0x7F | CONTINUATION_BIT);
        }
        add((int) remaining);
    }

    /// Adds a number close to zero, which may be negative.
    public void addSigned(long value) {
        addVarint(value << 1 ^ value >> 63);
    }

    public void set(long index, int value) {
        chunks[(int) (index >> BITS)][(int) index & MASK] = (byte) value;
    }

    /// Returns a reader that begins at the start.
    public Reader reader() {
        return new Reader();
    }

    /// Reads numbers in order.
    public final class Reader {

        private byte[] chunk = {};
        private int index = -1;
        private int next = CHUNK_BYTES;

        /// Returns the position of the next byte.
        public long position() {
            return ((long) index << BITS) + next;
        }

        public void seek(long position) {
            int target = (int) (position >> BITS);
            next = (int) position & MASK;
            if (target != index) {
                if (target == count) {
                    // A position at the end of a chunk stays in that chunk.
                    target--;
                    next = CHUNK_BYTES;
                }
                index = target;
                chunk = target < 0 ? new byte[0] : chunks[target];
            }
        }

        public int u1() {
            if (next == CHUNK_BYTES) {
                chunk = chunks[++index];
                next = 0;
            }
            return chunk[next++] & 0xFF;
        }

        public long varint() {
            if (next < CHUNK_BYTES && chunk[next] >= 0) {
                // Most numbers take one byte.
                return chunk[next++];
            }
            int b = u1();
            long value = b & 0x7F;
            for (int shift = 7; b >= CONTINUATION_BIT; shift += 7) {
                b = u1();
                value |= (b & 0x7FL) << shift;
            }
            return value;
        }

        public long signed() {
            long value = varint();
            return value >>> 1 ^ -(value & 1);
        }
    }
}
