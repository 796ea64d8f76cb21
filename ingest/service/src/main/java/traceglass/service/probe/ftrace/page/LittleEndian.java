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

    static short int16(byte[] bytes, int offset) {
        return (short) SHORT.get(bytes, offset);
    }

    static int int32(byte[] bytes, int offset) {
        return (int) INT.get(bytes, offset);
    }

    static long int64(byte[] bytes, int offset) {
        return (long) LONG.get(bytes, offset);
    }

    static int unsigned16(byte[] bytes, int offset) {
        return Short.toUnsignedInt(int16(bytes, offset));
    }

    static long unsigned32(byte[] bytes, int offset) {
        return Integer.toUnsignedLong(int32(bytes, offset));
    }

    /// Returns the offset of the first NUL, or `end` if there is none.
    static int textEnd(byte[] bytes, int from, int end) {
        int offset = from;
        while (offset < end && bytes[offset] != 0) {
            offset++;
        }
        return offset;
    }
}
