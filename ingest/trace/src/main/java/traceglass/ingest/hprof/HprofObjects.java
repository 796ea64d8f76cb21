package traceglass.ingest.hprof;

import java.util.Arrays;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.collection.IntChunks;

/// Objects of a heap dump, numbered in the order of the dump: their ids and classes, and an index by id. Takes some
/// twenty bytes for an object.
final class HprofObjects {

    private static final int BITS = 16;
    private static final int MASK = (1 << BITS) - 1;
    /// Bytes that an object takes until the import is complete, without its references.
    private static final int BYTES = 40;

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
            if (chunk == ids.length) {
                ids = Arrays.copyOf(ids, chunk * 2);
            }
            ids[chunk] = new long[1 << BITS];
        }
        ids[chunk][size & MASK] = id;
        classes.add(represents ? ~classIndex : classIndex);
        slots[slot] = ++size;
        if (size > slots.length / 4 * 3) {
            grow();
        }
        return true;
    }

    private void grow() throws TraceProblem {
        checkMemory(0);
        if (slots.length > 1 << 29) {
            throw new TraceProblem("The heap dump has more than 700,000,000 objects, which is not supported.");
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

    private static int home(long id, int mask) {
        long h = id * 0x9E3779B97F4A7C15L;
        return (int) (h >>> 32) & mask;
    }
}
