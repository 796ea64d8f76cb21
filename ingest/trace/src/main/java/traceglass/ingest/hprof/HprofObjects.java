package traceglass.ingest.hprof;

import java.util.Arrays;
import java.util.SplittableRandom;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.collection.IntChunks;

/// Objects of a heap dump, numbered in the order of the dump: their ids and classes, and an index by id. Takes some
/// twenty bytes for an object.
final class HprofObjects {

    private static final int BITS = 16;
    private static final int MASK = (1 << BITS) - 1;
    /// Bytes that an object takes until the import is complete, without its references.
    private static final int BYTES = 44;

    /// Page of memory whose objects share a range of slots, one for each 16 bytes.
    private static final int PAGE_BITS = 12;

    private static final int SLOT_BITS = 8;
    private static final int ALIGNMENT = 8;

    private final long multiplier = new SplittableRandom().nextLong() | 1;
    private long[][] ids = new long[16][];
    private final IntChunks classes = new IntChunks();
    private int[] slots = new int[1 << 12];
    private int size;

    int size() {
        return size;
    }

    long id(int object) {
        return ids[object >> BITS][object & MASK];
    }

    /// Returns the number of the object's class. A class object has the class that it represents.
    int classOf(int object) {
        int c = classes.get(object);
        return c < 0 ? ~c : c;
    }

    /// Returns whether the object represents a class.
    boolean isClass(int object) {
        return classes.get(object) < 0;
    }

    void setClass(int object, int index) {
        classes.set(object, index);
    }

    /// Returns the number of the object with this id, −1 if there is none.
    int find(long id) {
        int mask = slots.length - 1;
        for (int slot = home(id, mask), object; (object = slots[slot] - 1) >= 0; slot = slot + 1 & mask) {
            if (id(object) == id) {
                return object;
            }
        }
        return -1;
    }

    /// Adds an object. Returns false if there is one with the same id already.
    ///
    /// @param classIndex number of the class
    /// @param represents whether the object represents the class rather than being an instance
    boolean add(long id, int classIndex, boolean represents) throws TraceProblem {
        int mask = slots.length - 1;
        int slot = home(id, mask);
        for (int object; (object = slots[slot] - 1) >= 0; slot = slot + 1 & mask) {
            if (id(object) == id) {
                return false;
            }
        }
        int chunk = size >> BITS;
        if ((size & MASK) == 0) {
            checkMemory(0);
            if (chunk == ids.length) {
                ids = Arrays.copyOf(ids, chunk * 2);
            }
            ids[chunk] = new long[1 << BITS];
        }
        ids[chunk][size & MASK] = id;
        classes.add(represents ? ~classIndex : classIndex);
        slots[slot] = ++size;
        if (size > slots.length / 2) {
            grow();
        }
        return true;
    }

    private void grow() throws TraceProblem {
        checkMemory(0);
        if (slots.length > 1 << 28) {
            throw new TraceProblem("The heap dump has more than 260,000,000 objects, which is not supported.");
        }
        int[] bigger = new int[slots.length * 2];
        int mask = bigger.length - 1;
        for (int object = 0; object < size; object++) {
            int slot = home(id(object), mask);
            while (bigger[slot] != 0) {
                slot = slot + 1 & mask;
            }
            bigger[slot] = object + 1;
        }
        slots = bigger;
    }

    /// Refuses dumps for which the memory of the program does not suffice.
    void checkMemory(long references) throws TraceProblem {
        if (freeMemory(references) < 0) {
            throw new TraceProblem("The heap dump has " + size + " objects with " + references
                    + " references, or more. Reading them needs more memory than the "
                    + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MiB that Traceglass may use. Start it with a larger --memory-limit.");
        }
    }

    /// Returns the bytes that are left for other data of the dump.
    long freeMemory(long references) {
        return Runtime.getRuntime().maxMemory() / 8 * 5 - (long) size * BYTES - references * Integer.BYTES;
    }

    /// Returns the first slot to search. Objects that are close to each other in memory, which mostly refer to each
    /// other, have slots that are close to each other. The order of the pages is random, so that no file can make
    /// searches slow.
    private int home(long id, int mask) {
        if ((id & ALIGNMENT - 1) != 0) {
            // The ids are numbers rather than addresses.
            return (int) (id * multiplier >>> 32) & mask;
        }
        long page = (id >>> PAGE_BITS) * multiplier;
        return ((int) (page >>> 32) << SLOT_BITS | (int) (id >>> PAGE_BITS - SLOT_BITS) & (1 << SLOT_BITS) - 1) & mask;
    }

    /// Takes the last object away.
    void removeLast() {
        size--;
        int mask = slots.length - 1;
        int slot = home(id(size), mask);
        while (slots[slot] != size + 1) {
            slot = slot + 1 & mask;
        }
        // No other object was added after it, so no search goes past this slot.
        slots[slot] = 0;
    }
}
