package traceglass.ingest.etl;

/// Decompresses Xpress data without Huffman codes (MS-XCA, "Plain LZ77"): groups of 32 flags, each for a byte or for a
/// reference to earlier output.
final class XpressDecoder {

    private static final int MIN_MATCH = 3;
    private static final int SHORT_LENGTHS = 7;
    private static final int HALF_BYTE_LENGTHS = 15;
    private static final int BYTE_LENGTHS = 255;

    private final byte[] in;
    private final int end;
    private int position;
    /// Offset of the byte whose upper half contains the next match length; -1 if there is none.
    private int halfByte = -1;

    private XpressDecoder(byte[] in, int from, int end) {
        this.in = in;
        this.end = end;
        position = from;
    }

    /// Decompresses a range of bytes into `out`, starting at `outFrom` and stopping at the end of the array.
    ///
    /// @return offset after the last byte written
    static int decode(byte[] in, int from, int to, byte[] out, int outFrom) {
        return new XpressDecoder(in, from, to).decode(out, outFrom);
    }

    private int decode(byte[] out, int outFrom) {
        int to = outFrom;
        int flags = 0;
        int remaining = 0;
        while (to < out.length) {
            if (remaining == 0) {
                if (end - position < Integer.BYTES) {
                    return to;
                }
                flags = next() | next() << 8 | next() << 16 | next() << 24;
                remaining = Integer.SIZE;
            }
            boolean isMatch = flags < 0;
            flags <<= 1;
            remaining--;
            if (!isMatch) {
                if (position >= end) {
                    return to;
                }
                out[to++] = in[position++];
                continue;
            }
            if (end - position < 2) {
                return to;
            }
            int token = next() | next() << 8;
            int distance = (token >>> 3) + 1;
            int length = length(token & 7);
            if (distance > to - outFrom || length < 0) {
                return to;
            }
            for (int last = Math.min(out.length - to, length) + to; to < last; to++) {
                out[to] = out[to - distance];
            }
        }
        return to;
    }

    private int next() {
        return position < end ? in[position++] & 0xff : 0;
    }

    /// Returns the length of a match, -1 if it is invalid.
    private int length(int low) {
        if (low < SHORT_LENGTHS) {
            return low + MIN_MATCH;
        }
        int half;
        if (halfByte < 0) {
            halfByte = position;
            half = next() & 15;
        } else {
            half = halfByte < end ? (in[halfByte] & 0xff) >>> 4 : 0;
            halfByte = -1;
        }
        if (half < HALF_BYTE_LENGTHS) {
            return half + SHORT_LENGTHS + MIN_MATCH;
        }
        int extension = next();
        if (extension < BYTE_LENGTHS) {
            return extension + HALF_BYTE_LENGTHS + SHORT_LENGTHS + MIN_MATCH;
        }
        int length = next() | next() << 8;
        if (length == 0) {
            length = next() | next() << 8 | next() << 16 | next() << 24;
        }
        return length < HALF_BYTE_LENGTHS + SHORT_LENGTHS ? -1 : length + MIN_MATCH;
    }
}
