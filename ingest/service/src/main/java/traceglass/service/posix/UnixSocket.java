package traceglass.service.posix;

import static traceglass.service.posix.SystemCalls.INT;
import static traceglass.service.posix.SystemCalls.LONG;
import static traceglass.service.posix.SystemCalls.POINTER;
import static traceglass.service.posix.SystemCalls.call;
import static traceglass.service.posix.SystemCalls.find;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Stream socket of the Unix domain that can pass file descriptors. One thread receives, one sends; any may shut it
/// down. Names that start with `@` are abstract.
public final class UnixSocket implements Closeable {

    private static final MethodHandle SOCKET = find("socket", INT, INT, INT, INT);
    private static final MethodHandle BIND = find("bind", INT, INT, POINTER, INT);
    private static final MethodHandle CONNECT = find("connect", INT, INT, POINTER, INT);
    private static final MethodHandle LISTEN = find("listen", INT, INT, INT);
    private static final MethodHandle ACCEPT = find("accept4", INT, INT, POINTER, POINTER, INT);
    private static final MethodHandle SHUTDOWN = find("shutdown", INT, INT, INT);
    private static final MethodHandle GETSOCKOPT = find("getsockopt", INT, INT, INT, INT, POINTER, POINTER);
    private static final MethodHandle SETSOCKOPT = find("setsockopt", INT, INT, INT, INT, POINTER, INT);
    private static final MethodHandle SENDMSG = find("sendmsg", LONG, INT, POINTER, INT);
    private static final MethodHandle RECVMSG = find("recvmsg", LONG, INT, POINTER, INT);

    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;
    private static final int CLOSE_ON_EXEC = 0x80000;
    private static final int SOL_SOCKET = 1;
    private static final int SCM_RIGHTS = 1;
    private static final int PEER_CREDENTIALS = 17;
    private static final int SEND_TIMEOUT = 21;
    private static final int NO_SIGNAL = 0x4000;
    private static final int RECEIVED_CLOSE_ON_EXEC = 0x40000000;
    private static final int TRUNCATED = 0x20 | 8;
    private static final int BACKLOG = 4096;
    private static final int PATH_BYTES = 108;
    private static final int CONTROL = 24;

    private final Descriptor descriptor;
    private final Arena arena = Arena.ofShared();
    private final MessageMemory in;
    private final MessageMemory out;

    private UnixSocket(int number, int buffer) {
        descriptor = new Descriptor(number);
        in = new MessageMemory(arena, buffer);
        out = new MessageMemory(arena, buffer);
    }

    /// `msghdr` with one buffer and room for one descriptor.
    private record MessageMemory(
            MemorySegment header, MemorySegment data, MemorySegment vector, MemorySegment control) {
        MessageMemory(Arena arena, int buffer) {
            this(
                    arena.allocate(56, 8),
                    arena.allocate(Math.max(1, buffer), 8),
                    arena.allocate(16, 8),
                    arena.allocate(CONTROL, 8));
            header.set(POINTER, 16, vector);
            header.set(LONG, 24, 1);
        }

        void prepare(long bytes, boolean withControl) {
            vector.set(POINTER, 0, data);
            vector.set(LONG, 8, bytes);
            header.set(POINTER, 32, withControl ? control : MemorySegment.NULL);
            header.set(LONG, 40, withControl ? CONTROL : 0);
            header.set(INT, 48, 0);
        }
    }

    /// Process at the other end.
    public record Peer(int pid, int uid) {}

    private static int open() throws IOException {
        return (int) call("socket", state -> (int) SOCKET.invokeExact(state, AF_UNIX, SOCK_STREAM | CLOSE_ON_EXEC, 0));
    }

    private interface AddressCall {
        Object invoke(MemorySegment state, MemorySegment address, int length) throws Throwable;
    }

    private static void withAddress(String callName, String name, AddressCall what) throws IOException {
        byte[] path = name.getBytes(StandardCharsets.UTF_8);
        boolean isAbstract = name.startsWith("@");
        int size = path.length + (isAbstract ? 0 : 1);
        if (size > PATH_BYTES) {
            throw new SystemCallFailure(callName, 36);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(2 + PATH_BYTES, 2);
            address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
            MemorySegment.copy(path, 0, address, ValueLayout.JAVA_BYTE, 2, path.length);
            if (isAbstract) {
                address.set(ValueLayout.JAVA_BYTE, 2, (byte) 0);
            }
            call(callName, state -> what.invoke(state, address, 2 + size));
        }
    }

