package traceglass.ingest.perf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Reads numbers from byte arrays in the byte order of a file.
final class RecordBytes {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final boolean isBigEndian;

    RecordBytes(boolean isBigEndian) {
        this.isBigEndian = isBigEndian;
    }

    boolean isBigEndian() {
        return isBigEndian;
    }

    int u16(byte[] b, int offset) {
        short v = (short) SHORT.get(b, offset);
        return (isBigEndian ? Short.reverseBytes(v) : v) & 0xffff;
    }

    int i32(byte[] b, int offset) {
        int v = (int) INT.get(b, offset);
        return isBigEndian ? Integer.reverseBytes(v) : v;
    }

    long u32(byte[] b, int offset) {
        return i32(b, offset) & 0xFFFF_FFFFL;
    }

    long i64(byte[] b, int offset) {
        long v = (long) LONG.get(b, offset);
        return isBigEndian ? Long.reverseBytes(v) : v;
    }

    /// Returns the string from `offset` to the first NUL, at most up to `end`.
    static String text(byte[] b, int offset, int end) {
        return new String(b, offset, textEnd(b, offset, end) - offset, StandardCharsets.UTF_8);
    }

    /// Returns the offset of the first NUL, or `end`.
    static int textEnd(byte[] b, int offset, int end) {
        int i = offset;
        while (i < end && b[i] != 0) {
            i++;
        }
        return i;
    }
}
