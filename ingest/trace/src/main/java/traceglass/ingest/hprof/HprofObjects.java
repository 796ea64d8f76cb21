package traceglass.ingest.hprof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.collection.SmallInts;
import traceglass.store.text.DisplayText;

/// Objects of a heap dump, numbered in the order of the dump: their classes, and an index by id. Takes about
/// four bytes per object.
///
/// Objects are added while the dump is read. Only at the end is it known which ids occurred before; repeated objects
/// then have no number.
final class HprofObjects {

    private static final int RUN_OBJECTS = 1 << 18;
    private static final int MAX_ALIGNMENT = 3;
    private static final int MAX_OBJECTS = 1_000_000_000;

    private final List<SortedRun> runs = new ArrayList<>();
    private final long[] newest = new long[RUN_OBJECTS];
    private int newestCount;
    private long runBytes;
    /// Bits that are set in at least one id.
    private long usedBits;

    private SmallInts classes = new SmallInts();
    /// Objects that represent classes rather than being instances.
    private final BitSet classObjects = new BitSet();
    /// Entries of the dump that repeat an object, in ascending order.
    private int[] repeated = {};

    private IdIndex index = new IdIndex(List.of(), 0, 0);
    private int added;

    /// Adds an object.
    ///
    /// @param classIndex index of its class among the classes of the dump
    /// @param isClassObject whether the object represents the class rather than being an instance
    void add(long id, int classIndex, boolean isClassObject) throws TraceProblem {
        if (newestCount == RUN_OBJECTS) {
            endRun();
            checkMemory(0, 0);
            if (added > MAX_OBJECTS) {
                throw new TraceProblem("the heap dump has more than " + DisplayText.grouped(MAX_OBJECTS)
                        + " objects, which is not supported");
            }
        }
        newest[newestCount++] = id;
        classes.add(classIndex);
        if (isClassObject) {
            classObjects.set(added);
        }
        added++;
    }

    /// Removes the last object.
    void removeLast() {
        newestCount--;
        added--;
        classes.resize(added);
        classObjects.clear(added);
    }

    private void endRun() {
        for (int i = 0; i < newestCount; i++) {
            usedBits |= newest[i];
        }
        SortedRun run = SortedRun.of(newest, newestCount, added - newestCount);
        runs.add(run);
        runBytes += run.bytes();
        newestCount = 0;
    }

    /// Builds the index and numbers the objects.
    void finish() {
        endRun();
        index = new IdIndex(runs, added, Math.min(MAX_ALIGNMENT, Long.numberOfTrailingZeros(usedBits)));
        runs.clear();
        runBytes = 0;
        repeated = index.repeated();
        if (repeated.length > 0) {
            SmallInts all = classes;
            BitSet allClassObjects = (BitSet) classObjects.clone();
            classes = new SmallInts();
            classObjects.clear();
            for (int entry = 0; entry < added; entry++) {
                if (!isRepeated(entry)) {
                    classObjects.set(classes.size(), allClassObjects.get(entry));
                    classes.add(all.get(entry));
                }
            }
        }
    }

    /// Returns whether an entry of the dump repeats an object and therefore has no number.
    boolean isRepeated(int entry) {
        return repeated.length > 0 && Arrays.binarySearch(repeated, entry) >= 0;
    }

    /// Returns the number of objects; while the dump is being read, including repeated ones.
    int size() {
        return added - repeated.length;
    }

    /// Returns the index of the object's class; for a class object, the class that it represents.
    int classOf(int object) {
        return classes.get(object);
    }

    /// Returns whether the object represents a class.
    boolean isClass(int object) {
        return classObjects.get(object);
    }

    void setClass(int object, int classIndex) {
        classes.set(object, classIndex);
    }

    /// Returns the index of the object with this id; −1 if there is none.
    int find(long id) {
        int entry = index.find(id);
        // Repeated entries are not in the index, so the binary search returns minus the number of repeated entries
        // before this one, minus 1.
        return entry < 0 || repeated.length == 0 ? entry : entry + 1 + Arrays.binarySearch(repeated, entry);
    }

    /// Rejects dumps that need more memory than is available.
    ///
    /// @param references number of references read so far
    /// @param bytes memory used by other data of the dump
    void checkMemory(long references, long bytes) throws TraceProblem {
        if (freeMemory(bytes) < 0) {
            throw new TraceProblem("the heap dump has at least " + DisplayText.grouped(size()) + " objects and "
                    + DisplayText.grouped(references) + " references. Reading them needs more memory than the "
                    + DisplayText.size(Runtime.getRuntime().maxMemory())
                    + " that Traceglass may use. Start it with a larger --memory-limit.");
        }
    }

    /// Returns the number of bytes left for other data of the dump.
    ///
    /// @param bytes memory used by other data so far
    long freeMemory(long bytes) {
        return Runtime.getRuntime().maxMemory() / 8 * 5 - runBytes - index.bytes() - classes.bytes() - bytes;
    }
}
