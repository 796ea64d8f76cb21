package traceglass.sdk.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import traceglass.sdk.posix.Posix.Calls;

/// A Unix stream socket that passes descriptors. One thread may send while another receives.
///
/// Addresses that start with `@` are abstract; others are files. Layouts of `msghdr` and `cmsghdr`: 64-bit Linux.
public final class UnixStream implements AutoCloseable {

    /// Result of [#receive] at the end of the stream.
    public static final int END = -1;

    private static final int AF_UNIX = 1;
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
    private static final int BUFFER = 65536;

    private final int fd;
    private final Arena arena = Arena.ofShared();
    private final Message sending = new Message(arena);
    private final Message receiving = new Message(arena);
    private int receivedFd = -1;
    private boolean closed;

    private UnixStream(int fd) {
        this.fd = fd;
    }

    /// Connects to a listening socket.
    public static UnixStream connect(String address) throws IOException {
        return open(address, true);
    }

    /// Listens at an address. A file that is left from an earlier process is the caller's to delete.
    public static UnixStream listen(String address) throws IOException {
        return open(address, false);
    }

    private static UnixStream open(String address, boolean connect) throws IOException {
        Posix.require();
        int fd = -1;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Calls.STATE);
            MemorySegment name = arena.allocate(110, 2);
            int length = address(address, name);
            fd = (int) Calls.SOCKET.invokeExact(state, AF_UNIX, STREAM_CLOSE_ON_EXEC, 0);
            Calls.check("socket", fd, state);
            if (connect) {
                Calls.check("connect to " + address, (int) Calls.CONNECT.invokeExact(state, fd, name, length), state);
            } else {
                Calls.check("bind to " + address, (int) Calls.BIND.invokeExact(state, fd, name, length), state);
                Calls.check("listen at " + address, (int) Calls.LISTEN.invokeExact(state, fd, 128), state);
            }
            return new UnixStream(fd);
        } catch (IOException e) {
            Posix.close(fd);
            throw e;
        } catch (Throwable e) {
            Posix.close(fd);
            throw Calls.unexpected(e);
        }
    }

    /// Writes a `sockaddr_un` and returns its length.
    private static int address(String address, MemorySegment to) throws IOException {
        byte[] name = address.getBytes(StandardCharsets.UTF_8);
        boolean isAbstract = address.startsWith("@");
        if (name.length == 0 || name.length > (isAbstract ? 108 : 107)) {
            throw new PosixException("The socket name " + address, PosixErrors.ENAMETOOLONG);
        }
        if (isAbstract) {
            name[0] = 0;
        }
        to.set(JAVA_SHORT, 0, (short) AF_UNIX);
        MemorySegment.copy(name, 0, to, JAVA_BYTE, 2, name.length);
        return 2 + name.length + (isAbstract ? 0 : 1);
    }

    /// Waits for a connection and returns it.
    ///
    /// @throws PosixException with `EAGAIN` when none came in time
    public UnixStream accept(int timeoutMs) throws IOException {
        await(POLLIN, timeoutMs, "accept");
        try (Arena call = Arena.ofConfined()) {
            MemorySegment state = call.allocate(Calls.STATE);
            int accepted =
                    (int) Calls.ACCEPT.invokeExact(state, fd, MemorySegment.NULL, MemorySegment.NULL, SOCK_CLOEXEC);
            Calls.check("accept", accepted, state);
            return new UnixStream(accepted);
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw Calls.unexpected(e);
        }
    }

    /// Returns the process at the other end.
    public PeerCredentials peer() throws IOException {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment state = call.allocate(Calls.STATE);
            MemorySegment found = call.allocate(12, 4);
            MemorySegment length = call.allocateFrom(JAVA_INT, 12);
            int result = (int) Calls.GETSOCKOPT.invokeExact(state, fd, SOL_SOCKET, SO_PEERCRED, found, length);
            Calls.check("getsockopt(SO_PEERCRED)", result, state);
            return new PeerCredentials(found.get(JAVA_INT, 0), found.get(JAVA_INT, 4), found.get(JAVA_INT, 8));
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw Calls.unexpected(e);
        }
    }

    /// Sends bytes, and a descriptor with the first of them.
    ///
    /// @param passed the descriptor to pass, which stays the caller's; below zero for none
    /// @param timeoutMs longest wait for a receiver that does not read
    public void send(byte[] bytes, int from, int to, int passed, int timeoutMs) throws IOException {
        synchronized (sending) {
            int at = from;
            while (at < to) {
                int count = Math.min(BUFFER, to - at);
                MemorySegment.copy(bytes, at, sending.data, JAVA_BYTE, 0, count);
                sending.prepare(count, at == from ? passed : -1);
                long sent = sending.call(true, fd, NO_SIGNAL_DO_NOT_WAIT);
                if (sent == -PosixErrors.EAGAIN) {
                    await(POLLOUT, timeoutMs, "send");
                } else if (sent < 0) {
                    if (sent != -PosixErrors.EINTR) {
                        throw new PosixException("send", (int) -sent);
                    }
                } else {
                    at += (int) sent;
                }
            }
        }
    }

    /// Receives bytes, and keeps a descriptor that came with them for [#takeFd].
    ///
    /// @param timeoutMs longest wait, below zero for ever
    /// @return the number of bytes, 0 if none came in time, or [#END]
    public int receive(byte[] into, int from, int to, int timeoutMs) throws IOException {
        synchronized (receiving) {
            if (poll(POLLIN, timeoutMs) == 0) {
                return 0;
            }
            receiving.prepareToReceive(Math.min(BUFFER, to - from));
            long got = receiving.call(false, fd, CLOSE_ON_EXEC_DO_NOT_WAIT);
            if (got == -PosixErrors.EAGAIN || got == -PosixErrors.EINTR) {
                return 0;
            }
            if (got < 0) {
                throw new PosixException("receive", (int) -got);
            }
            keep(receiving.takeFd());
            if (receiving.isTruncated()) {
                throw new PosixException("receive", PosixErrors.EMSGSIZE);
            }
            MemorySegment.copy(receiving.data, JAVA_BYTE, 0, into, from, (int) got);
            return got == 0 ? END : (int) got;
        }
    }

    /// A newer descriptor replaces one that was not taken.
    private void keep(int newer) {
        if (newer >= 0) {
            Posix.close(receivedFd);
            receivedFd = newer;
        }
    }

    /// Returns the descriptor that was received last, which is the caller's from then on, or -1.
    public int takeFd() {
        synchronized (receiving) {
            int taken = receivedFd;
            receivedFd = -1;
            return taken;
        }
    }

    /// Returns the descriptor of this socket, for [#poll].
    public int fd() {
        return fd;
    }

    private void await(short event, int timeoutMs, String call) throws IOException {
        if (poll(event, timeoutMs) == 0) {
            throw new PosixException(call, PosixErrors.EAGAIN);
        }
    }

    private int poll(short event, int timeoutMs) throws IOException {
        return poll(new int[] {fd}, event, timeoutMs)[0] ? 1 : 0;
    }

    /// Waits until one of several descriptors can be read (or accepts, or has ended).
    ///
    /// @return a value for each descriptor, all false if the time passed
    public static boolean[] pollReadable(int[] fds, int timeoutMs) throws IOException {
        return poll(fds, POLLIN, timeoutMs);
    }

    private static boolean[] poll(int[] fds, short event, int timeoutMs) throws IOException {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment state = call.allocate(Calls.STATE);
            MemorySegment all = call.allocate(8L * fds.length, 8);
            for (int i = 0; i < fds.length; i++) {
                all.set(JAVA_INT, 8L * i, fds[i]);
                all.set(JAVA_SHORT, 8L * i + 4, event);
            }
            int count = (int) Calls.POLL.invokeExact(state, all, (long) fds.length, timeoutMs);
            if (count < 0 && Calls.errno(state) != PosixErrors.EINTR) {
                throw new PosixException("poll", Calls.errno(state));
            }
            boolean[] ready = new boolean[fds.length];
            for (int i = 0; i < fds.length; i++) {
                ready[i] = count > 0 && all.get(JAVA_SHORT, 8L * i + 6) != 0;
            }
            return ready;
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw Calls.unexpected(e);
        }
    }

    /// Ends the connection in both directions; a thread that waits in [#receive] returns.
    public void shutdown() {
        try (Arena call = Arena.ofConfined()) {
            int ignored = (int) Calls.SHUTDOWN.invokeExact(call.allocate(Calls.STATE), fd, 2);
        } catch (Throwable e) {
            throw Calls.unexpected(e);
        }
    }

    @Override
    public void close() {
        shutdown();
        synchronized (sending) {
            synchronized (receiving) {
                if (!closed) {
                    closed = true;
                    Posix.close(receivedFd);
                    Posix.close(fd);
                    arena.close();
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
            data = arena.allocate(BUFFER, 8);
            state = arena.allocate(Calls.STATE);
            header = arena.allocate(56, 8);
            vector = arena.allocate(16, 8);
            control = arena.allocate(CONTROL_SIZE, 8);
            header.set(ADDRESS, 16, vector);
            header.set(JAVA_LONG, 24, 1);
            vector.set(ADDRESS, 0, data);
        }

        void prepare(int count, int passed) {
            vector.set(JAVA_LONG, 8, count);
            boolean pass = passed >= 0;
            header.set(ADDRESS, 32, pass ? control : MemorySegment.NULL);
            header.set(JAVA_LONG, 40, pass ? CONTROL_SIZE : 0);
            control.set(JAVA_LONG, 0, RIGHTS_SIZE);
            control.set(JAVA_INT, 8, SOL_SOCKET);
            control.set(JAVA_INT, 12, SCM_RIGHTS);
            control.set(JAVA_INT, 16, passed);
        }

        void prepareToReceive(int count) {
            vector.set(JAVA_LONG, 8, count);
            header.set(ADDRESS, 32, control);
            header.set(JAVA_LONG, 40, CONTROL_SIZE);
            header.set(JAVA_INT, 48, 0);
            control.fill((byte) 0);
        }

        /// Returns the number of bytes, or the error number negated.
        long call(boolean send, int fd, int flags) {
            try {
                long result = send
                        ? (long) Calls.SENDMSG.invokeExact(state, fd, header, flags)
                        : (long) Calls.RECVMSG.invokeExact(state, fd, header, flags);
                return result < 0 ? -Calls.errno(state) : result;
            } catch (Throwable e) {
                throw Calls.unexpected(e);
            }
        }

        int takeFd() {
            boolean isFd = header.get(JAVA_LONG, 40) >= RIGHTS_SIZE
                    && control.get(JAVA_INT, 8) == SOL_SOCKET
                    && control.get(JAVA_INT, 12) == SCM_RIGHTS;
            return isFd ? control.get(JAVA_INT, 16) : -1;
        }

        boolean isTruncated() {
            return (header.get(JAVA_INT, 48) & TRUNCATED) != 0;
        }
    }
}
