package traceglass.ingest.hprof;

import java.io.IOException;
import java.util.function.LongToIntFunction;
import traceglass.ingest.TraceProblem;
import traceglass.store.names.StatNames;

/// Reads the entries of heap segments: roots, classes, instances and arrays. Contents of objects go to the spool.
final class HprofSegment {

    static final int CLASS = 0x20;
    static final int INSTANCE = 0x21;
    static final int OBJECT_ARRAY = 0x22;
    static final int PRIMITIVE_ARRAY = 0x23;
    private static final int UNREACHABLE = 0x90;
    /// Primitive array; the dump contains only its type and length.
    private static final int PRIMITIVE_ARRAY_WITHOUT_DATA = 0xC3;
    private static final int HEAP = 0xFE;

    private final HprofInput in;
    private final HprofDump dump;
    private final HprofSpool spool;
    private final LongToIntFunction stringIds;
    private final ArrayHash hash = new ArrayHash();
    private int heap;
    private long completeBytes;
    private long lastId;
    /// Whether the last object was added but its entry has not been read completely.
    private boolean isIncomplete;

    /// @param stringIds converts a string id of the dump to a string pool id
    HprofSegment(HprofInput in, HprofDump dump, HprofSpool spool, LongToIntFunction stringIds) {
        this.in = in;
        this.dump = dump;
        this.spool = spool;
        this.stringIds = stringIds;
    }

    /// Returns the size of the spool up to the last complete entry.
    long completeBytes() {
        return completeBytes;
    }

    /// Reads one entry. Returns false if it is invalid, in which case the position of the next one is unknown.
    boolean readEntry() throws IOException, TraceProblem {
        int tag = in.u1();
        boolean isValid = switch (tag) {
            case CLASS -> readClassDump();
            case INSTANCE -> readInstance();
            case OBJECT_ARRAY -> readObjectArray();
            case PRIMITIVE_ARRAY -> readPrimitiveArray(true);
            case PRIMITIVE_ARRAY_WITHOUT_DATA -> readPrimitiveArray(false);
            case HEAP -> readHeap();
            case UNREACHABLE -> readUnreachable();
            default -> HprofDump.isRoot(tag) && readRoot(tag);
        };
        completeBytes = spool.position();
        isIncomplete = false;
        return isValid;
    }

    private boolean readHeap() throws IOException {
        in.u4();
        heap = dump.heap(dump.classes.text(stringIds.applyAsInt(in.id())));
        return true;
    }

    private boolean readUnreachable() throws IOException {
        in.id();
        return true;
    }

    private boolean readRoot(int tag) throws IOException {
        long id = in.id();
        switch (tag) {
            case 0x01 -> in.id();
            case 0x02, 0x03 -> dump.threads.addLocal(id, in.u4(), in.u4());
            case 0x08 -> dump.threads.addThread(id, in.u4(), in.u4());
            case 0x8E -> in.skip(2 * Integer.BYTES);
            case 0x04, 0x06 -> in.skip(Integer.BYTES);
            default -> {}
        }
        dump.addRoot(id, tag);
        dump.rootRecords++;
        return true;
    }

    private boolean readClassDump() throws IOException, TraceProblem {
        int index = dump.classes.index(in.id());
        // A class that is dumped twice keeps its first description.
        boolean isRepeated = dump.classes.get(index).isDumped;
        HprofClass c = isRepeated ? new HprofClass(0, "") : dump.classes.get(index);
        in.u4();
        c.superId = in.id();
        c.loaderId = in.id();
        in.skip(4L * in.idSize());
        c.instanceSize = in.u4();
        for (int n = in.u2(); n > 0; n--) {
            in.u2();
            int size = HprofType.size(in.u1(), in.idSize());
            if (size == 0) {
                return false;
            }
            in.skip(size);
        }
        if (!readStatics(c) || !readFields(c)) {
            return false;
        }
        c.isDumped = true;
        if (!isRepeated) {
            dump.objects.add(c.id, index, true);
            put(HprofDump.CLASS, c.id);
        }
        return true;
    }

