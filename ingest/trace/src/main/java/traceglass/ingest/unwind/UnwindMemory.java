package traceglass.ingest.unwind;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Memory of the sampled thread: the recorded part of its stack.
///
/// @param address address of the first byte, unsigned
/// @param bytes array that contains the memory, little-endian
/// @param start index of the first byte in the array
/// @param size number of bytes
record UnwindMemory(long address, byte[] bytes, int start, int size) {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /// Reads an unsigned number of 1, 2, 4 or 8 bytes.
    ///
    /// @throws UnwindException if the address was not recorded
    long read(long from, int count) throws UnwindException {
        long offset = from - address;
        if (offset < 0 || offset > size - count) {
            throw new UnwindException(UnwoundStack.End.STACK_CUT);
        }
        if (count == Long.BYTES) {
            return (long) LONG.get(bytes, start + (int) offset);
        }
        long value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = value << 8 | bytes[start + (int) offset + i] & 0xff;
        }
        return value;
    }
}
