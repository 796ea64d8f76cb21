package traceglass.convert.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.proto.ProtoText;

/// Writes messages in protobuf's text format so that [ProtoTextReader] reads the same fields.
///
/// Fields are in file order, indented by two spaces per level. A field that is not in the schema, or has another type
/// there, is written by its number: a varint in decimal, 32 and 64 bits in hexadecimal with all digits, bytes in
/// quotes. Unlike in the text of Perfetto's tools, floating-point numbers have all their digits, and an enum value
/// without a name is written as a number with the name of its field.
final class ProtoTextWriter {

    /// Deeper messages are written as bytes, so that a damaged trace can't cause a stack overflow.
    private static final int MAX_DEPTH = 200;

    private final MessageTypes types;
    private final StringBuilder out;

    ProtoTextWriter(MessageTypes types, StringBuilder out) {
        this.types = types;
        this.out = out;
    }

    /// Appends the fields of a message, one per line.
    ///
    /// @param type null for an unknown message, whose fields are written by number
    void writeFields(ProtoCursor c, @Nullable MessageType type, int depth) {
        while (c.next()) {
            MessageType.Field f = type == null ? null : type.field(c.field());
            if (f != null && isPacked(f, c)) {
                writePacked(f, c, depth);
                continue;
            }
            indent(depth);
            if (f == null || !fits(f.type(), c.wire())) {
                writeUnknown(c);
            } else if (f.type() == ScalarEncoding.MESSAGE) {
                writeMessage(f, c, depth);
            } else {
                writeName(f);
                out.append(": ");
                if (c.wire() == ProtoCursor.BYTES) {
                    ProtoText.quote(c.buffer(), c.offset(), c.length(), out);
                } else {
                    writeNumber(f, c.asLong());
                }
            }
            out.append('\n');
        }
    }

    private void writeMessage(MessageType.Field f, ProtoCursor c, int depth) {
        ProtoCursor inner = new ProtoCursor().enter(c);
        if (depth >= MAX_DEPTH || !isIntact(inner)) {
            writeUnknown(c);
            return;
        }
        writeName(f);
        out.append(" {\n");
        writeFields(inner.enter(c), f.message(types), depth + 1);
        indent(depth);
        out.append('}');
    }

    static boolean isIntact(ProtoCursor c) {
        while (c.next()) {}
        return !c.isDamaged();
    }

    /// Returns whether a field of this type is encoded with this wire type.
    static boolean fits(int type, int wire) {
        return ScalarEncoding.wire(type) == wire;
    }

    /// Returns whether the current field is packed.
    static boolean isPacked(MessageType.Field f, ProtoCursor c) {
        int wire = ScalarEncoding.wire(f.type());
        return c.wire() == ProtoCursor.BYTES && f.isRepeated && wire >= 0 && wire != ProtoCursor.BYTES;
    }

    /// Advances to the next number in a packed field.
    static boolean next(PackedCursor p, MessageType.Field f) {
        return switch (ScalarEncoding.wire(f.type())) {
            case ProtoCursor.FIXED64 -> p.nextFixed64();
            case ProtoCursor.FIXED32 -> p.nextFixed32();
            default -> p.nextVarint();
        };
    }

    private void writePacked(MessageType.Field f, ProtoCursor c, int depth) {
        int oldLength = out.length();
        PackedCursor p = new PackedCursor().enter(c);
        while (next(p, f)) {
            indent(depth);
            writeName(f);
            out.append(": ");
            writeNumber(f, p.asLong());
            out.append('\n');
        }
        if (p.isDamaged()) {
            out.setLength(oldLength);
            indent(depth);
            writeUnknown(c);
            out.append('\n');
        }
    }

    private void writeUnknown(ProtoCursor c) {
        out.append(c.field()).append(": ");
        switch (c.wire()) {
            case ProtoCursor.VARINT -> out.append(Long.toUnsignedString(c.asLong()));
            case ProtoCursor.FIXED32 -> out.append(String.format(Locale.ROOT, "0x%08x", c.asInt()));
            case ProtoCursor.FIXED64 -> out.append(String.format(Locale.ROOT, "0x%016x", c.asLong()));
            default -> ProtoText.quote(c.buffer(), c.offset(), c.length(), out);
        }
    }

    private void writeName(MessageType.Field f) {
        if (f.isExtension) {
            out.append('[').append(f.fullName()).append(']');
        } else {
            out.append(f.name());
        }
    }

    private void writeNumber(MessageType.Field f, long encoded) {
        long value = ScalarEncoding.narrow(f.type(), encoded);
        switch (f.type()) {
            case ScalarEncoding.DOUBLE -> writeFloating(Double.toString(Double.longBitsToDouble(value)));
            case ScalarEncoding.FLOAT -> writeFloating(Float.toString(Float.intBitsToFloat((int) value)));
            case ScalarEncoding.UINT64, ScalarEncoding.FIXED64 -> out.append(Long.toUnsignedString(value));
            case ScalarEncoding.FIXED32, ScalarEncoding.UINT32 -> out.append(value & 0xFFFF_FFFFL);
            case ScalarEncoding.INT32, ScalarEncoding.SFIXED32 -> out.append((int) value);
            case ScalarEncoding.BOOL -> out.append(value != 0);
            case ScalarEncoding.SINT32 -> out.append((int) (value >>> 1 ^ -(value & 1)));
            case ScalarEncoding.SINT64 -> out.append(value >>> 1 ^ -(value & 1));
            case ScalarEncoding.ENUM -> {
                MessageType.Enumeration e = f.enumeration(types);
                String name = e == null ? null : e.name((int) value);
                if (name == null) {
                    out.append((int) value);
                } else {
                    out.append(name);
                }
            }
            default -> out.append(value);
        }
    }

    private void writeFloating(String javaText) {
        out.append(
                switch (javaText) {
                    case "Infinity" -> "inf";
                    case "-Infinity" -> "-inf";
                    case "NaN" -> "nan";
                    default -> javaText.endsWith(".0") ? javaText.substring(0, javaText.length() - 2) : javaText;
                });
    }

    private void indent(int depth) {
        for (int i = 0; i < depth; i++) {
            out.append("  ");
        }
    }
}
