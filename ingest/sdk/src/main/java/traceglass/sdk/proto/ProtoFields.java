package traceglass.sdk.proto;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads the fields of an encoded protobuf message one by one: call [#next], then get the value. The SDK has no
/// generated messages or decoders, because it depends on the JDK alone.
public final class ProtoFields {

    private final byte[] bytes;
    private int position;
    private int field;
    private long number;
    private byte[] content = {};

    public ProtoFields(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Moves to the next field.
    ///
    /// @return false at the end
    /// @throws IllegalArgumentException if the message is malformed
    public boolean next() {
        if (position >= bytes.length) {
            return false;
        }
        int tag = (int) readVarint();
        field = tag >>> 3;
        switch (tag & 7) {
            case 0 -> number = readVarint();
            case 1 -> skip(8);
            case 2 -> content = readBytes(readVarint());
            case 5 -> skip(4);
            default -> throw damaged();
        }
        return true;
    }

    /// Returns the number of the current field.
    public int field() {
        return field;
    }

    /// Returns the value of a varint field. The values of fixed-size fields are not read.
    public long number() {
        return number;
    }

    /// Returns the bytes of a string, byte field or nested message.
    public byte[] content() {
        return content;
    }

    /// Returns the value of a string field.
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    private void skip(int count) {
        readBytes(count);
    }

    private byte[] readBytes(long size) {
        if (size < 0 || size > bytes.length - position) {
            throw damaged();
        }
        position += (int) size;
        return Arrays.copyOfRange(bytes, position - (int) size, position);
    }

    private long readVarint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (position == bytes.length) {
                throw damaged();
            }
            byte b = bytes[position++];
            value |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw damaged();
    }

    private static IllegalArgumentException damaged() {
        return new IllegalArgumentException("The message is malformed");
    }
}
