package traceglass.sdk.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static traceglass.sdk.posix.PosixCalls.call;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A Unix stream socket that passes file descriptors. One thread can send while another receives.
///
/// Addresses that start with `@` are abstract; `vsock://CID:PORT` addresses a virtual machine, without descriptor
/// passing; all others are files. Layouts of `msghdr` and `cmsghdr`: 64-bit Linux.
public final class UnixStream implements AutoCloseable {

    /// Result of [#receive] at the end of the stream.
    public static final int END = -1;

    private static final int AF_UNIX = 1;
    private static final int AF_VSOCK = 40;
    private static final String VSOCK = "vsock://";
    private static final int STREAM_CLOSE_ON_EXEC = 1 | 0x80000;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int SOL_SOCKET = 1;
    private static final int SCM_RIGHTS = 1;
    private static final int SO_PEERCRED = 17;
    private static final int NO_SIGNAL_DO_NOT_WAIT = 0x4000 | 0x40;
    private static final int CLOSE_ON_EXEC_DO_NOT_WAIT = 0x40000000 | 0x40;
    private static final int TRUNCATED = 0x20 | 8;
    private static final short POLLIN = 1;
    private static final short POLLOUT = 4;
    private static final int CONTROL_SIZE = 24;
    private static final int RIGHTS_SIZE = 20;
    private static final int BUFFER_SIZE = 65536;
    private static final int BACKLOG = 4096;

    private final Descriptor descriptor;
    private final Arena arena = Arena.ofShared();
    private final Message sending = new Message(arena);
    private final Message receiving = new Message(arena);
    private @Nullable Descriptor received;
    private boolean isClosed;

    private UnixStream(Descriptor descriptor) {
        this.descriptor = descriptor;
    }

    /// Connects to a listening socket.
    ///
    /// @throws PosixException if nothing listens at the address, the address is invalid, or access is denied
    public static UnixStream connect(String address) throws IOException {
        return open(address, true);
    }

    /// Listens at an address. The caller must delete a socket file left over from an earlier process.
    public static UnixStream listen(String address) throws IOException {
        return open(address, false);
    }

