package traceglass.ingest.hprof;

import java.util.Arrays;

/// Ids of consecutive objects in ascending order, each with the number of its object. Takes about two bytes per object
/// if their addresses ascend.
final class SortedRun {

    private static final int CONTINUATION_BIT = 0x80;
    private static final int MAX_VARINT = 10;

    private byte[] bytes;
    private int position;
    private int remaining;
    private long id;
    private int number;
    private int nextNumber;

    private SortedRun(byte[] bytes, int count, int firstNumber) {
        this.bytes = bytes;
        remaining = count;
        nextNumber = firstNumber;
    }

    /// Returns the sorted ids of objects; objects with equal ids keep their order.
    ///
    /// @param ids ids of the objects; sorted in place
    /// @param firstNumber number of the first object
    static SortedRun of(long[] ids, int count, int firstNumber) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = firstNumber + i;
        }
        sort(ids, numbers, count);
        byte[] out = new byte[4 * count + 2 * MAX_VARINT];
        int size = 0;
        long id = 0;
        int number = firstNumber;
        for (int i = 0; i < count; i++) {
            if (out.length - size < 2 * MAX_VARINT) {
                out = Arrays.copyOf(out, out.length * 2);
            }
            size = put(out, size, ids[i] - id);
            long step = numbers[i] - (long) number;
            size = put(out, size, step << 1 ^ step >> 63);
            id = ids[i];
            number = numbers[i] + 1;
        }
        return new SortedRun(Arrays.copyOf(out, size), count, firstNumber);
    }

    private static int put(byte[] out, int offset, long value) {
        int next = offset;
        long remaining = value;
        for (; (remaining & -CONTINUATION_BIT) != 0; remaining >>>= 7) {
            out[next++] = (byte) (remaining & 0x7F | CONTINUATION_BIT);
        }
        out[next++] = (byte) remaining;
        return next;
    }

    /// Sorts by merging the parts that are already in order, of which most dumps have few.
    private static void sort(long[] ids, int[] numbers, int count) {
        int[] starts = new int[count + 1];
        int parts = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || ids[i] < ids[i - 1]) {
                starts[parts++] = i;
            }
        }
        starts[parts] = count;
        long[] fromIds = ids;
        int[] fromNumbers = numbers;
        long[] toIds = new long[parts > 1 ? count : 0];
        int[] toNumbers = new int[parts > 1 ? count : 0];
        while (parts > 1) {
            int merged = 0;
            for (int p = 0; p < parts; p += 2) {
                int start = starts[p];
                int middle = starts[Math.min(p + 1, parts)];
                int end = starts[Math.min(p + 2, parts)];
                for (int i = start, j = middle, k = start; k < end; k++) {
                    boolean isFirst = i < middle && (j == end || fromIds[i] <= fromIds[j]);
                    int source = isFirst ? i++ : j++;
                    toIds[k] = fromIds[source];
                    toNumbers[k] = fromNumbers[source];
                }
                starts[merged++] = start;
            }
            starts[merged] = count;
            parts = merged;
            long[] otherIds = fromIds;
            fromIds = toIds;
            toIds = otherIds;
            int[] otherNumbers = fromNumbers;
            fromNumbers = toNumbers;
            toNumbers = otherNumbers;
        }
        if (fromIds != ids) {
            System.arraycopy(fromIds, 0, ids, 0, count);
            System.arraycopy(fromNumbers, 0, numbers, 0, count);
        }
    }

    /// Returns the memory used, in bytes.
    int bytes() {
        return bytes.length;
    }

    /// Advances to the next id; at the end, returns false and frees the memory.
    boolean next() {
        if (remaining == 0) {
            bytes = new byte[0];
            return false;
        }
        remaining--;
        id += varint();
        long step = varint();
        number = nextNumber + (int) (step >>> 1 ^ -(step & 1));
        nextNumber = number + 1;
        return true;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            int b = bytes[position++];
            value |= (b & 0x7FL) << shift;
            if (b >= 0) {
                return value;
            }
        }
    }

    long id() {
        return id;
    }

    int number() {
        return number;
    }
}
