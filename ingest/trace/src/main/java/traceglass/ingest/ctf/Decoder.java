package traceglass.ingest.ctf;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Decodes values of a type. Lengths and selectors refer to values decoded earlier: in the same structure, in an
/// enclosing one, or in another scope of the event.
final class Decoder {

    static final String PACKET_HEADER = "trace.packet.header";
    static final String PACKET_CONTEXT = "stream.packet.context";
    static final String EVENT_HEADER = "stream.event.header";
    static final String STREAM_EVENT_CONTEXT = "stream.event.context";
    static final String EVENT_CONTEXT = "event.context";
    static final String EVENT_FIELDS = "event.fields";

    private static final int MAX_DEPTH = 64;
    private static final int MAX_ELEMENTS = 1 << 20;
    /// Limit for array elements in a scope that take no bits, since the packet size does not limit their number.
    private static final int MAX_EMPTY_ELEMENTS = 1 << 12;

    /// Receives the values of fields that are mapped to a clock.
    interface ClockListener {
        void onClockValue(long value, int size);
    }

    /// A decoded value; booleans are 0 or 1.
    private record TypedValue(Object value, CtfType type) {
        static final TypedValue NONE = new TypedValue(null, null);
    }

    private final Map<String, StructValue> scopes = new HashMap<>();
    private final Deque<StructValue> open = new ArrayDeque<>();
    private BitInput in;
    private ClockListener clock;
    private int depth;
    private int emptyElements;

    void setInput(BitInput input) {
        in = input;
    }

    /// Decodes a structure as one of the scopes, to which later scopes may refer.
    ///
    /// @param type may be null for a scope without fields
    /// @param listener receives clock values; may be null
    StructValue scope(String name, CtfType.Struct type, ClockListener listener) throws IOException {
        if (type == null) {
            scopes.remove(name);
            return null;
        }
        clock = listener;
        open.clear();
        depth = 0;
        emptyElements = 0;
        StructValue value = new StructValue(type);
        scopes.put(name, value);
        readStruct(value);
        return value;
    }

    /// Makes a previously decoded scope available again.
    void restore(String name, StructValue value) {
        if (value == null) {
            scopes.remove(name);
        } else {
            scopes.put(name, value);
        }
    }

    private void readStruct(StructValue value) throws IOException {
        if (++depth > MAX_DEPTH) {
            throw new IOException("types are nested too deeply");
        }
        in.align(value.type.align());
        open.push(value);
        for (int i = 0; i < value.values.length; i++) {
            value.values[i] = value(value.type.types().get(i));
            value.count = i + 1;
        }
        open.pop();
        depth--;
    }

    private Object value(CtfType type) throws IOException {
        return switch (type) {
            case CtfType.Int t -> number(t);
            case CtfType.VariableInt t -> variable(t.isSigned());
            case CtfType.Real t -> {
                in.align(t.align());
                long bits = in.read(t.size(), t.isBigEndian(), false);
                yield t.size() == Float.SIZE
                        ? (Object) (double) Float.intBitsToFloat((int) bits)
                        : (Object) Double.longBitsToDouble(bits);
            }
            case CtfType.Text t -> text(Long.MAX_VALUE, true);
            case CtfType.Struct t -> {
                StructValue inner = new StructValue(t);
                readStruct(inner);
                yield inner;
            }
            case CtfType.Array t -> array(t);
            case CtfType.Variant t -> {
                CtfType chosen = chosenType(t);
                if (chosen == null) {
                    throw new IOException("no type for the value of " + String.join(".", t.selector()));
                }
                yield nested(chosen);
            }
            case CtfType.Optional t -> {
                long selector = number(t.selector());
                boolean isPresent = t.ranges().isEmpty() ? selector != 0 : contains(t.ranges(), selector);
                yield isPresent ? nested(t.type()) : null;
            }
        };
    }

    private Object nested(CtfType type) throws IOException {
        if (++depth > MAX_DEPTH) {
            throw new IOException("types are nested too deeply");
        }
        Object value = value(type);
        depth--;
        return value;
    }

    private Long number(CtfType.Int t) throws IOException {
        in.align(t.align());
        long value = in.read(t.size(), t.isBigEndian(), t.isSigned());
        if (clock != null && t.clock() != null) {
            clock.onClockValue(value, t.size());
        }
        return value;
    }