    private static UnixStream open(String address, boolean connects) throws IOException {
        Posix.require();
        String call = connects ? "connect to " + address : "bind";
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(112, 4);
            boolean isVsock = address.startsWith(VSOCK);
            int length = isVsock ? vsockAddress(address, name, call) : address(address, name, call);
            int family = isVsock ? AF_VSOCK : AF_UNIX;
            Descriptor socket = new Descriptor((int) call(
                    "socket", state -> (int) PosixCalls.SOCKET.invokeExact(state, family, STREAM_CLOSE_ON_EXEC, 0)));
            int number = socket.number();
            try {
                if (connects) {
                    call(call, state -> (int) PosixCalls.CONNECT.invokeExact(state, number, name, length));
                } else {
                    call(call, state -> (int) PosixCalls.BIND.invokeExact(state, number, name, length));
                    call("listen", state -> (int) PosixCalls.LISTEN.invokeExact(state, number, BACKLOG));
                }
            } catch (IOException e) {
                socket.discard();
                throw e;
            }
            return new UnixStream(socket);
        }
    }

    /// Writes a `sockaddr_un` and returns its length.
    private static int address(String address, MemorySegment to, String call) throws IOException {
        byte[] name = address.getBytes(StandardCharsets.UTF_8);
        boolean isAbstract = address.startsWith("@");
        if (name.length == 0 || name.length > (isAbstract ? 108 : 107)) {
            throw new PosixException(call, PosixErrors.ENAMETOOLONG);
        }
        if (isAbstract) {
            name[0] = 0;
        }
        to.set(JAVA_SHORT, 0, (short) AF_UNIX);
        MemorySegment.copy(name, 0, to, JAVA_BYTE, 2, name.length);
        return 2 + name.length + (isAbstract ? 0 : 1);
    }

    /// Writes a `sockaddr_vm` and returns its length.
    private static int vsockAddress(String address, MemorySegment to, String call) throws IOException {
        int colon = address.lastIndexOf(':');
        try {
            to.set(JAVA_SHORT, 0, (short) AF_VSOCK);
            to.set(JAVA_INT, 4, Integer.parseUnsignedInt(address.substring(colon + 1)));
            to.set(JAVA_INT, 8, Integer.parseUnsignedInt(address.substring(VSOCK.length(), colon)));
            return 16;
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            throw new PosixException(call + " " + address, PosixErrors.EINVAL);
        }
    }

    /// Waits for a connection and returns it.
    ///
    /// @param timeoutMs longest wait in milliseconds; negative to wait without a limit
    /// @throws PosixException with `EAGAIN` after the timeout, or another error after [#shutdown]
    public UnixStream accept(int timeoutMs) throws IOException {
        await(POLLIN, timeoutMs, "accept");
        return new UnixStream(new Descriptor((int) call("accept", state -> (int) PosixCalls.ACCEPT.invokeExact(
                state, descriptor.number(), MemorySegment.NULL, MemorySegment.NULL, SOCK_CLOEXEC))));
    }

    /// Returns the process ID, user ID and group ID of the process at the other end.
    public PeerCredentials peer() throws IOException {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment memory = scratch.allocate(12, 4);
            MemorySegment length = scratch.allocateFrom(JAVA_INT, 12);
            call("getsockopt", state -> (int) PosixCalls.GETSOCKOPT.invokeExact(
                    state, descriptor.number(), SOL_SOCKET, SO_PEERCRED, memory, length));
            return new PeerCredentials(memory.get(JAVA_INT, 0), memory.get(JAVA_INT, 4), memory.get(JAVA_INT, 8));
        }
    }

    /// Sends bytes, and optionally a descriptor with the first byte.
    ///
    /// @param passed the descriptor to pass, or null; the caller keeps it and closes it
    /// @param timeoutMs longest wait in milliseconds for a receiver that does not read; negative for no limit
    /// @throws PosixException with `EAGAIN` after the timeout, when part of the bytes may have been sent
    public void send(byte[] bytes, int from, int to, @Nullable Descriptor passed, int timeoutMs) throws IOException {
        synchronized (sending) {
            int offset = from;
            while (offset < to) {
                int count = Math.min(BUFFER_SIZE, to - offset);
                MemorySegment.copy(bytes, offset, sending.data, JAVA_BYTE, 0, count);
                sending.prepare(count, offset == from ? passed : null);
                long sent = sending.call(true, descriptor.number(), NO_SIGNAL_DO_NOT_WAIT);
                if (sent == -PosixErrors.EAGAIN) {
                    await(POLLOUT, timeoutMs, "send");
                } else if (sent < 0) {
                    if (sent != -PosixErrors.EINTR) {
                        throw new PosixException("send", (int) -sent);
                    }
                } else {
                    offset += (int) sent;
                }
            }
        }
    }

    /// Receives bytes, and keeps a descriptor that arrives with them for [#takeDescriptor].
    ///
    /// @param timeoutMs longest wait in milliseconds; negative for no limit
    /// @return the number of bytes, 0 after the timeout, or [#END]
    /// @throws PosixException with `EMSGSIZE` if several descriptors arrive at once; all of them are closed
    public int receive(byte[] target, int from, int to, int timeoutMs) throws IOException {
        synchronized (receiving) {
            int count;
            do {
                count = poll(POLLIN, timeoutMs) ? receiveNow(target, from, to) : 0;
            } while (count == 0 && timeoutMs < 0);
            return count;
        }
    }

    private int receiveNow(byte[] target, int from, int to) throws IOException {
        receiving.prepareToReceive(Math.min(BUFFER_SIZE, to - from));
        long received = receiving.call(false, descriptor.number(), CLOSE_ON_EXEC_DO_NOT_WAIT);
        if (received == -PosixErrors.EAGAIN || received == -PosixErrors.EINTR) {
            return 0;
        }
        if (received < 0) {
            throw new PosixException("receive", (int) -received);
        }
        Descriptor newer = receiving.takeDescriptor();
        if (newer != null) {
            storeReceived(newer);
        }
        MemorySegment.copy(receiving.data, JAVA_BYTE, 0, target, from, (int) received);
        return received == 0 ? END : (int) received;
    }

    /// Keeps a received descriptor and closes the previous one if it was not taken.
    private void storeReceived(@Nullable Descriptor newer) {
        if (received != null) {
            received.discard();
        }
        received = newer;
    }

    /// Returns the last received descriptor, or null. The caller must close it.
    public @Nullable Descriptor takeDescriptor() {
        synchronized (receiving) {
            Descriptor descriptor = received;
            received = null;
            return descriptor;
        }
    }

    private void await(short event, int timeoutMs, String call) throws IOException {
        if (!poll(event, timeoutMs)) {
            throw new PosixException(call, PosixErrors.EAGAIN);
        }
    }

    /// Waits for an event, an error or the end of the connection.
    ///
    /// @return false after the timeout, or if a signal interrupts a wait with a timeout
    private boolean poll(short event, int timeoutMs) throws IOException {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment state = scratch.allocate(PosixCalls.STATE);
            MemorySegment entry = scratch.allocate(8, 8);
            entry.set(JAVA_INT, 0, descriptor.number());
            entry.set(JAVA_SHORT, 4, event);
            while (true) {
                int count = (int) PosixCalls.POLL.invokeExact(state, entry, 1L, timeoutMs);
                if (count >= 0) {
                    return count > 0;
                }
                if (PosixCalls.errno(state) != PosixErrors.EINTR) {
                    throw new PosixException("poll", PosixCalls.errno(state));
                }
                if (timeoutMs >= 0) {
                    return false;
                }
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw PosixCalls.unexpected(e);
        }
    }

    /// Ends the connection in both directions and wakes threads that wait on it. Does nothing after [#close].
    public void shutdown() {
        synchronized (descriptor) {
            if (!isClosed) {
                try {
                    call("shutdown", state -> (int) PosixCalls.SHUTDOWN.invokeExact(state, descriptor.number(), 2));
                } catch (PosixException e) {
                    // Already disconnected.
                }
            }
        }
    }

    @Override
    public void close() {
        shutdown();
        synchronized (sending) {
            synchronized (receiving) {
                synchronized (descriptor) {
                    if (!isClosed) {
                        isClosed = true;
                        storeReceived(null);
                        descriptor.discard();
                        arena.close();
                    }
                }
            }
        }
    }

    /// A `msghdr` with one buffer and space for one descriptor.
    private static final class Message {

        final MemorySegment data;
        private final MemorySegment state;
        private final MemorySegment header;
        private final MemorySegment vector;
        private final MemorySegment control;

        Message(Arena arena) {
            data = arena.allocate(BUFFER_SIZE, 8);
            state = arena.allocate(PosixCalls.STATE);
            header = arena.allocate(56, 8);
            vector = arena.allocate(16, 8);
            control = arena.allocate(CONTROL_SIZE, 8);
            header.set(ADDRESS, 16, vector);
            header.set(JAVA_LONG, 24, 1);
            vector.set(ADDRESS, 0, data);
        }

        void prepare(int count, @Nullable Descriptor descriptor) {
            vector.set(JAVA_LONG, 8, count);
            header.set(ADDRESS, 32, descriptor == null ? MemorySegment.NULL : control);
            header.set(JAVA_LONG, 40, descriptor == null ? 0 : CONTROL_SIZE);
            if (descriptor != null) {
                control.set(JAVA_LONG, 0, RIGHTS_SIZE);
                control.set(JAVA_INT, 8, SOL_SOCKET);
                control.set(JAVA_INT, 12, SCM_RIGHTS);
                control.set(JAVA_INT, 16, descriptor.number());
            }
        }

        void prepareToReceive(int count) {
            vector.set(JAVA_LONG, 8, count);
            header.set(ADDRESS, 32, control);
            header.set(JAVA_LONG, 40, CONTROL_SIZE);
            header.set(JAVA_INT, 48, 0);
            control.fill((byte) 0);
        }

        /// Returns the number of bytes, or the negated error number.
        long call(boolean sends, int fd, int flags) {
            try {
                long result = sends
                        ? (long) PosixCalls.SENDMSG.invokeExact(state, fd, header, flags)
                        : (long) PosixCalls.RECVMSG.invokeExact(state, fd, header, flags);
                return result < 0 ? -PosixCalls.errno(state) : result;
            } catch (Throwable e) {
                throw PosixCalls.unexpected(e);
            }
        }

        /// Returns the received descriptor, or null. Because of padding, the buffer has space for a second one.
        @Nullable
        Descriptor takeDescriptor() throws IOException {
            boolean isPassed = header.get(JAVA_LONG, 40) >= RIGHTS_SIZE
                    && control.get(JAVA_INT, 8) == SOL_SOCKET
                    && control.get(JAVA_INT, 12) == SCM_RIGHTS;
            Descriptor first = isPassed ? new Descriptor(control.get(JAVA_INT, 16)) : null;
            boolean hasSecond = isPassed && control.get(JAVA_LONG, 0) >= CONTROL_SIZE;
            if (hasSecond) {
                new Descriptor(control.get(JAVA_INT, 20)).discard();
            }
            if (hasSecond || (header.get(JAVA_INT, 48) & TRUNCATED) != 0) {
                if (first != null) {
                    first.discard();
                }
                throw new PosixException("receive", PosixErrors.EMSGSIZE);
            }
            return first;
        }
    }
}
