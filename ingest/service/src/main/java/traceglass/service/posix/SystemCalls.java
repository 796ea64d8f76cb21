package traceglass.service.posix;

import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/// Functions of the C library. Each returns -1 or throws with the name of the error.
final class SystemCalls {

    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    static final AddressLayout POINTER = ValueLayout.ADDRESS;

    static final int EINTR = 4;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO_FIELD = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private SystemCalls() {}

    static MethodHandle find(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments), ERRNO);
    }

    /// Finds a function with a variable number of arguments, of which the first ones are fixed.
    static MethodHandle findVariadic(String name, int fixed, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(result, arguments),
                ERRNO,
                Linker.Option.firstVariadicArg(fixed));
    }

    /// A call that gets a segment for the error number.
    interface Call {
        Object invoke(MemorySegment state) throws Throwable;
    }

    /// Calls a function, again as long as a signal interrupts it.
    ///
    /// @throws IOException if the function returns -1
    static long call(String name, Call call) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            while (true) {
                long result = ((Number) invoke(call, state)).longValue();
                if (result != -1) {
                    return result;
                }
                int error = (int) ERRNO_FIELD.get(state, 0L);
                if (error != EINTR) {
                    throw new SystemCallFailure(name, error);
                }
            }
        }
    }

    @SuppressWarnings("IllegalCatch")
    private static Object invoke(Call call, MemorySegment state) {
        try {
            return call.invoke(state);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