    /// Listens at a name; a file must not exist there.
    public static UnixSocket listen(String name) throws IOException {
        UnixSocket socket = new UnixSocket(open(), 0);
        try {
            int number = socket.descriptor.number();
            withAddress(
                    "bind", name, (state, address, length) -> (int) BIND.invokeExact(state, number, address, length));
            call("listen", state -> (int) LISTEN.invokeExact(state, number, BACKLOG));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /// Connects to a name.
    ///
    /// @param buffer most bytes that one call of {@link #receive} or {@link #send} moves
    public static UnixSocket connect(String name, int buffer) throws IOException {
        UnixSocket socket = new UnixSocket(open(), buffer);
        try {
            int number = socket.descriptor.number();
            withAddress("connect", name, (state, address, length) ->
                    (int) CONNECT.invokeExact(state, number, address, length));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /// Waits for a connection.
    ///
    /// @throws IOException also after {@link #shutdown}
    public UnixSocket accept(int buffer) throws IOException {
        int number = (int) call("accept4", state -> (int)
                ACCEPT.invokeExact(state, descriptor.number(), MemorySegment.NULL, MemorySegment.NULL, CLOSE_ON_EXEC));
        return new UnixSocket(number, buffer);
    }

    /// Returns the process at the other end, as the kernel knows it.
    public Peer peer() throws IOException {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment value = scratch.allocate(12, 4);
            MemorySegment length = scratch.allocate(4, 4);
            length.set(INT, 0, 12);
            call("getsockopt", state -> (int)
                    GETSOCKOPT.invokeExact(state, descriptor.number(), SOL_SOCKET, PEER_CREDENTIALS, value, length));
            return new Peer(value.get(INT, 0), value.get(INT, 4));
        }
    }

    /// Sets how long {@link #send} waits for a peer that does not read.
    public void setSendTimeout(long ms) throws IOException {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment value = scratch.allocate(16, 8);
            value.set(LONG, 0, ms / 1000);
            value.set(LONG, 8, ms % 1000 * 1000);
            call("setsockopt", state ->
                    (int) SETSOCKOPT.invokeExact(state, descriptor.number(), SOL_SOCKET, SEND_TIMEOUT, value, 16));
        }
    }

    /// Bytes and perhaps a descriptor that arrived together.
    ///
    /// @param bytes empty at the end of the stream
    public record Received(byte[] bytes, @Nullable Descriptor descriptor) {}

    /// Waits for bytes.
    public Received receive() throws IOException {
        in.prepare(in.data.byteSize(), true);
        long n = call("recvmsg", state ->
                (long) RECVMSG.invokeExact(state, descriptor.number(), in.header, RECEIVED_CLOSE_ON_EXEC));
        Descriptor passed = null;
        boolean hasDescriptor = in.header.get(LONG, 40) >= 20
                && in.control.get(INT, 8) == SOL_SOCKET
                && in.control.get(INT, 12) == SCM_RIGHTS;
        if (hasDescriptor) {
            passed = new Descriptor(in.control.get(INT, 16));
        }
        boolean two = passed != null && in.control.get(LONG, 0) >= CONTROL;
        if (two) {
            new Descriptor(in.control.get(INT, 20)).close();
        }
        if (two || (in.header.get(INT, 48) & TRUNCATED) != 0) {
            if (passed != null) {
                passed.close();
            }
            throw new IOException("more than one file descriptor arrived at once");
        }
        return new Received(in.data.asSlice(0, n).toArray(ValueLayout.JAVA_BYTE), passed);
    }

    /// Sends all bytes; a descriptor travels with the first of them.
    public void send(byte[] bytes, @Nullable Descriptor passed) throws IOException {
        int done = 0;
        while (done < bytes.length) {
            int n = (int) Math.min(bytes.length - done, out.data.byteSize());
            MemorySegment.copy(bytes, done, out.data, ValueLayout.JAVA_BYTE, 0, n);
            boolean with = passed != null && done == 0;
            out.prepare(n, with);
            if (with && passed != null) {
                out.control.set(LONG, 0, 20);
                out.control.set(INT, 8, SOL_SOCKET);
                out.control.set(INT, 12, SCM_RIGHTS);
                out.control.set(INT, 16, passed.number());
            }
            done += (int) call(
                    "sendmsg", state -> (long) SENDMSG.invokeExact(state, descriptor.number(), out.header, NO_SIGNAL));
        }
    }

    /// Ends the connection in both directions and wakes threads that wait for it.
    public void shutdown() {
        try {
            call("shutdown", state -> (int) SHUTDOWN.invokeExact(state, descriptor.number(), 2));
        } catch (IOException e) {
            // It was not connected any more.
        }
    }

    /// Releases the socket; no other thread may be using it.
    @Override
    public void close() throws IOException {
        descriptor.close();
        arena.close();
    }
}
