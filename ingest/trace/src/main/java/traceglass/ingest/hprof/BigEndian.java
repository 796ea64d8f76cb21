package traceglass.ingest.hprof;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Big-endian numbers in byte arrays.
final class BigEndian {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private BigEndian() {}

    static short s2(byte[] b, int offset) {
        return (short) SHORT.get(b, offset);
    }

    static int s4(byte[] b, int offset) {
        return (int) INT.get(b, offset);
    }

    static long s8(byte[] b, int offset) {
        return (long) LONG.get(b, offset);
    }

    static void putInt(byte[] b, int offset, int value) {
        INT.set(b, offset, value);
    }

    static void putLong(byte[] b, int offset, long value) {
        LONG.set(b, offset, value);
    }

    /// Returns an id of 4 or 8 bytes.
    static long id(byte[] b, int offset, int idSize) {
        return idSize == Integer.BYTES ? s4(b, offset) & 0xFFFF_FFFFL : s8(b, offset);
    }
}
