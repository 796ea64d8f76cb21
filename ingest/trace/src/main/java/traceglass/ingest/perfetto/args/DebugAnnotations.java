package traceglass.ingest.perfetto.args;

import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.json.text.JsonArgs;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trackevent.DebugAnnotation.NestedValue;
import traceglass.protos.trackevent.DebugAnnotationDecoder;
import traceglass.protos.trackevent.NestedValueDecoder;
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

    private static final long COMPOSITE = DebugAnnotationDecoder.DICT_ENTRIES | DebugAnnotationDecoder.ARRAY_VALUES;
    private static final long FIRST_NUMBERS = DebugAnnotationDecoder.BOOL_VALUE
            | DebugAnnotationDecoder.UINT_VALUE
            | DebugAnnotationDecoder.INT_VALUE
            | DebugAnnotationDecoder.DOUBLE_VALUE;

    private final ProtoArgs args;
    private final ArgStrings strings;
    private final ArgKey key;
    private final JsonArgs json;
    private Level[] levels = new Level[8];
    private boolean isSelfContained;

    /// Decoders of one nesting depth.
    private static final class Level {
        final DebugAnnotationDecoder annotation = new DebugAnnotationDecoder();
        final NestedValueDecoder nested = new NestedValueDecoder();
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
        Level level = level(depth);
        DebugAnnotationDecoder annotation = level.annotation;
        annotation.decode(buffer, offset, length);
        int name = readName(annotation);
        if (name < 0) {
            return FAILED;
        }
        key.mark(level.mark);
        key.enterName(name);
        int result = addValue(annotation, depth);
        key.reset(level.mark);
        return result;
    }

    private int readName(DebugAnnotationDecoder annotation) {
        if (annotation.nameIid() != 0) {
            return interned(NAMES, annotation.nameIid());
        }
        return annotation.hasName()
                ? strings.intern(annotation.buffer(), annotation.nameOffset(), annotation.nameLength())
                : -1;
    }

    private int interned(int field, long iid) {
        return strings.interned(args.state(), field, iid);
    }

    /// Writes the value of an annotation whose key has been entered. An annotation should have only one value; of
    /// several, the first one in the order of this method is used.
    private int addValue(DebugAnnotationDecoder a, int depth) {
        if (depth >= ProtoArgs.MAX_DEPTH) {
            return FAILED;
        }
        if (a.hasAny(COMPOSITE)) {
            return a.dictEntriesCount() > 0 ? addDictionary(a, depth) : addArray(a, depth);
        }
        if (a.hasAny(FIRST_NUMBERS)) {
            return addNumber(a);
        }
        if (a.hasStringValue()) {
            return addText(strings.intern(a.buffer(), a.stringValueOffset(), a.stringValueLength()));
        }
        if (a.hasStringValueIid()) {
            return addText(interned(STRING_VALUES, a.stringValueIid()));
        }
        if (a.hasPointerValue()) {
            args.out().addPointer(key.flatId(), key.fullId(), a.pointerValue());
            return ADDED;
        }
        if (a.hasLegacyJsonValue()) {
            return addLegacyJson(a.buffer(), a.legacyJsonValueOffset(), a.legacyJsonValueLength());
        }
        if (a.hasProtoValue()) {
            return addMessage(a, depth);
        }
        return a.hasNestedValue()
                ? addNestedValue(a.buffer(), a.nestedValueOffset(), a.nestedValueLength(), depth + 1)
                : EMPTY;
    }

    private int addNumber(DebugAnnotationDecoder a) {
        ArgSetBuilder out = args.out();
        if (a.hasBoolValue()) {
            out.addBool(key.flatId(), key.fullId(), a.boolValue());
        } else if (a.hasUintValue()) {
            out.addUint(key.flatId(), key.fullId(), a.uintValue());
        } else if (a.hasIntValue()) {
            out.addInt(key.flatId(), key.fullId(), a.intValue());
        } else {
            out.addReal(key.flatId(), key.fullId(), a.doubleValue());
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

    private int addMessage(DebugAnnotationDecoder a, int depth) {
        int name = typeName(a);
        if (name <= StringPool.NULL || dependsOnEvent()) {
            return FAILED;
        }
        String typeName = strings.get(name);
        byte[] buffer = a.buffer();
        int from = a.protoValueOffset();
        int size = a.protoValueLength();
        if (typeName.equals(DOTTED_TYPE)) {
            return addAnnotation(buffer, from, size, depth + 1) == FAILED ? FAILED : ADDED;
        }
        MessageType type = args.types().message(typeName);
        return type != null && args.addNested(buffer, from, size, type, depth + 1) ? ADDED : FAILED;
    }

    private int typeName(DebugAnnotationDecoder a) {
        if (a.hasProtoTypeName()) {
            return strings.intern(a.buffer(), a.protoTypeNameOffset(), a.protoTypeNameLength());
        }
        return a.protoTypeNameIid() == 0 ? -1 : interned(VALUE_TYPE_NAMES, a.protoTypeNameIid());
    }

    private int addDictionary(DebugAnnotationDecoder a, int depth) {
        for (int i = 0; i < a.dictEntriesCount(); i++) {
            if (addAnnotation(a.buffer(), a.dictEntriesOffset(i), a.dictEntriesLength(i), depth + 1) == FAILED) {
                return FAILED;
            }
        }
        return ADDED;
    }

    private int addArray(DebugAnnotationDecoder a, int depth) {
        if (dependsOnEvent()) {
            return FAILED;
        }
        int arrayKey = key.fullId();
        int index = args.out().nextArrayIndex(arrayKey);
        boolean isAdded = false;
        Level level = level(depth + 1);
        for (int i = 0; i < a.arrayValuesCount(); i++) {
            key.mark(level.mark);
            key.enterElement(index);
            int result = addValue(a.arrayValues(i, level.annotation), depth + 1);
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

    /// Writes a `NestedValue`, the older representation of lists and dictionaries.
    private int addNestedValue(byte[] buffer, int offset, int length, int depth) {
        if (depth >= ProtoArgs.MAX_DEPTH) {
            return FAILED;
        }
        NestedValueDecoder value = level(depth).nested;
        value.decode(buffer, offset, length);
        if (value.nestedType() == NestedValue.NestedType.DICT_VALUE) {
            return addNestedDictionary(value, depth);
        }
        if (value.nestedType() == NestedValue.NestedType.ARRAY_VALUE) {
            return addNestedArray(value, depth);
        }
        ArgSetBuilder out = args.out();
        if (value.hasBoolValue()) {
            out.addBool(key.flatId(), key.fullId(), value.boolValue());
        } else if (value.hasIntValue()) {
            out.addInt(key.flatId(), key.fullId(), value.intValue());
        } else if (value.hasDoubleValue()) {
            out.addReal(key.flatId(), key.fullId(), value.doubleValue());
        } else if (value.hasStringValue()) {
            addText(strings.intern(buffer, value.stringValueOffset(), value.stringValueLength()));
        } else {
            return EMPTY;
        }
        return ADDED;
    }

    private int addNestedDictionary(NestedValueDecoder value, int depth) {
        ArgKey.Mark mark = level(depth).mark;
        int size = Math.min(value.dictKeysCount(), value.dictValuesCount());
        for (int i = 0; i < size; i++) {
            key.mark(mark);
            key.enterName(strings.intern(value.buffer(), value.dictKeysOffset(i), value.dictKeysLength(i)));
            int result =
                    addNestedValue(value.buffer(), value.dictValuesOffset(i), value.dictValuesLength(i), depth + 1);
            key.reset(mark);
            if (result == FAILED) {
                return FAILED;
            }
        }
        return value.dictKeysCount() == value.dictValuesCount() ? ADDED : FAILED;
    }

    private int addNestedArray(NestedValueDecoder value, int depth) {
        if (dependsOnEvent()) {
            return FAILED;
        }
        int arrayKey = key.fullId();
        int index = args.out().nextArrayIndex(arrayKey);
        boolean isAdded = false;
        ArgKey.Mark mark = level(depth).mark;
        for (int i = 0; i < value.arrayValuesCount(); i++) {
            key.mark(mark);
            key.enterElement(index);
            int result =
                    addNestedValue(value.buffer(), value.arrayValuesOffset(i), value.arrayValuesLength(i), depth + 1);
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
}
