package traceglass.sdk;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;
import traceglass.sdk.posix.SharedMemory;
import traceglass.sdk.posix.UnixStream;
import traceglass.sdk.proto.ProtoFields;
import traceglass.sdk.proto.ProtoWriter;

/// A connection of this process, as a producer, to the tracing service. [#run] handles its commands until it ends.
final class ProducerConnection implements AutoCloseable {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MAX_FRAME = 128 * 1024;
    private static final int SEND_TIMEOUT_MS = 5000;
    private static final int REPLY_TIMEOUT_MS = 10_000;
    /// Longest time from an event to its commit.
    private static final int COMMIT_MS = 20;
    private static final int PAGE = 4096;
    private static final int MEMORY = 2 << 20;
    private static final int SCRAPING_ON = 1;
    private static final int MAX_WRITERS = 32_767;

    private final UnixStream socket;
    private final Map<String, Integer> methods = new HashMap<>();
    private final Map<Long, SystemInstance> instances = new HashMap<>();
    private final ArrayDeque<Integer> freeWriters = new ArrayDeque<>();
    private final Object sendLock = new Object();
    private int serviceId;
    private long lastRequest;
    private long asyncRequest = -1;
    private int lastWriter;
    private final byte[] input = new byte[MAX_FRAME];
    private int inputEnd;
    private volatile @Nullable SharedBuffer buffer;
    private volatile boolean isClosed;

    ProducerConnection(UnixStream socket) {
        this.socket = socket;
    }

    /// Introduces this process and its events to the service.
    void open() throws IOException {
        ProtoWriter frame = new ProtoWriter().varint(2, ++lastRequest);
        int bind = frame.open(3);
        frame.string(1, "ProducerPort");
        frame.close(bind);
        send(frame);
        bound(await(lastRequest, 4));
        ProtoWriter hello = new ProtoWriter()
                .varint(1, PAGE)
                .varint(2, MEMORY)
                .string(3, ProcessHandle.current().info().command().orElse("java"))
                .varint(4, SCRAPING_ON)
                .string(8, "Traceglass SDK for Java");
        long request = invoke("InitializeConnection", hello, false);
        asyncRequest = invoke("GetAsyncCommand", new ProtoWriter(), false);
        await(request, 6);
        ProtoWriter register = new ProtoWriter();
        int source = register.open(1);
        register.string(1, "track_event").bool(2, true).bool(3, true).bool(4, true);
        register.varint(7, ProcessTrack.UUID);
        int events = register.open(6);
        for (Category category : Sessions.categories()) {
            int one = register.open(1);
            register.string(1, category.name()).string(2, category.description());
            category.tags().forEach(tag -> register.string(3, tag));
            register.close(one);
        }
        register.close(events);
        register.close(source);
        invoke("RegisterDataSource", register, false);
    }

    private void bound(ProtoFields reply) throws IOException {
        while (reply.next()) {
            if (reply.field() == 2) {
                serviceId = (int) reply.number();
            } else if (reply.field() == 3) {
                int id = 0;
                String name = "";
                for (ProtoFields method = new ProtoFields(reply.content()); method.next(); ) {
                    if (method.field() == 1) {
                        id = (int) method.number();
                    } else if (method.field() == 2) {
                        name = method.text();
                    }
                }
                methods.put(name, id);
            }
        }
        if (serviceId == 0) {
            throw new IOException("The tracing service takes no producers at this socket");
        }
    }

    /// Handles commands until the connection ends.
    void run() throws IOException {
        while (!isClosed) {
            byte[] frame = receive(COMMIT_MS);
            if (frame != null) {
                handle(frame);
            }
            commit();
        }
    }

    /// Waits for the reply to a request. Commands that arrive before it are handled.
    private ProtoFields await(long request, int field) throws IOException {
        long end = System.nanoTime() + REPLY_TIMEOUT_MS * 1_000_000L;
        while (System.nanoTime() < end) {
            byte[] frame = receive(COMMIT_MS);
            if (frame == null) {
                continue;
            }
            long id = 0;
            byte[] content = null;
            for (ProtoFields fields = new ProtoFields(frame); fields.next(); ) {
                if (fields.field() == 2) {
                    id = fields.number();
                } else if (fields.field() == field) {
                    content = fields.content();
                }
            }
            if (id == request && content != null) {
                return new ProtoFields(content);
            }
            handle(frame);
        }
        throw new IOException("The tracing service did not reply within " + REPLY_TIMEOUT_MS / 1000 + " s");
    }

    private byte @Nullable [] receive(int timeoutMs) throws IOException {
        while (true) {
            if (inputEnd >= 4) {
                int size = (int) INT.get(input, 0);
                if (size < 0 || size > MAX_FRAME - 4) {
                    throw new IOException(
                            "The tracing service sent a frame of " + Integer.toUnsignedString(size) + " bytes");
                }
                if (inputEnd >= 4 + size) {
                    byte[] frame = Arrays.copyOfRange(input, 4, 4 + size);
                    System.arraycopy(input, 4 + size, input, 0, inputEnd - 4 - size);
                    inputEnd -= 4 + size;
                    return frame;
                }
            }
            int count = socket.receive(input, inputEnd, input.length, timeoutMs);
            if (count == UnixStream.END) {
                throw new IOException("The tracing service closed the connection");
            }
            if (count == 0) {
                return null;
            }
            inputEnd += count;
        }
    }

