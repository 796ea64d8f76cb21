package traceglass.ingest.hprof;

/// Hash of the elements of a primitive array: MurmurHash64A over their little-endian bytes, with the seed that trace
/// processor uses, so that equal arrays have the same hash in both.
final class ArrayHash {

    private static final long SEED = 0xe17a1465L;
    private static final long FACTOR = 0xc6a4a7935bd1e995L;
    private static final int SHIFT = 47;

    private final byte[] block = new byte[Long.BYTES];
    private int count;
    private int elementSize;
    private long hash;

    /// Starts the hash of a new array.
    ///
    /// @param length total size of the elements in bytes
    void start(int elementBytes, long length) {
        elementSize = elementBytes;
        hash = SEED ^ length * FACTOR;
        count = 0;
    }

    void add(byte[] b, int offset, int length) {
        int i = offset;
        int end = offset + length;
        while (i < end && count > 0) {
            block[count++] = b[i++];
            if (count == Long.BYTES) {
                mix(BigEndian.s8(block, 0));
                count = 0;
            }
        }
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            mix(BigEndian.s8(b, i));
        }
        while (i < end) {
            block[count++] = b[i++];
        }
    }

    private void mix(long bigEndian) {
        long k = littleEndian(bigEndian) * FACTOR;
        k ^= k >>> SHIFT;
        hash = (hash ^ k * FACTOR) * FACTOR;
    }

    /// Reverses the bytes of each element in a word, so that it equals the little-endian word of these elements.
    private long littleEndian(long x) {
        return switch (elementSize) {
            case 1 -> Long.reverseBytes(x);
            case 2 -> x >>> 48 | x >>> 16 & 0xFFFF_0000L | (x & 0xFFFF_0000L) << 16 | x << 48;
            case 4 -> x >>> 32 | x << 32;
            default -> x;
        };
    }

    long finish() {
        if (count > 0) {
            for (int i = count; i < Long.BYTES; i++) {
                block[i] = 0;
            }
            hash = (hash ^ littleEndian(BigEndian.s8(block, 0))) * FACTOR;
        }
        hash ^= hash >>> SHIFT;
        hash *= FACTOR;
        return hash ^ hash >>> SHIFT;
    }
}
