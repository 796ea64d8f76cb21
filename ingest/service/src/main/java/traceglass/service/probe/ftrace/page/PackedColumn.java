package traceglass.service.probe.ftrace.page;

import java.util.Arrays;
import traceglass.sdk.proto.ProtoWriter;

/// Values of a packed repeated field, encoded as they are added.
final class PackedColumn {

    private static final int MAX_VARINT = 10;

    private byte[] bytes = new byte[256];
    private int size;

    void add(long value) {
        if (bytes.length - size < MAX_VARINT) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        long remaining = value;
        while ((remaining & ~0x7fL) != 0) {
            bytes[size++] = (byte) (remaining | 0x80);
            remaining >>>= 7;
        }
        bytes[size++] = (byte) remaining;
    }

    /// Writes the values as a field and removes them. Writes nothing if there are none.
    void flush(ProtoWriter to, int field) {
        if (size > 0) {
            to.bytes(field, bytes, 0, size);
            size = 0;
        }
    }
}