    private void handle(byte[] frame) throws IOException {
        long id = 0;
        byte[] reply = {};
        for (ProtoFields fields = new ProtoFields(frame); fields.next(); ) {
            if (fields.field() == 2) {
                id = fields.number();
            } else if (fields.field() == 6) {
                reply = fields.content();
            }
        }
        if (id != asyncRequest) {
            return;
        }
        for (ProtoFields fields = new ProtoFields(reply); fields.next(); ) {
            if (fields.field() == 3) {
                for (ProtoFields command = new ProtoFields(fields.content()); command.next(); ) {
                    command(command.field(), new ProtoFields(command.content()));
                }
            }
        }
    }

    private void command(int command, ProtoFields arguments) throws IOException {
        long id = 0;
        long second = 0;
        byte[] config = {};
        while (arguments.next()) {
            if (arguments.field() == 1) {
                id = arguments.number();
            } else if (arguments.field() == 2) {
                second = arguments.number();
                config = arguments.content();
            }
        }
        switch (command) {
            case 1 -> started(id);
            case 2 -> stopped(id);
            case 3 -> map((int) id * 1024);
            case 5 -> {
                instances.values().forEach(SystemInstance::flush);
                commit(second);
            }
            case 6 -> instances.put(id, new SystemInstance(this, config));
            case 7 -> instances.values().forEach(SystemInstance::clear);
            default -> {}
        }
    }

    private void map(int pageSize) throws IOException {
        Descriptor file = socket.takeDescriptor();
        if (file == null) {
            throw new IOException("The tracing service sent no shared memory");
        }
        buffer = new SharedBuffer(SharedMemory.map(file), pageSize);
    }

    private void started(long id) throws IOException {
        SystemInstance instance = instances.get(id);
        if (instance != null && buffer != null) {
            try {
                Sessions.start(instance);
            } catch (IllegalStateException e) {
                // Eight sessions run; this one gets no events of this process.
                System.getLogger("traceglass.sdk").log(System.Logger.Level.WARNING, e.getMessage());
            }
        }
        invoke("NotifyDataSourceStarted", new ProtoWriter().varint(1, id), true);
    }

    /// A stop is acknowledged even if nothing was started: the service waits for it.
    private void stopped(long id) throws IOException {
        SystemInstance instance = instances.remove(id);
        if (instance != null) {
            instance.stop();
        }
        commit(0);
        invoke("NotifyDataSourceStopped", new ProtoWriter().varint(1, id), true);
    }

    /// Returns a new sequence into a buffer of the service.
    SequenceSink newSink(int target, @Nullable Thread thread) {
        SharedBuffer shared = buffer;
        int writer;
        synchronized (freeWriters) {
            writer = lastWriter < MAX_WRITERS ? ++lastWriter : freeWriters.isEmpty() ? 0 : freeWriters.removeFirst();
        }
        if (shared == null || writer == 0) {
            return (packet, size, isClearing) -> false;
        }
        trySend("RegisterTraceWriter", new ProtoWriter().varint(1, writer).varint(2, target));
        return new SharedSink(this, shared, writer, target, thread);
    }

    void closed(SharedSink sink) {
        trySend("UnregisterTraceWriter", new ProtoWriter().varint(1, sink.writer()));
        synchronized (freeWriters) {
            freeWriters.add(sink.writer());
        }
    }

    private void trySend(String method, ProtoWriter arguments) {
        try {
            invoke(method, arguments, true);
        } catch (IOException e) {
            // The thread of the connection finds out, too, and connects again.
            socket.shutdown();
        }
    }

    /// Sends the chunks that are complete, if any.
    void commit() {
        SharedBuffer shared = buffer;
        if (shared != null && shared.hasPending()) {
            try {
                commit(0);
            } catch (IOException e) {
                socket.shutdown();
            }
        }
    }

    private void commit(long flushRequest) throws IOException {
        SharedBuffer shared = buffer;
        synchronized (sendLock) {
            byte[] request = shared == null
                    ? new ProtoWriter().varint(3, flushRequest).toByteArray()
                    : shared.takeCommit(flushRequest);
            if (request.length > 0) {
                invoke("CommitData", new ProtoWriter().append(request), true);
            }
        }
    }

    private long invoke(String method, ProtoWriter arguments, boolean dropsReply) throws IOException {
        Integer id = methods.get(method);
        if (id == null) {
            throw new IOException("The tracing service has no method " + method);
        }
        synchronized (sendLock) {
            ProtoWriter frame = new ProtoWriter().varint(2, ++lastRequest);
            int call = frame.open(5);
            frame.varint(1, serviceId).varint(2, id).bytes(3, arguments.toByteArray());
            if (dropsReply) {
                frame.bool(4, true);
            }
            frame.close(call);
            send(frame);
            return lastRequest;
        }
    }

    private void send(ProtoWriter frame) throws IOException {
        byte[] all = new byte[4 + frame.size()];
        INT.set(all, 0, frame.size());
        System.arraycopy(frame.array(), 0, all, 4, frame.size());
        socket.send(all, 0, all.length, null, SEND_TIMEOUT_MS);
    }

    /// Ends the connection, from any thread.
    void shutdown() {
        isClosed = true;
        socket.shutdown();
    }

    /// Stops all sessions. Called by the thread of the connection.
    @Override
    public void close() {
        isClosed = true;
        instances.values().forEach(SystemInstance::stop);
        instances.clear();
        socket.close();
        SharedBuffer shared = buffer;
        buffer = null;
        if (shared != null) {
            shared.memory().close();
        }
    }
}
