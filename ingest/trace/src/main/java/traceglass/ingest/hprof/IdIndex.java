package traceglass.ingest.hprof;

import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import traceglass.ingest.collection.ByteChunks;
import traceglass.ingest.collection.GrowingInts;

/// Index of objects by their ids: blocks of ascending delta-encoded ids, with the numbers of the objects. If the dump
/// is in address order, as most are, an object takes less than two bytes.
final class IdIndex {

    private static final int BLOCK_SIZE = 32;
    /// Log2 of the number of parts into which the range of ids is divided; a table has the first block of each
    /// part.
    private static final int PART_BITS = 16;

    private final ByteChunks bytes = new ByteChunks();
    private final ByteChunks.Reader reader = bytes.reader();
    private final long[] firstIds;
    private final long[] offsets;
    private final int[] firstBlocks = new int[(1 << PART_BITS) + 2];
    private final GrowingInts repeated = new GrowingInts();
    private final long[] ids = new long[BLOCK_SIZE];
    private final int[] numbers = new int[BLOCK_SIZE];
    private final int alignment;
    private int partShift;
    private int blocks;
    private int count;
    private int size;
    private long lastId;

    /// @param runs all objects; if several have the same id, only the first is in the index
    /// @param count number of objects
    /// @param alignment number of low bits that are 0 in all ids
    IdIndex(List<SortedRun> runs, int count, int alignment) {
        this.alignment = alignment;
        firstIds = new long[count / BLOCK_SIZE + 1];
        offsets = new long[count / BLOCK_SIZE + 1];
        // The runs are in the order of their objects' numbers.
        PriorityQueue<SortedRun> queue = new PriorityQueue<>(Math.max(1, runs.size()), (a, b) -> {
            int order = Long.compare(a.id(), b.id());
            return order != 0 ? order : Integer.compare(a.number(), b.number());
        });
        for (SortedRun run : runs) {
            if (run.next()) {
                queue.add(run);
            }
        }
        while (!queue.isEmpty()) {
            SortedRun run = queue.remove();
            SortedRun other = queue.peek();
            boolean hasMore = true;
            while (hasMore && (other == null || run.id() < other.id() || isSame(run, other))) {
                append(run.id(), run.number());
                hasMore = run.next();
            }
            if (hasMore) {
                queue.add(run);
            }
        }
        endBlock();
        findParts();
    }

    private static boolean isSame(SortedRun run, SortedRun other) {
        return run.id() == other.id() && run.number() < other.number();
    }

    private void append(long id, int number) {
        if (size > 0 && id == lastId) {
            repeated.add(number);
            return;
        }
        if (count == BLOCK_SIZE) {
            endBlock();
        }
        ids[count] = id;
        numbers[count++] = number;
        lastId = id;
        size++;
    }

    /// Writes a block: its first number and whether the other numbers are consecutive, the ids, and the numbers
    /// if they are not consecutive.
    private void endBlock() {
        if (count == 0) {
            return;
        }
        firstIds[blocks] = ids[0];
        offsets[blocks++] = bytes.size();
        boolean isConsecutive = true;
        for (int i = 1; i < count; i++) {
            isConsecutive &= numbers[i] == numbers[0] + i;
        }
        bytes.addVarint((long) numbers[0] << 1 | (isConsecutive ? 1 : 0));
        for (int i = 1; i < count; i++) {
            bytes.addVarint(ids[i] - ids[i - 1] >>> alignment);
        }
        for (int i = 1; i < count && !isConsecutive; i++) {
            bytes.addSigned(numbers[i] - (long) numbers[i - 1]);
        }
        count = 0;
    }

    private void findParts() {
        if (blocks == 0) {
            return;
        }
        int bits = Long.SIZE - Long.numberOfLeadingZeros(lastId - firstIds[0]);
        partShift = Math.max(0, bits - PART_BITS);
        int part = 0;
        for (int b = 0; b < blocks; b++) {
            for (int last = partOf(firstIds[b]); part <= last; part++) {
                firstBlocks[part] = b;
            }
        }
        while (part < firstBlocks.length) {
            firstBlocks[part++] = blocks;
        }
    }

    private int partOf(long id) {
        return (int) (id - firstIds[0] >>> partShift);
    }

    /// Returns the number of ids.
    int size() {
        return size;
    }

    /// Returns the memory used, in bytes.
    long bytes() {
        return bytes.size() + (long) firstIds.length * 2 * Long.BYTES + (long) firstBlocks.length * Integer.BYTES;
    }

    /// Returns the numbers of the objects that are not in the index, in ascending order.
    int[] repeated() {
        int[] ids = repeated.toArray();
        Arrays.sort(ids);
        return ids;
    }

    /// Returns the index of the object with this id; −1 if there is none.
    int find(long id) {
        if (blocks == 0 || id < firstIds[0] || id > lastId) {
            return -1;
        }
        int part = partOf(id);
        int low = firstBlocks[part];
        int high = firstBlocks[part + 1];
        while (low < high) {
            int middle = low + high >>> 1;
            if (firstIds[middle] <= id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return findIn(low - 1, id);
    }

    private int findIn(int block, long id) {
        reader.seek(offsets[block]);
        long head = reader.varint();
        int number = (int) (head >>> 1);
        long difference = id - firstIds[block];
        if ((difference & (1L << alignment) - 1) != 0) {
            return -1;
        }
        long remaining = difference >>> alignment;
        int count = block == blocks - 1 ? (size - 1) % BLOCK_SIZE + 1 : BLOCK_SIZE;
        int i = 0;
        // Deltas are compared as unsigned numbers, because an id can have any 64-bit value.
        while (remaining != 0) {
            if (++i == count) {
                return -1;
            }
            long step = reader.varint();
            if (Long.compareUnsigned(step, remaining) > 0) {
                return -1;
            }
            remaining -= step;
        }
        if ((head & 1) != 0) {
            return number + i;
        }
        for (int steps = count - 1 - i; steps > 0; steps--) {
            reader.varint();
        }
        for (; i > 0; i--) {
            number += (int) reader.signed();
        }
        return number;
    }
}
