package traceglass.sdk.proto;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Writes protobuf fields into an array that is reused for the next message. Nothing is allocated unless a message is
/// larger than all before it. Not for several threads.
public final class ProtoWriter {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[512];
    private int at;

    /// Starts a new message.
    public void reset() {
        at = 0;
    }

    public int size() {
        return at;
    }

    /// Returns the array whose first [#size] bytes are the message, until something is written.
    public byte[] array() {
        return bytes;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, at);
    }

    /// Writes a field of type int32, int64, uint32, uint64 or an enum.
    public ProtoWriter varint(int field, long value) {
        reserve(15);
        tag(field, 0);
        rawVarint(value);
        return this;
    }

    public ProtoWriter bool(int field, boolean value) {
        return varint(field, value ? 1 : 0);
    }

    public ProtoWriter fixed64(int field, long value) {
        reserve(13);
        tag(field, 1);
        LONG.set(bytes, at, value);
        at += 8;
        return this;
    }

    public ProtoWriter doubles(int field, double value) {
        return fixed64(field, Double.doubleToRawLongBits(value));
    }

    public ProtoWriter bytes(int field, byte[] from) {
        return bytes(field, from, 0, from.length);
    }

    public ProtoWriter bytes(int field, byte[] from, int start, int end) {
        reserve(10 + end - start);
        tag(field, 2);
        rawVarint(end - start);
        System.arraycopy(from, start, bytes, at, end - start);
        at += end - start;
        return this;
    }

    /// Writes a text as UTF-8. Lone surrogates become question marks.
    public ProtoWriter string(int field, String text) {
        int start = open(field);
        int length = text.length();
        reserve(3 * length);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes[at++] = (byte) c;
            } else {
                i += character(text, i, c);
            }
        }
        close(start);
        return this;
    }

    /// Writes a character outside of ASCII and returns how many more UTF-16 units it took.
    private int character(String text, int i, char c) {
        if (c < 0x800) {
            bytes[at++] = (byte) (0xc0 | c >> 6);
            bytes[at++] = (byte) (0x80 | c & 0x3f);
            return 0;
        }
        if (!Character.isSurrogate(c)) {
            bytes[at++] = (byte) (0xe0 | c >> 12);
            bytes[at++] = (byte) (0x80 | c >> 6 & 0x3f);
            bytes[at++] = (byte) (0x80 | c & 0x3f);
            return 0;
        }
        int code = text.codePointAt(i);
        if (code < 0x10000) {
            bytes[at++] = '?';
            return 0;
        }
        bytes[at++] = (byte) (0xf0 | code >> 18);
        bytes[at++] = (byte) (0x80 | code >> 12 & 0x3f);
        bytes[at++] = (byte) (0x80 | code >> 6 & 0x3f);
        bytes[at++] = (byte) (0x80 | code & 0x3f);
        return 1;
    }

    /// Starts a nested message. Its size takes one byte; longer messages are shifted in [#close].
    ///
    /// @return to be passed to [#close]
    public int open(int field) {
        reserve(6);
        tag(field, 2);
        return ++at;
    }

    /// Ends a nested message.
    public void close(int start) {
        int size = at - start;
        if (size < 0x80) {
            bytes[start - 1] = (byte) size;
            return;
        }
        int more = sizeOfVarint(size) - 1;
        reserve(more);
        System.arraycopy(bytes, start, bytes, start + more, size);
        at = start - 1;
        rawVarint(size);
        at += size;
    }

    /// Appends fields that were encoded before.
    public ProtoWriter append(byte[] fields) {
        reserve(fields.length);
        System.arraycopy(fields, 0, bytes, at, fields.length);
        at += fields.length;
        return this;
    }

    /// Returns the number of bytes that a value takes.
    public static int sizeOfVarint(long value) {
        return (Long.SIZE + 6 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }

    private void tag(int field, int type) {
        int tag = field << 3 | type;
        if (tag < 0x80) {
            bytes[at++] = (byte) tag;
        } else {
            rawVarint(tag);
        }
    }

    private void rawVarint(long value) {
        byte[] to = bytes;
        int i = at;
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            to[i++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        to[i++] = (byte) rest;
        at = i;
    }

    private void reserve(int more) {
        if (bytes.length - at < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, at + more));
        }
    }
}
