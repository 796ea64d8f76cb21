package traceglass.ingest.ctf;

import java.io.EOFException;

/// Reads numbers of any bit width from a packet. Throws [EOFException] beyond the packet's end.
final class BitInput {

    private final byte[] bytes;
    private long position;
    private long end;

    /// @param end number of bits that may be read
    BitInput(byte[] bytes, long end) {
        this.bytes = bytes;
        this.end = Math.min(end, (long) bytes.length * Byte.SIZE);
    }

    long position() {
        return position;
    }

    void moveTo(long bit) {
        position = bit;
    }

    long remaining() {
        return end - position;
    }

    void align(int bits) {
        if (bits > 1) {
            position = (position + bits - 1) / bits * bits;
        }
    }

    /// Reads a number. In little-endian order, the first bit is the lowest one, otherwise the highest one.
    long read(int size, boolean isBigEndian, boolean isSigned) throws EOFException {
        if (size > end - position) {
            throw new EOFException();
        }
        long value = 0;
        int done = 0;
        while (done < size) {
            int bitOffset = (int) position & 7;
            int count = Math.min(Byte.SIZE - bitOffset, size - done);
            int b = bytes[(int) (position >>> 3)] & 0xff;
            if (isBigEndian) {
                long bits = b >>> Byte.SIZE - bitOffset - count & (1 << count) - 1;
                value = value << count | bits;
            } else {
                long bits = b >>> bitOffset & (1 << count) - 1;
                value |= bits << done;
            }
            position += count;
            done += count;
        }
        int unused = Long.SIZE - size;
        return isSigned && size < Long.SIZE ? value << unused >> unused : value;
    }

    int readByte() throws EOFException {
        return (int) read(Byte.SIZE, false, false);
    }
}
