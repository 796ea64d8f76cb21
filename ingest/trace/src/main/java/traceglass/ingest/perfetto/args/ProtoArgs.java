package traceglass.ingest.perfetto.args;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.machine.ProcessTracker;

/// Converts messages to arguments by traversing their types: `a.b[1].c` for field `c` of the second `b` of `a`.
/// Enumerations are written as names, bytes as base64, empty messages as NULL. Fields unknown to the type are counted
/// and skipped.
///
/// An instance is reused for many messages, one at a time.
public final class ProtoArgs {

    /// Maximum nesting depth, above that of any known writer; deeper messages are skipped.
    static final int MAX_DEPTH = 200;

    /// Custom conversion of a field.
    @FunctionalInterface
    public interface Override {

        /// @param value value of the field
        /// @return false to write the field in the default way
        boolean write(ProtoArgs args, long value);
    }

    private final ImportContext context;
    private final MessageTypes types;
    private final ArgStrings strings;
    private final Map<String, Override> overrides = new HashMap<>();
    private final ArgKey key;
    private final DebugAnnotations annotations;
    private final AnnotationCache annotationCache = new AnnotationCache();
    private Level[] levels = new Level[8];
    private final PackedCursor packed = new PackedCursor();
    private boolean hasDebugAnnotations;
    private boolean addsDefaults;
    private BitSet allowed;
    private ArgSetBuilder out;
    private SequenceState state;
    private long ts;
    private int unknown;

    /// State of the traversal of one message.
    private static final class Level {
        final ProtoCursor cursor = new ProtoCursor();
        final ArgKey.Mark mark = new ArgKey.Mark();
        final BitSet seen = new BitSet();
        int[] repeated = new int[8];
        int[] counts = new int[8];
        int repeatedSize;

        int nextIndex(int number) {
            for (int i = 0; i < repeatedSize; i++) {
                if (repeated[i] == number) {
                    return counts[i]++;
                }
            }
            if (repeatedSize == repeated.length) {
                repeated = Arrays.copyOf(repeated, repeatedSize * 2);
                counts = Arrays.copyOf(counts, repeatedSize * 2);
            }
            repeated[repeatedSize] = number;
            counts[repeatedSize++] = 1;
            return 0;
        }
    }

    public ProtoArgs(ImportContext context, MessageTypes types) {
        this(context, types, ArgStrings.of(context.strings()));
    }

    /// Creates an instance for a thread other than the importer's. Fields that it cannot convert are reported to
    /// `argStrings`.
    ///
    /// @param types types that are not used by another thread
    public ProtoArgs(MessageTypes types, ArgStrings argStrings) {
        this(null, types, argStrings);
    }

    private ProtoArgs(ImportContext context, MessageTypes types, ArgStrings argStrings) {
        this.context = context;
        this.types = types;
        this.strings = argStrings;
        this.key = new ArgKey(argStrings, overrides);
        this.annotations = new DebugAnnotations(this, context, argStrings, key);
    }

    /// Enables the conversion of fields of type `DebugAnnotation` as annotations instead of messages.
    public ProtoArgs withDebugAnnotations() {
        hasDebugAnnotations = true;
        return this;
    }

    /// Sets the conversion of the field with this flat key.
    public ProtoArgs override(String flatKey, Override override) {
        overrides.put(flatKey, override);
        return this;
    }

    /// Writes a message.
    ///
    /// @param prefix prefix of all keys, may be empty
    /// @param fields numbers of the fields of the outermost message to write; null for all. Extensions are always
    ///     written
    /// @param hasDefaults whether unset fields are written with their default values
    /// @param sequence state for interned data; may be null
    /// @return false if a part could not be written; the arguments written before it are kept
    public boolean addMessage(
            byte[] buffer,
            int offset,
            int length,
            MessageType type,
            String prefix,
            BitSet fields,
            boolean hasDefaults,
            ArgSetBuilder to,
            SequenceState sequence,
            long time) {
        begin(to, sequence, time);
        allowed = fields;
        addsDefaults = hasDefaults;
        key.start((long) prefix.hashCode() << 32 | System.identityHashCode(type) & 0xFFFF_FFFFL, prefix);
        Level level = level(0);
        level.cursor.enter(buffer, offset, length);
        boolean isComplete = addFields(type, 0);
        addsDefaults = false;
        return isComplete;
    }

