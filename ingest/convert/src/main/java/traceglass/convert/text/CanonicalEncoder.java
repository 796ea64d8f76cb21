package traceglass.convert.text;

import org.jspecify.annotations.Nullable;
import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;

/// Rewrites encoded messages to the canonical encoding of [ProtoTextReader]: shortest encodings, numbers packed where
/// the schema specifies it, and adjacent packed fields with the same number combined. Keeps the order of fields.
final class CanonicalEncoder {

    private static final int MAX_DEPTH = 200;

    private final MessageTypes types;

    CanonicalEncoder(MessageTypes types) {
        this.types = types;
    }

    void writeFields(ProtoCursor c, @Nullable MessageType type, ProtoOutput out, int depth) {
        int open = 0;
        int start = 0;
        while (c.next()) {
            MessageType.Field f = type == null ? null : type.field(c.field());
            boolean isList = f != null && ProtoTextWriter.isPacked(f, c) && isIntact(f, c);
            boolean joins = f != null && f.isPacked && (isList || ProtoTextWriter.fits(f.type(), c.wire()));
            if (open != 0 && (!joins || open != c.field())) {
                out.end(start);
                open = 0;
            }
            boolean isEmpty = isList && c.length() == 0;
            if (joins && open == 0 && !isEmpty) {
                start = out.begin(c.field());
                open = c.field();
            }
            if (f != null && isList) {
                writeList(f, c, out, open != 0);
            } else if (f == null || !ProtoTextWriter.fits(f.type(), c.wire())) {
                writeUnknown(c, out);
            } else if (f.type() == MessageTypes.TYPE_MESSAGE) {
                writeMessage(f, c, out, depth);
            } else if (c.wire() == ProtoCursor.BYTES) {
                out.bytes(c.field(), c.buffer(), c.offset(), c.length());
            } else {
                writeNumber(f, c.asLong(), out, open != 0);
            }
        }
        if (open != 0) {
            out.end(start);
        }
    }

    private static boolean isIntact(MessageType.Field f, ProtoCursor c) {
        PackedCursor p = new PackedCursor().enter(c);
        while (ProtoTextWriter.next(p, f)) {}
        return !p.isDamaged();
    }

    private void writeMessage(MessageType.Field f, ProtoCursor c, ProtoOutput out, int depth) {
        ProtoCursor inner = new ProtoCursor().enter(c);
        if (depth >= MAX_DEPTH || !ProtoTextWriter.isIntact(inner)) {
            writeUnknown(c, out);
            return;
        }
        int start = out.begin(c.field());
        writeFields(inner.enter(c), f.message(types), out, depth + 1);
        out.end(start);
    }

    private static void writeList(MessageType.Field f, ProtoCursor c, ProtoOutput out, boolean isOpen) {
        PackedCursor p = new PackedCursor().enter(c);
        while (ProtoTextWriter.next(p, f)) {
            writeNumber(f, p.asLong(), out, isOpen);
        }
    }

    private static void writeUnknown(ProtoCursor c, ProtoOutput out) {
        switch (c.wire()) {
            case ProtoCursor.VARINT -> out.varint(c.field(), c.asLong());
            case ProtoCursor.FIXED32 -> out.fixed32(c.field(), c.asInt());
            case ProtoCursor.FIXED64 -> out.fixed64(c.field(), c.asLong());
            default -> out.bytes(c.field(), c.buffer(), c.offset(), c.length());
        }
    }

    private static void writeNumber(MessageType.Field f, long value, ProtoOutput out, boolean isPacked) {
        ScalarEncoding.write(out, f.number(), f.type(), ScalarEncoding.narrow(f.type(), value), isPacked);
    }
}
