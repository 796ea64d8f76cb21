package traceglass.ingest.nettrace;

import java.util.ArrayList;
import java.util.List;

/// Description of a type of events: provider, name and fields.
final class EventTypeInfo {

    static final int OBJECT = 1;
    static final int ARRAY = 19;
    static final int FIXED_ARRAY = 22;
    static final int REL_LOC = 24;
    static final int DATA_LOC = 25;
    private static final int MAX_DEPTH = 16;
    private static final int MAX_FIELDS = 4096;
    private static final int TAG_OPCODE = 1;
    private static final int TAG_FIELDS = 2;

    /// A field of an event.
    ///
    /// @param element type of the elements of an array; otherwise null
    /// @param fields fields of an object; otherwise empty
    /// @param count number of elements of a fixed-length array
    record Field(String name, int type, Field element, List<Field> fields, int count) {}

    final int id;
    final String provider;
    final int eventId;
    final String name;
    int opcode;
    List<Field> fields = List.of();
    /// Consumer of the events, chosen when the first one is read.
    NettraceEvents.Sink sink;

    EventTypeInfo(int id, String provider, int eventId, String name) {
        this.id = id;
        this.provider = provider;
        this.eventId = eventId;
        this.name = name;
    }

    /// Reads the payload of a metadata event of versions 4 and 5.
    static EventTypeInfo read(NettraceCursor in) {
        int id = in.readInt();
        String provider = in.readUtf16();
        int eventId = in.readInt();
        EventTypeInfo type = new EventTypeInfo(id, provider, eventId, in.readUtf16());
        in.skip(8 + 4 + 4);
        type.fields = readFields(in, 0);
        while (in.remaining() > 5) {
            int size = in.readInt();
            int tag = in.readByte();
            NettraceCursor content = in.slice(size);
            if (tag == TAG_OPCODE) {
                type.opcode = content.readByte();
            } else if (tag == TAG_FIELDS) {
                type.fields = readSizedFields(content, 0);
            }
        }
        return type;
    }

    private static int readCount(NettraceCursor in, int depth) {
        int count = in.readInt();
        if (depth > MAX_DEPTH || count < 0 || count > MAX_FIELDS) {
            throw new NettraceFormatException("invalid number of fields: " + count);
        }
        return count;
    }

    private static List<Field> readFields(NettraceCursor in, int depth) {
        int count = readCount(in, depth);
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int type = in.readInt();
            List<Field> nested = type == OBJECT ? readFields(in, depth + 1) : List.of();
            fields.add(new Field(in.readUtf16(), type, null, nested, 0));
        }
        return fields;
    }

    /// Reads fields that include their sizes, as in version 5's tag with extended types.
    private static List<Field> readSizedFields(NettraceCursor in, int depth) {
        int count = readCount(in, depth);
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            NettraceCursor field = in.slice(in.readInt() - 4L);
            fields.add(readType(field.readUtf16(), field, depth));
        }
        return fields;
    }

    private static Field readType(String name, NettraceCursor in, int depth) {
        if (depth > MAX_DEPTH) {
            throw new NettraceFormatException("types are nested too deeply");
        }
        int type = in.readInt();
        Field element = type == ARRAY ? readType("", in, depth + 1) : null;
        return new Field(name, type, element, type == OBJECT ? readSizedFields(in, depth + 1) : List.of(), 0);
    }

    /// Reads a row of a metadata block in version 6.
    static EventTypeInfo readRow(NettraceCursor in) {
        int id = (int) in.readNumber();
        String provider = in.readUtf8();
        int eventId = (int) in.readNumber();
        EventTypeInfo type = new EventTypeInfo(id, provider, eventId, in.readUtf8());
        type.fields = readRowFields(in, 0);
        NettraceCursor options = in.slice(in.readShort());
        while (options.hasMore()) {
            switch (options.readByte()) {
                case 1 -> type.opcode = options.readByte();
                case 3 -> options.skip(8);
                case 4, 5 -> options.readUtf8();
                case 6 -> {
                    options.readUtf8();
                    options.readUtf8();
                }
                case 7 -> options.skip(16);
                case 8, 9 -> options.skip(1);
                default -> options.skip(options.remaining());
            }
        }
        return type;
    }

    private static List<Field> readRowFields(NettraceCursor in, int depth) {
        int count = in.readShort();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            NettraceCursor field = in.slice(in.readShort());
            fields.add(readRowType(field.readUtf8(), field, depth));
        }
        return fields;
    }

    private static Field readRowType(String name, NettraceCursor in, int depth) {
        if (depth > MAX_DEPTH) {
            throw new NettraceFormatException("types are nested too deeply");
        }
        int type = in.readByte();
        boolean hasElement = type == ARRAY || type == FIXED_ARRAY || type == REL_LOC || type == DATA_LOC;
        Field element = hasElement ? readRowType("", in, depth + 1) : null;
        int count = type == FIXED_ARRAY ? in.readShort() : 0;
        return new Field(name, type, element, type == OBJECT ? readRowFields(in, depth + 1) : List.of(), count);
    }
}