    /// Writes a debug annotation under `debug.` plus its name.
    public boolean addDebugAnnotation(
            byte[] buffer, int offset, int length, ArgSetBuilder to, SequenceState sequence, long time) {
        begin(to, sequence, time);
        if (sequence != null && annotationCache.replay(buffer, offset, length, sequence.serial(), to)) {
            return true;
        }
        allowed = null;
        key.start(-1, "debug");
        int size = to.size();
        int added = to.addCount();
        annotations.begin();
        boolean isComplete = annotations.addAnnotation(buffer, offset, length, 0) != DebugAnnotations.FAILED;
        // If no existing argument was replaced, the end of the builder contains the whole annotation.
        if (isComplete
                && sequence != null
                && !strings.hasMisses()
                && annotations.isSelfContained()
                && to.size() - size == to.addCount() - added) {
            annotationCache.store(buffer, offset, length, sequence.serial(), to, size);
        }
        return isComplete;
    }

    private void begin(ArgSetBuilder to, SequenceState sequence, long time) {
        out = to;
        state = sequence;
        ts = time;
        unknown = 0;
    }

    /// Returns the number of unknown fields in the last message.
    public int unknownFields() {
        return unknown;
    }

    /// Returns the target of the arguments, for overrides.
    public ArgSetBuilder out() {
        return out;
    }

    /// Returns the state of the sequence, for overrides; may be null.
    public SequenceState state() {
        return state;
    }

    /// Returns the time of the event in ns, for overrides.
    public long ts() {
        return ts;
    }

    /// Returns the message types used.
    public MessageTypes types() {
        return types;
    }

    private Level level(int depth) {
        if (depth >= levels.length) {
            levels = Arrays.copyOf(levels, depth * 2);
        }
        Level level = levels[depth];
        if (level == null) {
            level = new Level();
            levels[depth] = level;
        }
        level.repeatedSize = 0;
        level.seen.clear();
        return level;
    }

    /// Writes a message whose key has been entered.
    boolean addNested(byte[] buffer, int offset, int length, MessageType type, int depth) {
        if (depth >= MAX_DEPTH) {
            return false;
        }
        Level level = level(depth);
        level.cursor.enter(buffer, offset, length);
        return addFields(type, depth);
    }

    private boolean addFields(MessageType type, int depth) {
        Level level = levels[depth];
        ProtoCursor c = level.cursor;
        boolean isEmpty = true;
        while (c.next()) {
            isEmpty = false;
            MessageType.Field f = type.field(c.field());
            if (f == null) {
                unknown++;
                continue;
            }
            if (addsDefaults) {
                level.seen.set(f.number);
            }
            if (depth == 0 && !isAllowed(f)) {
                continue;
            }
            key.mark(level.mark);
            boolean isComplete = isPacked(f, c) ? addPacked(f, level) : addField(f, level, depth);
            key.reset(level.mark);
            if (!isComplete) {
                return false;
            }
        }
        if (addsDefaults && writeDefaults(type, level, depth)) {
            isEmpty = false;
        }
        if (isEmpty) {
            out.addNull(key.flatId(), key.fullId());
        }
        return true;
    }

    private boolean isAllowed(MessageType.Field f) {
        return allowed == null || f.isExtension || allowed.get(f.number);
    }

    private static boolean isPacked(MessageType.Field f, ProtoCursor c) {
        return f.isRepeated
                && c.wire() == ProtoCursor.BYTES
                && f.type != MessageTypes.TYPE_MESSAGE
                && f.type != TYPE_STRING
                && f.type != TYPE_BYTES;
    }

    private boolean addField(MessageType.Field f, Level level, int depth) {
        ProtoCursor c = level.cursor;
        if (f.type == MessageTypes.TYPE_MESSAGE && hasDebugAnnotations && DebugAnnotations.TYPE.equals(f.typeName)) {
            if (f.isRepeated) {
                level.nextIndex(f.number);
            }
            return annotations.addAnnotation(
                            c.buffer(), c.offset(), c.wire() == ProtoCursor.BYTES ? c.length() : 0, depth + 1)
                    != DebugAnnotations.FAILED;
        }
        key.enterField(f, f.isRepeated ? level.nextIndex(f.number) : -1);
        if (key.override() != null && key.override().write(this, c.asLong())) {
            return true;
        }
        if (f.type == MessageTypes.TYPE_MESSAGE) {
            MessageType type = f.message(types);
            return type != null
                    && addNested(
                            c.buffer(), c.offset(), c.wire() == ProtoCursor.BYTES ? c.length() : 0, type, depth + 1);
        }
        if (f.type == TYPE_STRING) {
            out.addString(key.flatId(), key.fullId(), text(c));
            return true;
        }
        if (f.type == TYPE_BYTES) {
            out.addString(
                    key.flatId(),
                    key.fullId(),
                    strings.intern(Base64.getEncoder().encodeToString(c.asBytes())));
            return true;
        }
        return addNumber(f, c.asLong(), c.wire() == ProtoCursor.FIXED32);
    }

