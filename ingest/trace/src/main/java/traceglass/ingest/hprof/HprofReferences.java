package traceglass.ingest.hprof;

import java.util.Arrays;
import traceglass.ingest.collection.ByteChunks;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.GrowingLongs;

/// References of all objects of a dump, in object order. A reference takes one to four bytes, depending on the
/// distance between the two objects' numbers; each object takes one more byte.
final class HprofReferences {

    /// Target of a reference to an object missing from the dump.
    static final int MISSING = -1;

    /// Log2 of the number of objects whose references share an index entry.
    private static final int GROUP_BITS = 4;
    /// Length that marks a list whose end is in [#longEnds].
    private static final int LONG = 0xFF;

    /// Lowest bit of the code of a weak reference, and of the code for a missing target.
    private static final int SPECIAL = 1;
    private static final int MISSING_CODE = SPECIAL | 2;

    private final ByteChunks bytes = new ByteChunks();
    private final long[] starts;
    private final GrowingInts longLists = new GrowingInts();
    private final GrowingLongs longEnds = new GrowingLongs();
    private int objects;
    private long listStart;
    private long count;

    /// @param objects number of objects
    HprofReferences(int objects) {
        starts = new long[(objects >> GROUP_BITS) + 1];
    }

    /// Starts the references of the next object.
    void begin() {
        if ((objects & (1 << GROUP_BITS) - 1) == 0) {
            starts[objects >> GROUP_BITS] = bytes.size();
        }
        listStart = bytes.size();
        bytes.add(0);
    }

    /// Adds a reference of the object.
    ///
    /// @param target object to which the reference points, or [#MISSING]
    /// @param isWeak whether the reference does not keep its target alive
    void add(int target, boolean isWeak) {
        count++;
        if (target == MISSING) {
            bytes.addVarint(MISSING_CODE);
            return;
        }
        long distance = target - (long) objects;
        long code = distance << 1 ^ distance >> 63;
        bytes.addVarint(isWeak ? code << 2 | SPECIAL : code << 1);
    }

    /// Ends the references of the object.
    void end() {
        long length = bytes.size() - listStart - 1;
        if (length < LONG) {
            bytes.set(listStart, (int) length);
        } else {
            bytes.set(listStart, LONG);
            longLists.add(objects);
            longEnds.add(bytes.size());
        }
        objects++;
    }

    /// Returns the number of references so far.
    long count() {
        return count;
    }

    /// Returns the memory used, in bytes.
    long bytes() {
        return bytes.size() + (long) starts.length * Long.BYTES;
    }

    /// Returns a cursor over the references of one object at a time.
    Cursor cursor() {
        return new Cursor();
    }

    /// Reads the references of an object, in the order of its fields or elements, without null references.
    final class Cursor {

        private final ByteChunks.Reader in = bytes.reader();
        private int[] longObjects = {};
        private int object = -1;
        private long end;
        private boolean isWeak;

        /// Moves to the references of an object.
        void open(int newObject) {
            int from = newObject == object + 1 ? newObject : newObject >> GROUP_BITS << GROUP_BITS;
            in.seek(newObject == object + 1 ? end : starts[newObject >> GROUP_BITS]);
            for (int o = from; ; o++) {
                int length = in.u1();
                end = length < LONG ? in.position() + length : longEnd(o);
                if (o == newObject) {
                    object = o;
                    return;
                }
                in.seek(end);
            }
        }

        private long longEnd(int longObject) {
            if (longObjects.length != longLists.size()) {
                longObjects = longLists.toArray();
            }
            return longEnds.get(Arrays.binarySearch(longObjects, longObject));
        }

        boolean hasNext() {
            return in.position() < end;
        }

        /// Returns the object to which the next reference points, or [#MISSING].
        int next() {
            long code = in.varint();
            isWeak = false;
            if ((code & SPECIAL) != 0) {
                if (code == MISSING_CODE) {
                    return MISSING;
                }
                isWeak = true;
                code >>>= 1;
            }
            long distance = code >>> 1;
            return (int) (object + (distance >>> 1 ^ -(distance & 1)));
        }

        /// Returns whether the last returned reference does not keep its target alive.
        boolean isWeak() {
            return isWeak;
        }
    }
}
