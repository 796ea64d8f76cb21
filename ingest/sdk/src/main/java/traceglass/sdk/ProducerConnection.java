package traceglass.sdk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.memory.ProducerMemory;
import traceglass.sdk.memory.SharedBuffer;
import traceglass.sdk.posix.Descriptor;
import traceglass.sdk.proto.ProtoFields;
import traceglass.sdk.proto.ProtoWriter;
import traceglass.sdk.wire.ServiceCalls;
import traceglass.sdk.wire.ServiceSocket;

/// A connection of this process, as a producer, to the tracing service. [#run] handles the commands of the service
/// until the connection ends; a second thread commits the chunks that threads have filled.
final class ProducerConnection implements AutoCloseable {

    /// Longest time from the end of a chunk to its commit.
    private static final long COMMIT_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int SCRAPING_ON = 1;

    private final ServiceCalls calls;
    private final TracingSetup setup;
    private final @Nullable StartupTracing startup;
    private final Map<Long, SessionDataSource> instances = new ConcurrentHashMap<>();
    private final Set<DataSource> registered = new HashSet<>();
    private final Queue<ProtoWriter> newWriters = new ConcurrentLinkedQueue<>();
    private final Queue<ProtoWriter> endedWriters = new ConcurrentLinkedQueue<>();
    private final Object commitLock = new Object();
    private final Thread committer;
    private int categoriesSent;
    private long asyncCall = -1;
    private boolean isEmulated;
    private @Nullable ProducerMemory offered;
    private volatile @Nullable ProducerMemory memory;
    private volatile boolean isOpen;
    private volatile boolean isClosed;

    ProducerConnection(ServiceSocket socket, TracingSetup setup, @Nullable StartupTracing startup) {
        calls = new ServiceCalls(socket);
        this.setup = setup;
        this.startup = startup;
        committer = Thread.ofPlatform().daemon().name("traceglass-sdk-commit").unstarted(this::commitRepeatedly);
    }

    /// Registers this process and its data sources with the service.
    void open() throws IOException {
        calls.bind("ProducerPort");
        if (startup != null && calls.socket().passesDescriptors()) {
            offered = startup.offer(this::wakeCommitter);
        }
        long request = initialize(offered);
        asyncCall = calls.invoke("GetAsyncCommand", new ProtoWriter(), false, null);
        ServiceCalls.Reply reply = calls.next();
        for (; reply.request() != request; reply = calls.next()) {
            handle(reply);
        }
        onInitialized(new ProtoFields(reply.content()));
        isOpen = true;
        calls.invoke("RegisterDataSource", describeEvents(), false, null);
        registerSources();
        committer.start();
    }

    private long initialize(@Nullable ProducerMemory offered) throws IOException {
        ProtoWriter hello = new ProtoWriter()
                .varint(1, startup == null || offered == null ? setup.pageSize() : startup.pageSize())
                .varint(2, setup.memorySize())
                .string(3, setup.producerName())
                .varint(4, SCRAPING_ON);
        if (offered != null) {
            hello.bool(6, true);
        }
        hello.string(8, "Traceglass SDK for Java");
        return calls.invoke("InitializeConnection", hello, false, offered == null ? null : offered.descriptor());
    }

