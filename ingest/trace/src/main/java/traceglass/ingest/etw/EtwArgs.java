package traceglass.ingest.etw;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.ImportContext;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;

/// Converts the fields of one message to arguments: the fields that are present, in a fixed order and with readable
/// names.
public final class EtwArgs {

    /// Upper bound of the field numbers in these messages.
    private static final int FIELDS = 64;
    /// Number of an additional field that the schema does not have: the path of the file.
    public static final int PATH = 63;

    /// How a field is formatted.
    enum Kind {
        NUMBER,
        SIGNED,
        POINTER,
        TEXT,
        INFO_CLASS,
        EXTRA_INFO
    }

    private record Field(int number, String name, Kind kind) {}

    private final List<Field> fields = new ArrayList<>();
    private final ProtoCursor cursor = new ProtoCursor();

    EtwArgs add(int number, String name, Kind kind) {
        fields.add(new Field(number, name, kind));
        return this;
    }

    /// Returns the value of a number field, or null if it is missing.
    @Nullable
    Long number(byte[] bytes, int offset, int length, int field) {
        Long value = null;
        for (cursor.enter(bytes, offset, length); cursor.next(); ) {
            value = cursor.field() == field ? Long.valueOf(cursor.asLong()) : value;
        }
        return value;
    }

    /// Reads the message immediately and returns a writer that adds its fields to an arg set.
    ///
    /// @param extraInfoName argument name of the field of kind [Kind#EXTRA_INFO] in this message
    ArgsWriter read(byte[] bytes, int offset, int length, ImportContext context, String extraInfoName) {
        boolean[] set = new boolean[FIELDS];
        boolean[] isText = new boolean[FIELDS];
        long[] values = new long[FIELDS];
        for (cursor.enter(bytes, offset, length); cursor.next(); ) {
            if (cursor.field() < FIELDS) {
                set[cursor.field()] = true;
                isText[cursor.field()] = cursor.wire() == ProtoCursor.BYTES;
                values[cursor.field()] =
                        isText[cursor.field()] ? cursor.asStringId(context.strings()) : cursor.asLong();
            }
        }
        return b -> {
            for (Field f : fields) {
                if (set[f.number] && isText[f.number] == (f.kind == Kind.TEXT)) {
                    add(b, f, values[f.number], context, extraInfoName);
                }
            }
        };
    }

    private static void add(ArgSetBuilder b, Field f, long value, ImportContext context, String extraInfoName) {
        int key = context.strings().intern(f.kind == Kind.EXTRA_INFO ? extraInfoName : f.name);
        switch (f.kind) {
            case NUMBER, EXTRA_INFO -> b.addUint(key, value);
            case SIGNED -> b.addInt(key, value);
            case POINTER -> b.addPointer(key, value);
            case TEXT -> b.addString(key, (int) value);
            case INFO_CLASS -> {
                String name = EtwNames.fileInfoClass(value);
                if (name == null) {
                    b.addUint(key, value);
                } else {
                    b.addString(key, context.strings().intern(name));
                }
            }
        }
    }
}
