package traceglass.ingest.perfetto.args;

import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.json.text.JsonArgs;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trackevent.DebugAnnotation;
import traceglass.protos.trackevent.DebugAnnotation.NestedValue;
import traceglass.store.table.StringPool;

/// Converts `DebugAnnotation`s (track_event/debug_annotation.proto) to arguments: named values, lists and dictionaries
/// of them, messages of any type, and JSON.
final class DebugAnnotations {

    static final String TYPE = "perfetto.protos.DebugAnnotation";
    private static final String DOTTED_TYPE = "." + TYPE;

    /// Results of writing a value.
    static final int FAILED = 0;
    static final int EMPTY = 1;
    static final int ADDED = 2;

    private static final int NAMES = InternedData.DEBUG_ANNOTATION_NAMES_FIELD_NUMBER;
    private static final int VALUE_TYPE_NAMES = InternedData.DEBUG_ANNOTATION_VALUE_TYPE_NAMES_FIELD_NUMBER;
    private static final int STRING_VALUES = InternedData.DEBUG_ANNOTATION_STRING_VALUES_FIELD_NUMBER;

    private final ProtoArgs args;
    private final ArgStrings strings;
    private final ArgKey key;
    private final JsonArgs json;
    private Level[] levels = new Level[8];
    private boolean isSelfContained;

    private static final class Level {
        final ProtoCursor cursor = new ProtoCursor();
        final ProtoCursor values = new ProtoCursor();
        final ArgKey.Mark mark = new ArgKey.Mark();
    }

    /// @param context null if nothing new may be interned, see [ArgStrings#lookupOnly]
    DebugAnnotations(ProtoArgs args, ImportContext context, ArgStrings strings, ArgKey key) {
        this.args = args;
        this.strings = strings;
        this.key = key;
        this.json = context == null ? null : new JsonArgs(context);
    }

    /// Starts a top-level annotation.
    void begin() {
        isSelfContained = true;
    }

    /// Returns whether the arguments written since [#begin] depend only on its bytes and on interned data.
    /// Otherwise they depend on the event: array elements continue the numbering of the event's existing elements,
    /// and messages may refer to data known at the time of the event.
    boolean isSelfContained() {
        return isSelfContained;
    }

    private Level level(int depth) {
        if (depth >= levels.length) {
            levels = Arrays.copyOf(levels, depth * 2);
        }
        if (levels[depth] == null) {
            levels[depth] = new Level();
        }
        return levels[depth];
    }

    /// Writes an annotation, with its name as key.
    ///
    /// @return [#FAILED], [#EMPTY] or [#ADDED]
    int addAnnotation(byte[] buffer, int offset, int length, int depth) {
        int name = readName(buffer, offset, length, depth);
        if (name < 0) {
            return FAILED;
        }
        ArgKey.Mark mark = level(depth).mark;
        key.mark(mark);
        key.enterName(name);
        int result = addValue(buffer, offset, length, depth);
        key.reset(mark);
        return result;
    }

    private int readName(byte[] buffer, int offset, int length, int depth) {
        ProtoCursor c = level(depth).cursor.enter(buffer, offset, length);
        long iid = 0;
        int name = -1;
        while (c.next()) {
            if (c.field() == DebugAnnotation.NAME_IID_FIELD_NUMBER) {
                iid = c.asLong();
            } else if (c.field() == DebugAnnotation.NAME_FIELD_NUMBER) {
                name = strings.of(c);
            }
        }
        return iid != 0 ? interned(NAMES, iid) : name;
    }

    private int interned(int field, long iid) {
        return strings.interned(args.state(), field, iid);
    }

