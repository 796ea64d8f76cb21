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

    static short s2(byte[] b, int at) {
        return (short) SHORT.get(b, at);
    }

    static int s4(byte[] b, int at) {
        return (int) INT.get(b, at);
    }

    static long s8(byte[] b, int at) {
        return (long) LONG.get(b, at);
    }

    static void putInt(byte[] b, int at, int value) {
        INT.set(b, at, value);
    }

    static void putLong(byte[] b, int at, long value) {
        LONG.set(b, at, value);
    }

    /// Returns an id of 4 or 8 bytes.
    static long id(byte[] b, int at, int idSize) {
        return idSize == Integer.BYTES ? s4(b, at) & 0xFFFF_FFFFL : s8(b, at);
    }
}
