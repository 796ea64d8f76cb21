package traceglass.service.probe.ftrace.page;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Reads little-endian numbers, as the kernel stores them on x86-64 and aarch64.
final class LittleEndian {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    static short int16(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at);
    }

    static int int32(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static long int64(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    static int unsigned16(byte[] bytes, int at) {
        return Short.toUnsignedInt(int16(bytes, at));
    }

    static long unsigned32(byte[] bytes, int at) {
        return Integer.toUnsignedLong(int32(bytes, at));
    }

    /// Returns the offset of the first NUL, or `end` if there is none.
    static int textEnd(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && bytes[at] != 0) {
            at++;
        }
        return at;
    }
}