    /// Writes the value of an annotation whose key has been entered.
    private int addValue(byte[] buffer, int offset, int length, int depth) {
        if (depth >= ProtoArgs.MAX_DEPTH) {
            return FAILED;
        }
        ProtoCursor c = level(depth).cursor.enter(buffer, offset, length);
        int kind = 0;
        long number = 0;
        int from = 0;
        int size = 0;
        int typeName = -1;
        long typeIid = 0;
        while (c.next()) {
            int field = c.field();
            switch (field) {
                case DebugAnnotation.NAME_IID_FIELD_NUMBER, DebugAnnotation.NAME_FIELD_NUMBER -> {}
                case DebugAnnotation.PROTO_TYPE_NAME_FIELD_NUMBER -> typeName = strings.of(c);
                case DebugAnnotation.PROTO_TYPE_NAME_IID_FIELD_NUMBER -> typeIid = c.asLong();
                default -> {
                    if (rank(field) < rank(kind) || field == kind) {
                        kind = field;
                        number = c.asLong();
                        from = c.offset();
                        size = c.length();
                    }
                }
            }
        }
        return switch (kind) {
            case DebugAnnotation.DICT_ENTRIES_FIELD_NUMBER -> addDictionary(buffer, offset, length, depth);
            case DebugAnnotation.ARRAY_VALUES_FIELD_NUMBER -> addArray(buffer, offset, length, depth);
            case DebugAnnotation.BOOL_VALUE_FIELD_NUMBER,
                    DebugAnnotation.UINT_VALUE_FIELD_NUMBER,
                    DebugAnnotation.INT_VALUE_FIELD_NUMBER,
                    DebugAnnotation.DOUBLE_VALUE_FIELD_NUMBER,
                    DebugAnnotation.POINTER_VALUE_FIELD_NUMBER -> addNumber(kind, number);
            case DebugAnnotation.STRING_VALUE_FIELD_NUMBER -> addText(strings.intern(buffer, from, size));
            case DebugAnnotation.STRING_VALUE_IID_FIELD_NUMBER -> addText(interned(STRING_VALUES, number));
            case DebugAnnotation.LEGACY_JSON_VALUE_FIELD_NUMBER -> addLegacyJson(buffer, from, size);
            case DebugAnnotation.PROTO_VALUE_FIELD_NUMBER -> {
                int name = typeName >= 0 ? typeName : typeIid != 0 ? interned(VALUE_TYPE_NAMES, typeIid) : -1;
                yield name <= StringPool.NULL ? FAILED : addMessage(buffer, from, size, strings.get(name), depth);
            }
            case DebugAnnotation.NESTED_VALUE_FIELD_NUMBER -> addNestedValue(buffer, from, size, depth + 1);
            default -> EMPTY;
        };
    }

    private int addNumber(int kind, long number) {
        ArgSetBuilder out = args.out();
        switch (kind) {
            case DebugAnnotation.BOOL_VALUE_FIELD_NUMBER -> out.addBool(key.flatId(), key.fullId(), number != 0);
            case DebugAnnotation.UINT_VALUE_FIELD_NUMBER -> out.addUint(key.flatId(), key.fullId(), number);
            case DebugAnnotation.INT_VALUE_FIELD_NUMBER -> out.addInt(key.flatId(), key.fullId(), number);
            case DebugAnnotation.POINTER_VALUE_FIELD_NUMBER -> out.addPointer(key.flatId(), key.fullId(), number);
            default -> out.addReal(key.flatId(), key.fullId(), Double.longBitsToDouble(number));
        }
        return ADDED;
    }

    /// @param id string id, negative if unknown
    private int addText(int id) {
        if (id < 0) {
            return FAILED;
        }
        args.out().addString(key.flatId(), key.fullId(), id);
        return ADDED;
    }

    private int addLegacyJson(byte[] buffer, int from, int size) {
        if (dependsOnEvent()) {
            return FAILED;
        }
        json.writeValue(
                buffer,
                from,
                from + size,
                key.fullBytes(),
                key.fullLength(),
                key.flatBytes(),
                key.flatLength(),
                args.out());
        return ADDED;
    }

