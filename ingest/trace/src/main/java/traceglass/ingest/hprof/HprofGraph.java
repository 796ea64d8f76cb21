package traceglass.ingest.hprof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.collection.IntQueue;
import traceglass.ingest.collection.RankedBits;
import traceglass.ingest.collection.SmallInts;
import traceglass.store.names.StatNames;
import traceglass.store.text.DisplayText;

/// References between the objects of a dump, found in a second pass, and the data derived from them.
final class HprofGraph {

    private static final int NONE = -2;

    private final HprofDump dump;
    private final ImportProgress progress;
    private final HprofReferences references;
    private final NativeSizes nativeSizes;
    private final RankedBits texts;
    private final BitSet utf16 = new BitSet();
    private final HprofClass stringClass;
    private final int coderName;
    /// Distances from the roots plus 1; 0 for unreachable objects.
    private final SmallInts distances = new SmallInts();
    /// The first reference of the current object, or [#NONE].
    private int firstTarget;

    HprofGraph(HprofDump dump, ImportProgress progress) {
        this.dump = dump;
        this.progress = progress;
        references = new HprofReferences(dump.objects.size());
        texts = new RankedBits(dump.objects.size());
        nativeSizes = new NativeSizes(dump);
        stringClass = dump.classes.byName("java.lang.String");
        coderName = dump.classes.nameId("java.lang.String.coder");
    }

    /// Reads all references.
    void read(HprofSpool spool) throws IOException, TraceProblem {
        HprofEntries entries = new HprofEntries(spool, dump, HprofEntries.Elements.NONE);
        while (entries.next()) {
            if ((entries.object() & 0xFFF) == 0) {
                progress.check();
                dump.objects.checkMemory(references.count(), bytes());
            }
            references.begin();
            firstTarget = NONE;
            switch (entries.kind()) {
                case HprofDump.CLASS -> addStatics(entries.object());
                case HprofDump.INSTANCE -> addInstance(entries);
                case HprofDump.OBJECT_ARRAY -> {
                    for (int i = 0; i < entries.length(); i++) {
                        add(entries.element(), false);
                    }
                }
                default -> dump.objects.setClass(entries.object(), dump.classes.primitiveArray(entries.type()));
            }
            references.end();
            if (references.count() > Integer.MAX_VALUE / 2) {
                throw new TraceProblem("the heap dump has more than " + DisplayText.grouped(Integer.MAX_VALUE / 2)
                        + " references, which is not supported");
            }
        }
        nativeSizes.finish();
        measureDistances();
    }

    private void add(long id, boolean isWeak) {
        if (id != 0) {
            int target = dump.objects.find(id);
            firstTarget = firstTarget == NONE ? target : firstTarget;
            references.add(target, isWeak);
        }
    }

    private void addStatics(int object) {
        HprofClass c = dump.classes.get(dump.objects.classOf(object));
        for (int i = 0; i < c.staticTypes.length; i++) {
            if (c.staticTypes[i] == HprofType.OBJECT) {
                add(c.staticValues[i], false);
            }
        }
    }

    private void addInstance(HprofEntries e) {
        HprofClass c = dump.classes.get(dump.objects.classOf(e.object()));
        HprofLayout layout = dump.classes.layout(c);
        byte[] data = e.data();
        for (int i = 0; i < layout.size(); i++) {
            int offset = layout.offsets()[i];
            if (layout.types()[i] != HprofType.OBJECT || offset >= e.dataLength()) {
                continue;
            }
            if (offset + dump.idSize > e.dataLength()) {
                dump.reportError(StatNames.HPROF_REFERENCE_ERRORS);
                break;
            }
            add(BigEndian.id(data, offset, dump.idSize), i == layout.referent());
        }
        if (c == stringClass) {
            markText(layout, e);
        }
        nativeSizes.add(c, layout, e);
    }

    /// Records the array that contains the characters of a string.
    private void markText(HprofLayout layout, HprofEntries e) {
        int array = firstTarget;
        if (array >= 0) {
            texts.set(array);
            int coder = layout.find(coderName);
            if (coder >= 0 && layout.offsets()[coder] < e.dataLength() && e.data()[layout.offsets()[coder]] == 1) {
                utf16.set(array);
            }
        }
    }