    private void onInitialized(ProtoFields reply) throws IOException {
        boolean usesOfferedMemory = false;
        try {
            while (reply.next()) {
                if (reply.field() == 1) {
                    usesOfferedMemory = reply.number() != 0;
                } else if (reply.field() == 3) {
                    isEmulated = reply.number() != 0;
                }
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("The tracing service sent a malformed reply", e);
        }
        if (offered != null && !usesOfferedMemory) {
            // The caller connects again without offering memory; the service then provides it.
            throw new IOException("The tracing service refused the memory of this process");
        }
        memory = offered;
    }

    private ProtoWriter describeEvents() {
        categoriesSent = Sessions.categoryCount();
        return TrackEventConfig.descriptor();
    }

    private void registerSources() throws IOException {
        for (DataSource source : Sessions.sources()) {
            if (registered.add(source)) {
                ProtoWriter register = new ProtoWriter();
                int descriptor = register.open(1);
                register.string(1, source.name()).bool(2, true).bool(3, true).bool(4, true);
                register.varint(7, Fnv.hash(source.name()) ^ ProcessTrack.UUID);
                register.close(descriptor);
                calls.invoke("RegisterDataSource", register, false, null);
            }
        }
    }

    /// Handles commands until the connection ends.
    void run() throws IOException {
        while (!isClosed) {
            handle(calls.next());
        }
    }

    private void handle(ServiceCalls.Reply reply) throws IOException {
        if (reply.request() != asyncCall) {
            return;
        }
        try {
            for (ProtoFields command = new ProtoFields(reply.content()); command.next(); ) {
                handle(command.field(), new ProtoFields(command.content()));
            }
        } catch (IllegalArgumentException e) {
            Sessions.LOG.log(System.Logger.Level.DEBUG, "The tracing service sent a malformed command", e);
        }
    }

    private void handle(int command, ProtoFields arguments) throws IOException {
        List<Long> ids = new ArrayList<>();
        long second = 0;
        byte[] config = {};
        while (arguments.next()) {
            if (arguments.field() == 1) {
                ids.add(arguments.number());
            } else if (arguments.field() == 2) {
                second = arguments.number();
                config = arguments.content();
            }
        }
        long id = ids.isEmpty() ? 0 : ids.getFirst();
        switch (command) {
            case 1 -> onStarted(id);
            case 2 -> onStopped(id);
            case 3 -> map(id);
            case 5 -> {
                instancesOf(ids).forEach(SessionDataSource::flush);
                commit(second);
            }
            case 6 -> setUpInstance(id, config);
            case 7 -> instancesOf(ids).forEach(SessionDataSource::clear);
            default -> {}
        }
    }

    private List<SessionDataSource> instancesOf(List<Long> ids) {
        List<SessionDataSource> sources = new ArrayList<>();
        for (Long id : ids) {
            SessionDataSource instance = instances.get(id);
            if (instance != null) {
                sources.add(instance);
            }
        }
        return sources;
    }

    private void map(long pageKb) throws IOException {
        if (memory != null) {
            return;
        }
        int pageSize = Math.clamp(pageKb * 1024, 0, Integer.MAX_VALUE);
        Descriptor file = calls.socket().takeDescriptor();
        if (isEmulated) {
            memory = ProducerMemory.emulate(pageSize, this::wakeCommitter);
        } else if (file == null) {
            throw new IOException("The tracing service sent no shared memory");
        } else {
            memory = ProducerMemory.map(file, pageSize, this::wakeCommitter);
        }
    }

    private void setUpInstance(long id, byte[] config) {
        ProducerMemory to = memory;
        if (to == null || instances.containsKey(id)) {
            return;
        }
        SessionDataSource instance = new SessionDataSource(this, to, config);
        SessionDataSource adopted = startup == null ? null : startup.adopt(this, instance);
        instances.put(id, adopted == null ? instance : adopted);
    }

    private void onStarted(long id) throws IOException {
        SessionDataSource instance = instances.get(id);
        if (instance != null) {
            try {
                Sessions.start(instance);
            } catch (IllegalStateException e) {
                // All session slots are in use: this session gets no events from this process.
                Sessions.LOG.log(System.Logger.Level.WARNING, e.getMessage());
            }
        }
        calls.invoke("NotifyDataSourceStarted", new ProtoWriter().varint(1, id), true, null);
    }

    /// Acknowledges a stop, even if nothing was started, because the service waits for it.
    private void onStopped(long id) throws IOException {
        SessionDataSource instance = instances.remove(id);
        if (instance != null) {
            instance.stop();
        }
        commit(0);
        calls.invoke("NotifyDataSourceStopped", new ProtoWriter().varint(1, id), true, null);
    }

    /// Registers a new sequence, so that the service can read its chunks when this process ends. Never waits
    /// for the service.
    void register(int writer, int target) {
        newWriters.add(new ProtoWriter().varint(1, writer).varint(2, target));
        wakeCommitter();
    }

    void unregister(int writer) {
        endedWriters.add(new ProtoWriter().varint(1, writer));
    }

    private void callAll(String method, Queue<ProtoWriter> arguments) throws IOException {
        for (ProtoWriter next = arguments.poll(); next != null; next = arguments.poll()) {
            calls.invoke(method, next, true, null);
        }
    }

    /// Activates triggers.
    ///
    /// @return false if there is no connection
    boolean activate(List<String> triggers) {
        if (!isOpen || isClosed) {
            return false;
        }
        ProtoWriter names = new ProtoWriter();
        triggers.forEach(name -> names.string(1, name));
        try {
            calls.invoke("ActivateTriggers", names, true, null);
            return true;
        } catch (IOException e) {
            // The thread in run() notices, too, and connects again.
            calls.socket().shutdown();
            return false;
        }
    }

    boolean isOpen() {
        return isOpen && !isClosed;
    }

    private void wakeCommitter() {
        LockSupport.unpark(committer);
    }

    private void commitRepeatedly() {
        while (!isClosed) {
            LockSupport.parkNanos(instances.isEmpty() ? IDLE_NS : COMMIT_NS);
            try {
                instances.values().forEach(SessionDataSource::endAbandonedSequences);
                commit(0);
                registerNew();
            } catch (IOException e) {
                calls.socket().shutdown();
                return;
            }
        }
    }

    /// Registers new categories and data sources with the service.
    private void registerNew() throws IOException {
        if (Sessions.categoryCount() != categoriesSent && calls.has("UpdateDataSource")) {
            calls.invoke("UpdateDataSource", describeEvents(), false, null);
        }
        registerSources();
    }

    /// Sends the chunks that are complete, if any, and then acknowledges a flush.
    private void commit(long flushRequest) throws IOException {
        ProducerMemory from = memory;
        synchronized (commitLock) {
            callAll("RegisterTraceWriter", newWriters);
            if (from == null) {
                if (flushRequest != 0) {
                    calls.invoke("CommitData", new ProtoWriter().varint(3, flushRequest), true, null);
                }
                return;
            }
            SharedBuffer buffer = from.buffer();
            do {
                ProtoWriter request = buffer.takeCommit(flushRequest);
                if (request.size() > 0) {
                    calls.invoke("CommitData", request, true, null);
                }
            } while (buffer.hasMore());
            callAll("UnregisterTraceWriter", endedWriters);
        }
    }

    /// Ends the connection, from any thread.
    void shutdown() {
        isClosed = true;
        calls.socket().shutdown();
    }

    /// Stops all sessions. Called by the thread of the connection.
    @Override
    public void close() {
        isClosed = true;
        wakeCommitter();
        calls.socket().shutdown();
        instances.values().forEach(SessionDataSource::stop);
        instances.clear();
        if (startup != null && offered != null) {
            startup.abort();
        }
        try {
            committer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        calls.close();
        ProducerMemory used = memory == null ? offered : memory;
        memory = null;
        if (used != null) {
            used.close();
        }
    }
}