    /// Returns the rank of a value field. An annotation should have only one value; otherwise the one with the
    /// lowest rank is used.
    private static int rank(int field) {
        return switch (field) {
            case DebugAnnotation.DICT_ENTRIES_FIELD_NUMBER -> 1;
            case DebugAnnotation.ARRAY_VALUES_FIELD_NUMBER -> 2;
            case DebugAnnotation.BOOL_VALUE_FIELD_NUMBER -> 3;
            case DebugAnnotation.UINT_VALUE_FIELD_NUMBER -> 4;
            case DebugAnnotation.INT_VALUE_FIELD_NUMBER -> 5;
            case DebugAnnotation.DOUBLE_VALUE_FIELD_NUMBER -> 6;
            case DebugAnnotation.STRING_VALUE_FIELD_NUMBER -> 7;
            case DebugAnnotation.STRING_VALUE_IID_FIELD_NUMBER -> 8;
            case DebugAnnotation.POINTER_VALUE_FIELD_NUMBER -> 9;
            case DebugAnnotation.LEGACY_JSON_VALUE_FIELD_NUMBER -> 10;
            case DebugAnnotation.PROTO_VALUE_FIELD_NUMBER -> 11;
            case DebugAnnotation.NESTED_VALUE_FIELD_NUMBER -> 12;
            default -> 13;
        };
    }

    /// Records that the arguments depend on the event.
    ///
    /// @return true if they cannot be written because nothing new may be interned
    private boolean dependsOnEvent() {
        isSelfContained = false;
        if (strings.isLookupOnly()) {
            strings.recordMiss();
            return true;
        }
        return false;
    }

    private int addMessage(byte[] buffer, int from, int size, String typeName, int depth) {
        if (dependsOnEvent()) {
            return FAILED;
        }
        if (typeName.equals(DOTTED_TYPE)) {
            return addAnnotation(buffer, from, size, depth + 1) == FAILED ? FAILED : ADDED;
        }
        MessageType type = args.types().message(typeName);
        return type != null && args.addNested(buffer, from, size, type, depth + 1) ? ADDED : FAILED;
    }

    private int addDictionary(byte[] buffer, int offset, int length, int depth) {
        ProtoCursor c = level(depth).cursor.enter(buffer, offset, length);
        while (c.next()) {
            if (c.field() == DebugAnnotation.DICT_ENTRIES_FIELD_NUMBER
                    && addAnnotation(buffer, c.offset(), c.length(), depth + 1) == FAILED) {
                return FAILED;
            }
        }
        return ADDED;
    }

    private int addArray(byte[] buffer, int offset, int length, int depth) {
        if (dependsOnEvent()) {
            return FAILED;
        }
        int arrayKey = key.fullId();
        int index = args.out().nextArrayIndex(arrayKey);
        boolean isAdded = false;
        ProtoCursor c = level(depth).cursor.enter(buffer, offset, length);
        ArgKey.Mark mark = level(depth + 1).mark;
        while (c.next()) {
            if (c.field() != DebugAnnotation.ARRAY_VALUES_FIELD_NUMBER) {
                continue;
            }
            key.mark(mark);
            key.enterElement(index);
            int result = addValue(buffer, c.offset(), c.length(), depth + 1);
            key.reset(mark);
            if (result == FAILED) {
                return FAILED;
            }
            if (result == ADDED) {
                args.out().allocateArrayIndex(arrayKey);
                index = args.out().nextArrayIndex(arrayKey);
                isAdded = true;
            }
        }
        return isAdded ? ADDED : EMPTY;
    }