    /// Searches from the roots, breadth first, to find the shortest distance to each object.
    private void measureDistances() throws TraceProblem {
        distances.resize(dump.objects.size());
        IntQueue queue = new IntQueue();
        dump.roots.forEach((id, tag) -> {
            int object = dump.objects.find(id);
            if (object >= 0 && distances.get(object) == 0) {
                distances.set(object, 1);
                queue.add(object);
            }
        });
        HprofReferences.Cursor cursor = references.cursor();
        for (long n = 0; !queue.isEmpty(); n++) {
            if ((n & 0xFFFF) == 0) {
                progress.check();
                dump.objects.checkMemory(references.count(), bytes() + queue.bytes());
            }
            int object = queue.remove();
            int distance = distances.get(object) + 1;
            for (cursor.open(object); cursor.hasNext(); ) {
                int target = cursor.next();
                if (target >= 0 && !cursor.isWeak() && distances.get(target) == 0) {
                    distances.set(target, distance);
                    queue.add(target);
                }
            }
        }
    }

    /// Returns the number of references on the shortest path from a root; −1 if the object is unreachable.
    int distance(int object) {
        return distances.get(object) - 1;
    }

    /// Returns a cursor over the references of objects.
    HprofReferences.Cursor references() {
        return references.cursor();
    }

    /// Returns the memory used, in bytes.
    long bytes() {
        // Two bit sets of objects.
        return references.bytes() + distances.bytes() + dump.objects.size() / 4;
    }

    long nativeSize(int object) {
        return nativeSizes.of(object);
    }

    /// Returns the primitive arrays that hold the characters of strings.
    RankedBits texts() {
        return texts;
    }

    /// Returns whether a byte array holds two-byte characters.
    boolean isUtf16(int array) {
        return utf16.get(array);
    }

    /// Returns the number of byte arrays that hold two-byte characters.
    int utf16Count() {
        return utf16.cardinality();
    }

    HprofClass stringClass() {
        return stringClass;
    }

    /// Native memory that Java objects own. A `Cleaner` refers to the object (`referent`) and, through its `thunk`
    /// and the thunk's `this$0`, to the registry of the allocation, which holds the size.
    private static final class NativeSizes {

        private static final String REGISTRY = "libcore.util.NativeAllocationRegistry";
        private static final String THUNK = REGISTRY + "$CleanerThunk";
        private static final String CLEANER = "sun.misc.Cleaner";

        private final HprofDump dump;
        private final HprofClass cleaner;
        private final HprofClass thunk;
        private final HprofClass registry;
        private final Map<Long, Long> registryOfThunk = new HashMap<>();
        private final Map<Long, Long> sizeOfRegistry = new HashMap<>();
        /// Pairs of referent and thunk.
        private final List<long[]> cleaners = new ArrayList<>();
        private final Map<Integer, Long> sizes = new HashMap<>();

        NativeSizes(HprofDump dump) {
            this.dump = dump;
            cleaner = dump.classes.byName(CLEANER);
            thunk = dump.classes.byName(THUNK);
            registry = dump.classes.byName(REGISTRY);
        }

        void add(HprofClass c, HprofLayout layout, HprofEntries e) {
            if (c == cleaner) {
                long referent = id(layout, e, "java.lang.ref.Reference.referent");
                if (referent != 0) {
                    cleaners.add(new long[] {referent, id(layout, e, CLEANER + ".thunk")});
                }
            } else if (c == thunk) {
                registryOfThunk.put(e.id(), id(layout, e, THUNK + ".this$0"));
            } else if (c == registry) {
                int size = layout.find(dump.classes.nameId(REGISTRY + ".size"));
                if (size >= 0
                        && layout.types()[size] == HprofType.LONG
                        && layout.offsets()[size] + Long.BYTES <= e.dataLength()) {
                    sizeOfRegistry.put(e.id(), BigEndian.s8(e.data(), layout.offsets()[size]));
                }
            }
        }

        private long id(HprofLayout layout, HprofEntries e, String field) {
            int i = layout.find(dump.classes.nameId(field));
            boolean isValid = i >= 0
                    && layout.types()[i] == HprofType.OBJECT
                    && layout.offsets()[i] + dump.idSize <= e.dataLength();
            return isValid ? BigEndian.id(e.data(), layout.offsets()[i], dump.idSize) : 0;
        }

        void finish() {
            for (long[] pair : cleaners) {
                long size = sizeOfRegistry.getOrDefault(registryOfThunk.getOrDefault(pair[1], 0L), 0L);
                int object = dump.objects.find(pair[0]);
                if (size > 0 && object >= 0) {
                    sizes.merge(object, size, Long::sum);
                }
            }
        }

        long of(int object) {
            return sizes.isEmpty() ? 0 : sizes.getOrDefault(object, 0L);
        }
    }
}
