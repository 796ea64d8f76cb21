package traceglass.ingest.hprof;

import java.io.IOException;

/// Reads the objects in the spool in order.
final class HprofEntries {

    private final HprofSpool.Reader in;
    private final HprofDump dump;
    private final Elements requested;
    private byte[] data = new byte[1 << 12];
    private int entry = -1;
    private int object = -1;
    private long id;
    private int kind;
    private int heap;
    private int length;
    private int dataLength;
    private int type;
    private long hash;
    private int elements;

    /// Primitive arrays whose elements [#data] provides.
    enum Elements {
        NONE,
        /// Arrays that may contain characters.
        TEXT,
        /// All arrays of up to [HprofDump#MAX_ARRAY_BYTES] bytes.
        ALL
    }

    HprofEntries(HprofSpool spool, HprofDump dump, Elements elements) {
        in = spool.reader();
        this.dump = dump;
        this.requested = elements;
    }

    /// Advances to the next object. Returns false if there is none.
    boolean next() throws IOException {
        do {
            if (!nextEntry()) {
                return false;
            }
        } while (dump.objects.isRepeated(entry));
        object++;
        return true;
    }

    private boolean nextEntry() throws IOException {
        if (elements > 0) {
            in.skip((long) elements * dump.idSize);
            elements = 0;
        }
        if (!in.hasNext()) {
            return false;
        }
        entry++;
        kind = in.u1();
        heap = in.u1();
        id += in.signed();
        dataLength = 0;
        switch (kind) {
            case HprofDump.INSTANCE -> {
                length = in.s4();
                // No object has more fields than this limit.
                load(Math.min(length, HprofClasses.MAX_DATA));
                in.skip(length - dataLength);
            }
            case HprofDump.OBJECT_ARRAY -> {
                length = in.s4();
                elements = length;
            }
            case HprofDump.PRIMITIVE_ARRAY -> readPrimitiveArray();
            default -> length = 0;
        }
        return true;
    }

    private void readPrimitiveArray() throws IOException {
        type = in.u1();
        length = in.s4();
        int elementsKind = in.u1();
        if (elementsKind != 0) {
            int bytes = length * HprofType.size(type, dump.idSize);
            if (requested == Elements.ALL || requested == Elements.TEXT && elementsKind == HprofDump.TEXT_ELEMENTS) {
                load(bytes);
            } else {
                in.skip(bytes);
            }
        }
        hash = in.s8();
    }

    private void load(int bytes) throws IOException {
        if (bytes > data.length) {
            data = new byte[Math.max(bytes, data.length * 2)];
        }
        in.readBytes(data, bytes);
        dataLength = bytes;
    }

    /// Returns the index of the object.
    int object() {
        return object;
    }

    long id() {
        return id;
    }

    /// Returns the kind of entry, see [HprofDump].
    int kind() {
        return kind;
    }

    int heap() {
        return heap;
    }

    /// Returns the number of elements of an array.
    int length() {
        return length;
    }

    /// Returns the type of the elements of a primitive array.
    int type() {
        return type;
    }

    /// Returns the hash of the elements of a primitive array.
    long hash() {
        return hash;
    }

    /// Returns the values of the fields of an instance, or the elements of a primitive array; only the first
    /// [#dataLength] bytes are valid.
    byte[] data() {
        return data;
    }

    int dataLength() {
        return dataLength;
    }

    /// Returns the id of the next element of an object array. Call it at most once for each element.
    long element() throws IOException {
        elements--;
        return in.id(dump.idSize);
    }
}