    /// Writes a `NestedValue`, the older representation of lists and dictionaries.
    private int addNestedValue(byte[] buffer, int offset, int length, int depth) {
        if (depth >= ProtoArgs.MAX_DEPTH) {
            return FAILED;
        }
        ProtoCursor c = level(depth).cursor.enter(buffer, offset, length);
        int type = 0;
        int field = 0;
        long number = 0;
        int from = 0;
        int size = 0;
        while (c.next()) {
            switch (c.field()) {
                case NestedValue.NESTED_TYPE_FIELD_NUMBER -> type = c.asInt();
                case NestedValue.BOOL_VALUE_FIELD_NUMBER,
                        NestedValue.INT_VALUE_FIELD_NUMBER,
                        NestedValue.DOUBLE_VALUE_FIELD_NUMBER,
                        NestedValue.STRING_VALUE_FIELD_NUMBER -> {
                    if (field == 0 || nestedRank(c.field()) <= nestedRank(field)) {
                        field = c.field();
                        number = c.asLong();
                        from = c.offset();
                        size = c.length();
                    }
                }
                default -> {}
            }
        }
        if (type == NestedValue.NestedType.DICT_VALUE) {
            return addNestedDictionary(buffer, offset, length, depth);
        }
        if (type == NestedValue.NestedType.ARRAY_VALUE) {
            return addNestedArray(buffer, offset, length, depth);
        }
        ArgSetBuilder out = args.out();
        switch (field) {
            case NestedValue.BOOL_VALUE_FIELD_NUMBER -> out.addBool(key.flatId(), key.fullId(), number != 0);
            case NestedValue.INT_VALUE_FIELD_NUMBER -> out.addInt(key.flatId(), key.fullId(), number);
            case NestedValue.DOUBLE_VALUE_FIELD_NUMBER ->
                out.addReal(key.flatId(), key.fullId(), Double.longBitsToDouble(number));
            case NestedValue.STRING_VALUE_FIELD_NUMBER ->
                out.addString(key.flatId(), key.fullId(), strings.intern(buffer, from, size));
            default -> {
                return EMPTY;
            }
        }
        return ADDED;
    }

    private static int nestedRank(int field) {
        return switch (field) {
            case NestedValue.BOOL_VALUE_FIELD_NUMBER -> 1;
            case NestedValue.INT_VALUE_FIELD_NUMBER -> 2;
            case NestedValue.DOUBLE_VALUE_FIELD_NUMBER -> 3;
            default -> 4;
        };
    }

    private int addNestedDictionary(byte[] buffer, int offset, int length, int depth) {
        Level level = level(depth);
        ProtoCursor names = level.cursor.enter(buffer, offset, length);
        ProtoCursor values = level.values.enter(buffer, offset, length);
        ArgKey.Mark mark = level.mark;
        while (true) {
            boolean name = names.seek(NestedValue.DICT_KEYS_FIELD_NUMBER);
            boolean value = values.seek(NestedValue.DICT_VALUES_FIELD_NUMBER);
            if (name != value) {
                return FAILED;
            }
            if (!name) {
                return ADDED;
            }
            key.mark(mark);
            key.enterName(strings.of(names));
            int result = addNestedValue(buffer, values.offset(), values.length(), depth + 1);
            key.reset(mark);
            if (result == FAILED) {
                return FAILED;
            }
        }
    }

    private int addNestedArray(byte[] buffer, int offset, int length, int depth) {
        if (dependsOnEvent()) {
            return FAILED;
        }
        int arrayKey = key.fullId();
        int index = args.out().nextArrayIndex(arrayKey);
        boolean isAdded = false;
        Level level = level(depth);
        ProtoCursor c = level.values.enter(buffer, offset, length);
        while (c.seek(NestedValue.ARRAY_VALUES_FIELD_NUMBER)) {
            key.mark(level.mark);
            key.enterElement(index);
            int result = addNestedValue(buffer, c.offset(), c.length(), depth + 1);
            key.reset(level.mark);
            if (result == FAILED) {
                return FAILED;
            }
            if (result == ADDED) {
                args.out().allocateArrayIndex(arrayKey);
                index = args.out().nextArrayIndex(arrayKey);
                isAdded = true;
            }
        }
        return isAdded ? ADDED : EMPTY;
    }
}
