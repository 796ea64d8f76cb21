package traceglass.convert.text;

import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.proto.ProtoCursor;

/// Encodes numbers of each field type. Types are the numbers of `FieldDescriptorProto.Type`.
final class ScalarEncoding {

    static final int DOUBLE = 1;
    static final int FLOAT = 2;
    static final int INT64 = 3;
    static final int UINT64 = 4;
    static final int INT32 = 5;
    static final int FIXED64 = 6;
    static final int FIXED32 = 7;
    static final int BOOL = 8;
    static final int STRING = 9;
    static final int GROUP = 10;
    static final int MESSAGE = 11;
    static final int BYTES = 12;
    static final int UINT32 = 13;
    static final int ENUM = 14;
    static final int SFIXED32 = 15;
    static final int SFIXED64 = 16;
    static final int SINT32 = 17;
    static final int SINT64 = 18;

    private ScalarEncoding() {}

    /// Returns the wire type of a field type; -1 for groups, which no trace contains.
    static int wire(int type) {
        return switch (type) {
            case DOUBLE, FIXED64, SFIXED64 -> ProtoCursor.FIXED64;
            case FLOAT, FIXED32, SFIXED32 -> ProtoCursor.FIXED32;
            case STRING, MESSAGE, BYTES -> ProtoCursor.BYTES;
            case GROUP -> -1;
            default -> ProtoCursor.VARINT;
        };
    }

    /// Truncates an encoded number to the bits of its type, as readers do.
    static long narrow(int type, long value) {
        return switch (type) {
            case INT32, ENUM -> (int) value;
            case UINT32, SINT32 -> value & 0xFFFF_FFFFL;
            case BOOL -> value != 0 ? 1 : 0;
            default -> value;
        };
    }

    /// Appends a number.
    ///
    /// @param value encoded value: zigzag-encoded for sint32 and sint64
    /// @param isPacked whether tags are omitted
    static void write(ProtoOutput out, int field, int type, long value, boolean isPacked) {
        switch (wire(type)) {
            case ProtoCursor.FIXED64 -> {
                if (isPacked) {
                    out.rawFixed64(value);
                } else {
                    out.fixed64(field, value);
                }
            }
            case ProtoCursor.FIXED32 -> {
                if (isPacked) {
                    out.rawFixed32((int) value);
                } else {
                    out.fixed32(field, (int) value);
                }
            }
            default -> {
                if (isPacked) {
                    out.rawVarint(value);
                } else {
                    out.varint(field, value);
                }
            }
        }
    }
}