    private Long variable(boolean isSigned) throws IOException {
        in.align(Byte.SIZE);
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            int b = in.readByte();
            if (shift < Long.SIZE) {
                value |= (long) (b & 0x7f) << shift;
            }
            if (b < 0x80) {
                int bits = shift + 7;
                return isSigned && bits < Long.SIZE ? value << Long.SIZE - bits >> Long.SIZE - bits : value;
            }
            if (shift > 100) {
                throw new EOFException();
            }
        }
    }

    /// Reads a string: up to a NUL if `endsAtNul`, otherwise `size` bytes, of which those before the first NUL
    /// are the string.
    private String text(long size, boolean endsAtNul) throws IOException {
        in.align(Byte.SIZE);
        if (!endsAtNul && size > in.remaining() / Byte.SIZE) {
            throw new EOFException();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean hasEnded = false;
        for (long i = 0; i < size; i++) {
            int b = in.readByte();
            hasEnded |= b == 0;
            if (hasEnded && endsAtNul) {
                break;
            }
            if (!hasEnded) {
                bytes.write(b);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private Object array(CtfType.Array t) throws IOException {
        long length = t.lengthField() == null ? t.length() : number(t.lengthField());
        in.align(t.align());
        if (t.isText()) {
            return text(length, false);
        }
        if (length < 0 || length > MAX_ELEMENTS && length > in.remaining()) {
            throw new EOFException();
        }
        List<Object> list = new ArrayList<>();
        for (long i = 0; i < length; i++) {
            long before = in.position();
            list.add(nested(t.element()));
            if (list.size() > MAX_ELEMENTS || in.position() == before && ++emptyElements > MAX_EMPTY_ELEMENTS) {
                throw new IOException("an array has too many elements");
            }
        }
        return list;
    }

    private CtfType chosenType(CtfType.Variant t) throws IOException {
        TypedValue found = find(t.selector());
        if (!(found.value instanceof Long selector)) {
            return null;
        }
        for (int i = 0; i < t.types().size(); i++) {
            boolean isChosen = false;
            if (t.ranges() != null) {
                isChosen = contains(t.ranges().get(i), selector);
            } else {
                for (CtfType.Label label : StructValue.labels(found.type)) {
                    isChosen |= selector >= label.low()
                            && selector <= label.high()
                            && strip(label.name()).equals(strip(t.names().get(i)));
                }
            }
            if (isChosen) {
                return t.types().get(i);
            }
        }
        return null;
    }

    private static String strip(String name) {
        return name.startsWith("_") ? name.substring(1) : name;
    }

    private static boolean contains(List<CtfType.Label> ranges, long value) {
        for (CtfType.Label range : ranges) {
            if (value >= range.low() && value <= range.high()) {
                return true;
            }
        }
        return false;
    }

    private long number(List<String> path) throws IOException {
        if (find(path).value instanceof Long value) {
            return value;
        }
        throw new IOException("no value for " + String.join(".", path));
    }

    /// Returns the field with a path, which starts at a scope or at one of the open structures.
    private TypedValue find(List<String> path) {
        for (Map.Entry<String, StructValue> scope : scopes.entrySet()) {
            List<String> prefix = List.of(scope.getKey().split("\\."));
            if (path.size() > prefix.size() && path.subList(0, prefix.size()).equals(prefix)) {
                return find(scope.getValue(), path.subList(prefix.size(), path.size()));
            }
        }
        for (StructValue struct : open) {
            if (struct.index(path.get(0)) >= 0) {
                return find(struct, path);
            }
        }
        for (String scope : new String[] {
            EVENT_FIELDS, EVENT_CONTEXT, STREAM_EVENT_CONTEXT, EVENT_HEADER, PACKET_CONTEXT, PACKET_HEADER
        }) {
            StructValue value = scopes.get(scope);
            if (value != null && value.index(path.get(0)) >= 0) {
                return find(value, path);
            }
        }
        return TypedValue.NONE;
    }

    private static TypedValue find(StructValue from, List<String> path) {
        StructValue struct = from;
        for (int i = 0; i < path.size(); i++) {
            int field = struct.index(path.get(i));
            if (field < 0) {
                break;
            }
            if (i == path.size() - 1) {
                Object value = struct.values[field];
                return new TypedValue(
                        value instanceof Boolean b ? (Object) (b ? 1L : 0L) : value,
                        struct.type.types().get(field));
            }
            if (!(struct.values[field] instanceof StructValue inner)) {
                break;
            }
            struct = inner;
        }
        return TypedValue.NONE;
    }
}