    private int text(ProtoCursor c) {
        return c.wire() == ProtoCursor.BYTES ? strings.intern(c.buffer(), c.offset(), c.length()) : strings.intern("");
    }

    private boolean addPacked(MessageType.Field f, Level level) {
        packed.enter(level.cursor);
        int width = width(f.type);
        while (width == 4 ? packed.nextFixed32() : width == 8 ? packed.nextFixed64() : packed.nextVarint()) {
            key.enterField(f, level.nextIndex(f.number));
            if (key.override() == null || !key.override().write(this, packed.asLong())) {
                addNumber(f, packed.asLong(), width == 4);
            }
            key.reset(level.mark);
        }
        return true;
    }

    private boolean addNumber(MessageType.Field f, long value, boolean isFixed32) {
        int flat = key.flatId();
        int full = key.fullId();
        switch (f.type) {
            case TYPE_INT32, TYPE_SFIXED32 -> {
                if (f.flagsEnum != null) {
                    addFlags(f, value & 0xFFFF_FFFFL);
                    return true;
                }
                out.addInt(flat, full, (int) value);
                addPidOrTid(f, (int) value);
            }
            case TYPE_INT64, TYPE_SFIXED64 -> {
                if (f.flagsEnum != null) {
                    addFlags(f, value);
                    return true;
                }
                out.addInt(flat, full, value);
                addPidOrTid(f, value);
            }
            case TYPE_SINT32 -> out.addInt(flat, full, (int) (value >>> 1 ^ -(value & 1)));
            case TYPE_SINT64 -> out.addInt(flat, full, value >>> 1 ^ -(value & 1));
            case TYPE_UINT32, TYPE_FIXED32 -> out.addUint(flat, full, value & 0xFFFF_FFFFL);
            case TYPE_UINT64, TYPE_FIXED64 -> out.addUint(flat, full, value);
            case TYPE_BOOL -> out.addBool(flat, full, value != 0);
            case TYPE_DOUBLE ->
                out.addReal(flat, full, isFixed32 ? Float.intBitsToFloat((int) value) : Double.longBitsToDouble(value));
            case TYPE_FLOAT -> out.addReal(flat, full, Float.intBitsToFloat((int) value));
            case TYPE_ENUM -> addEnumeration(f, (int) value);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void addEnumeration(MessageType.Field f, int value) {
        MessageType.Enumeration e = f.enumeration(types);
        String name = e == null ? null : e.name(value);
        out.addString(key.flatId(), key.fullId(), strings.intern(name == null ? Integer.toString(value) : name));
    }

    /// Writes each set bit as an array element with its name, and the bits without a name as one number.
    private void addFlags(MessageType.Field f, long mask) {
        MessageType.Enumeration e = types.enumeration(f.flagsEnum);
        long unnamed = 0;
        int index = 0;
        ArgKey.Mark mark = new ArgKey.Mark();
        key.mark(mark);
        for (long bits = mask; bits != 0; bits &= bits - 1) {
            long flag = bits & -bits;
            String name = e == null || flag >>> 32 != 0 ? null : e.name((int) flag);
            if (name == null) {
                unnamed |= flag;
            } else {
                key.enterElement(index++);
                out.addString(key.flatId(), key.fullId(), strings.intern(name));
                key.reset(mark);
            }
        }
        if (unnamed != 0) {
            key.enterElement(index);
            out.addString(key.flatId(), key.fullId(), strings.intern("0x" + Long.toHexString(unnamed)));
            key.reset(mark);
        }
    }

    /// Adds the `upid` or `utid` for a field with a system pid or tid.
    private void addPidOrTid(MessageType.Field f, long value) {
        if (context == null) {
            if (f.isPid || f.isTid) {
                strings.recordMiss();
            }
            return;
        }
        if (f.isPid) {
            int upid = context.processes().processOrNone(value);
            if (upid != ProcessTracker.NONE) {
                out.addInt(
                        suffixed(key.flatBytes(), key.flatLength(), "pid", "upid"),
                        suffixed(key.fullBytes(), key.fullLength(), "pid", "upid"),
                        upid);
            }
        }
        if (f.isTid) {
            int utid = context.processes().threadOrNone(value);
            if (utid != ProcessTracker.NONE) {
                out.addInt(
                        suffixed(key.flatBytes(), key.flatLength(), "tid", "utid"),
                        suffixed(key.fullBytes(), key.fullLength(), "tid", "utid"),
                        utid);
            }
        }
    }

    private int suffixed(byte[] b, int length, String from, String to) {
        String s = new String(b, 0, length, StandardCharsets.UTF_8);
        return strings.intern(s.endsWith(from) ? s.substring(0, s.length() - from.length()) + to : s + "_" + to);
    }

    private boolean writeDefaults(MessageType type, Level level, int depth) {
        boolean[] any = new boolean[1];
        key.mark(level.mark);
        type.fields().forEach((n, f) -> {
            if (depth == 0 && !isAllowed(f) || level.seen.get(f.number)) {
                return;
            }
            key.enterField(f, -1);
            addDefaultValue(f);
            key.reset(level.mark);
            any[0] = true;
        });
        return any[0];
    }

    private void addDefaultValue(MessageType.Field f) {
        int flat = key.flatId();
        int full = key.fullId();
        String text = f.defaultValue == null ? "0" : f.defaultValue;
        if (f.isRepeated) {
            out.addNull(flat, full);
            return;
        }
        switch (f.type) {
            case TYPE_INT32, TYPE_SFIXED32, TYPE_SINT32, TYPE_INT64, TYPE_SFIXED64, TYPE_SINT64 ->
                out.addInt(flat, full, Long.parseLong(text));
            case TYPE_UINT32, TYPE_FIXED32, TYPE_UINT64, TYPE_FIXED64 ->
                out.addUint(flat, full, Long.parseUnsignedLong(text));
            case TYPE_BOOL -> out.addBool(flat, full, text.equals("true"));
            case TYPE_DOUBLE, TYPE_FLOAT -> out.addReal(flat, full, Double.parseDouble(text));
            case TYPE_BYTES -> out.addString(flat, full, strings.intern(""));
            case TYPE_STRING -> {
                if (f.defaultValue == null) {
                    out.addNull(flat, full);
                } else {
                    out.addString(flat, full, strings.intern(text));
                }
            }
            case TYPE_ENUM -> addDefaultEnumeration(f);
            default -> out.addNull(flat, full);
        }
    }

    private void addDefaultEnumeration(MessageType.Field f) {
        if (f.defaultValue == null) {
            addEnumeration(f, 0);
        } else {
            // Descriptors give the default of an enumeration by name.
            out.addString(key.flatId(), key.fullId(), strings.intern(f.defaultValue));
        }
    }

    /// Returns the width in bytes of the elements of a packed field, 0 for varints.
    private static int width(int type) {
        return switch (type) {
            case TYPE_FIXED32, TYPE_SFIXED32, TYPE_FLOAT -> 4;
            case TYPE_FIXED64, TYPE_SFIXED64, TYPE_DOUBLE -> 8;
            default -> 0;
        };
    }

    // Numbers of `FieldDescriptorProto.Type`.
    private static final int TYPE_DOUBLE = 1;
    private static final int TYPE_FLOAT = 2;
    private static final int TYPE_INT64 = 3;
    private static final int TYPE_UINT64 = 4;
    private static final int TYPE_INT32 = 5;
    private static final int TYPE_FIXED64 = 6;
    private static final int TYPE_FIXED32 = 7;
    private static final int TYPE_BOOL = 8;
    private static final int TYPE_STRING = 9;
    private static final int TYPE_BYTES = 12;
    private static final int TYPE_UINT32 = 13;
    private static final int TYPE_ENUM = 14;
    private static final int TYPE_SFIXED32 = 15;
    private static final int TYPE_SFIXED64 = 16;
    private static final int TYPE_SINT32 = 17;
    private static final int TYPE_SINT64 = 18;
}