    private boolean readStatics(HprofClass c) throws IOException {
        int n = in.u2();
        byte[] types = new byte[n];
        int[] names = new int[n];
        long[] values = new long[n];
        for (int i = 0; i < n; i++) {
            names[i] = stringIds.applyAsInt(in.id());
            types[i] = (byte) in.u1();
            int size = HprofType.size(types[i], in.idSize());
            if (size == 0) {
                return false;
            }
            values[i] = in.value(size);
        }
        c.staticTypes = types;
        c.staticNames = names;
        c.staticValues = values;
        return true;
    }

    private boolean readFields(HprofClass c) throws IOException {
        int n = in.u2();
        byte[] types = new byte[n];
        int[] names = new int[n];
        for (int i = 0; i < n; i++) {
            names[i] = stringIds.applyAsInt(in.id());
            types[i] = (byte) in.u1();
            if (HprofType.size(types[i], in.idSize()) == 0) {
                return false;
            }
        }
        c.fieldTypes = types;
        c.fieldNames = names;
        return true;
    }

    /// Adds an object and writes the start of its entry.
    private void add(int kind, long id, int classIndex) throws IOException, TraceProblem {
        dump.objects.add(id, classIndex, false);
        isIncomplete = true;
        put(kind, id);
    }

    private void put(int kind, long id) throws IOException {
        spool.put(kind);
        spool.put(heap);
        spool.putSigned(id - lastId);
        lastId = id;
    }

    /// Discards the entry that the end of the file cuts off.
    void discardIncomplete() {
        if (isIncomplete) {
            dump.objects.removeLast();
        }
    }

    private boolean readInstance() throws IOException, TraceProblem {
        long id = in.id();
        in.u4();
        int index = dump.classes.index(in.id());
        long length = in.u4();
        if (length > Integer.MAX_VALUE) {
            return false;
        }
        add(HprofDump.INSTANCE, id, index);
        spool.putInt((int) length);
        in.copy(length, spool, null);
        dump.instances++;
        return true;
    }

    private boolean readObjectArray() throws IOException, TraceProblem {
        long id = in.id();
        in.u4();
        long length = in.u4();
        int index = dump.classes.index(in.id());
        if (length > Integer.MAX_VALUE) {
            return false;
        }
        add(HprofDump.OBJECT_ARRAY, id, index);
        spool.putInt((int) length);
        in.copy(length * in.idSize(), spool, null);
        dump.objectArrays++;
        return true;
    }

    private boolean readPrimitiveArray(boolean hasData) throws IOException, TraceProblem {
        long id = in.id();
        in.u4();
        long length = in.u4();
        int type = in.u1();
        int size = HprofType.isPrimitive(type) ? HprofType.size(type, in.idSize()) : 0;
        if (size == 0 || length > Integer.MAX_VALUE) {
            dump.reportError(StatNames.HPROF_PRIMITIVE_ARRAY_PARSING_ERRORS);
            return false;
        }
        long bytes = hasData ? length * size : 0;
        boolean isText =
                bytes > 0 && bytes <= HprofDump.MAX_TEXT_BYTES && (type == HprofType.BYTE || type == HprofType.CHAR);
        boolean isKept = isText || bytes > 0 && bytes <= HprofDump.MAX_ARRAY_BYTES;
        // The class index is set once all classes are known.
        add(HprofDump.PRIMITIVE_ARRAY, id, 0);
        spool.put(type);
        spool.putInt((int) length);
        spool.put(isText ? HprofDump.TEXT_ELEMENTS : isKept ? HprofDump.OTHER_ELEMENTS : 0);
        hash.start(size, bytes);
        in.copy(bytes, isKept ? spool : null, hash);
        spool.putLong(hash.finish());
        dump.primitiveArrays++;
        return true;
    }
}
