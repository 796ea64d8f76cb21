package traceglass.ingest.proto;

import traceglass.ingest.text.PrintedNumbers;

/// Prints messages in protobuf's text format, like Perfetto's trace processor: fields in wire order, indented by two
/// spaces, with unknown fields by number and without a trailing line break.
public final class ProtoText {

    private static final int MAX_DEPTH = 100;

    private final MessageTypes types;
    private final StringBuilder out = new StringBuilder();

    private ProtoText(MessageTypes types) {
        this.types = types;
    }

    /// Returns the text form of a message of this type.
    public static String print(byte[] message, MessageType type, MessageTypes types) {
        ProtoText text = new ProtoText(types);
        text.writeMessage(new ProtoCursor().enter(message, 0, message.length), type, 0);
        return text.out.toString();
    }

    private void startLine(int depth) {
        if (!out.isEmpty()) {
            out.append('\n');
        }
        out.append("  ".repeat(depth));
    }

    private void writeMessage(ProtoCursor c, MessageType type, int depth) {
        while (c.next()) {
            startLine(depth);
            MessageType.Field f = type == null ? null : type.field(c.field());
            switch (c.wire()) {
                case ProtoCursor.VARINT -> writeVarint(f, c.field(), c.asLong());
                case ProtoCursor.FIXED32 ->
                    out.append(
                            f == null
                                    ? c.field() + ": " + String.format("0x%08x", c.asInt())
                                    : f.name + ": " + number(f.type, c.asLong(), true));
                case ProtoCursor.FIXED64 ->
                    out.append(
                            f == null
                                    ? c.field() + ": " + String.format("0x%016x", c.asLong())
                                    : f.name + ": " + number(f.type, c.asLong(), false));
                default -> writeBytes(f, c, depth);
            }
        }
        if (c.isDamaged()) {
            startLine(depth);
            out.append("# Extra bytes: ");
            quote(c.buffer(), c.position(), c.end() - c.position());
            out.append('\n');
        }
    }

    private void writeVarint(MessageType.Field f, int field, long value) {
        if (f != null && f.type == MessageTypes.TYPE_ENUM) {
            MessageType.Enumeration e = f.enumeration(types);
            String name = e == null ? null : e.name((int) value);
            // A number without a name is printed like an unknown field.
            out.append(name == null ? field + ": " + (int) value : f.name + ": " + name);
        } else if (f == null || f.type == MessageTypes.TYPE_MESSAGE) {
            out.append(field).append(": ").append(value);
        } else {
            out.append(f.name).append(": ").append(number(f.type, value, false));
        }
    }

    private static String number(int type, long value, boolean isFixed32) {
        return switch (type) {
            case 1 -> PrintedNumbers.fixed(Double.longBitsToDouble(value), 6);
            case 2 -> PrintedNumbers.fixed(Float.intBitsToFloat((int) value), 6);
            case 4, 6 -> Long.toUnsignedString(value);
            case 5, 15 -> Integer.toString((int) value);
            case 7, 13 -> Long.toString(value & 0xFFFF_FFFFL);
            case 8 -> value != 0 ? "true" : "false";
            case 17 -> Integer.toString((int) (value >>> 1 ^ -(value & 1)));
            case 18 -> Long.toString(value >>> 1 ^ -(value & 1));
            default -> Long.toString(isFixed32 ? (int) value : value);
        };
    }

    private void writeBytes(MessageType.Field f, ProtoCursor c, int depth) {
        if (f == null || f.type == 9 || f.type == 12) {
            out.append(f == null ? Integer.toString(c.field()) : f.name).append(": ");
            quote(c.buffer(), c.offset(), c.length());
        } else if (f.type == MessageTypes.TYPE_MESSAGE) {
            out.append(f.isExtension ? "[" + f.fullName + "]" : f.name).append(" {");
            if (depth < MAX_DEPTH) {
                writeMessage(new ProtoCursor().enter(c), f.message(types), depth + 1);
            }
            startLine(depth);
            out.append('}');
        } else {
            writePacked(f, c, depth);
        }
    }

    private void writePacked(MessageType.Field f, ProtoCursor c, int depth) {
        PackedCursor p = new PackedCursor().enter(c);
        boolean isFirst = true;
        int width = switch (f.type) {
            case 1, 6, 16 -> 8;
            case 2, 7, 15 -> 4;
            default -> 0;
        };
        while (width == 8 ? p.nextFixed64() : width == 4 ? p.nextFixed32() : p.nextVarint()) {
            if (!isFirst) {
                startLine(depth);
            }
            isFirst = false;
            if (width == 0) {
                writeVarint(f, f.number, p.asLong());
            } else {
                out.append(f.name).append(": ").append(number(f.type, p.asLong(), width == 4));
            }
        }
        if (p.isDamaged()) {
            if (!isFirst) {
                startLine(depth);
            }
            out.append("# Packed decoding failure for field ").append(f.name).append('\n');
        }
    }

    private void quote(byte[] b, int from, int length) {
        quote(b, from, length, out);
    }

    /// Appends bytes in quotes, with escapes for all bytes that are not printable ASCII.
    public static void quote(byte[] b, int from, int length, StringBuilder out) {
        out.append('"');
        for (int i = from; i < from + length; i++) {
            int c = b[i] & 0xff;
            int escape = "\u0007\b\f\n\r\t\u000b\\'\"".indexOf(c);
            if (escape >= 0) {
                out.append('\\').append("abfnrtv\\'\"".charAt(escape));
            } else if (c >= 0x20 && c <= 0x7e) {
                out.append((char) c);
            } else {
                out.append('\\')
                        .append((char) ('0' + (c >> 6)))
                        .append((char) ('0' + (c >> 3 & 7)))
                        .append((char) ('0' + (c & 7)));
            }
        }
        out.append('"');
    }
}
