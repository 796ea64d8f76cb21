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

    private final boolean bigEndian;

    RecordBytes(boolean bigEndian) {
        this.bigEndian = bigEndian;
    }

    boolean isBigEndian() {
        return bigEndian;
    }

    int u16(byte[] b, int at) {
        short v = (short) SHORT.get(b, at);
        return (bigEndian ? Short.reverseBytes(v) : v) & 0xffff;
    }

    int i32(byte[] b, int at) {
        int v = (int) INT.get(b, at);
        return bigEndian ? Integer.reverseBytes(v) : v;
    }

    long u32(byte[] b, int at) {
        return i32(b, at) & 0xFFFF_FFFFL;
    }

    long i64(byte[] b, int at) {
        long v = (long) LONG.get(b, at);
        return bigEndian ? Long.reverseBytes(v) : v;
    }

    /// Returns the string from `at` to the first NUL, at most up to `end`.
    static String text(byte[] b, int at, int end) {
        return new String(b, at, textEnd(b, at, end) - at, StandardCharsets.UTF_8);
    }

    /// Returns the offset of the first NUL, or `end`.
    static int textEnd(byte[] b, int at, int end) {
        int i = at;
        while (i < end && b[i] != 0) {
            i++;
        }
        return i;
    }
}
