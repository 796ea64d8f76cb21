package traceglass.sdk;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.memory.DroppingSink;
import traceglass.sdk.memory.ProducerMemory;
import traceglass.sdk.memory.SequenceSink;
import traceglass.sdk.memory.SharedBuffer;
import traceglass.sdk.memory.SharedSink;
import traceglass.sdk.proto.ProtoFields;

/// A data source of this process in a session of the tracing service: its track events or a custom source.
final class SessionDataSource implements EventRecorder {

    private static final int NAME = 1;
    private static final int TARGET_BUFFER = 2;
    private static final int EXHAUSTED_POLICY = 9;
    private static final int STALL_THEN_ABORT = 2;
    private static final int TRACK_EVENT_CONFIG = 113;

    private final ProducerMemory memory;
    private final TracingOptions options;
    private final Set<SharedSink> sinks = ConcurrentHashMap.newKeySet();
    private final boolean recordsEvents;
    private @Nullable ProducerConnection connection;
    private int target;
    private volatile boolean isStopped;
    private volatile int generation;
    /// The last generation in which the command line was written.
    private final AtomicInteger commandLineGeneration = new AtomicInteger(-1);

    /// Creates an instance for a session of the service.
    ///
    /// @param config encoded `DataSourceConfig`
    /// @throws IllegalArgumentException if the message is malformed
    SessionDataSource(ProducerConnection connection, ProducerMemory memory, byte[] config) {
        this.connection = connection;
        this.memory = memory;
        options = new TracingOptions();
        String name = "";
        for (ProtoFields fields = new ProtoFields(config); fields.next(); ) {
            switch (fields.field()) {
                case NAME -> name = fields.text();
                case TARGET_BUFFER -> target = (int) fields.number();
                case TRACK_EVENT_CONFIG -> TrackEventConfig.read(new ProtoFields(fields.content()), options);
                case EXHAUSTED_POLICY -> {
                    // A traced program is never aborted: "stall, then abort" is handled as "stall, then drop".
                    if (fields.number() >= STALL_THEN_ABORT) {
                        options.stallWhenFull();
                    }
                }
                default -> {}
            }
        }
        recordsEvents = name.equals(TrackEventConfig.SOURCE);
        if (!recordsEvents) {
            options.dataSource(name, config);
        }
    }

    /// Creates an instance for track events before there is a connection.
    SessionDataSource(ProducerMemory memory, TracingOptions options) {
        this.memory = memory;
        this.options = options;
        recordsEvents = true;
        target = SharedBuffer.UNKNOWN_TARGET;
    }

    /// Attaches a session that started without a connection to a session of the service.
    synchronized void adopt(ProducerConnection newConnection, SessionDataSource requested) {
        connection = newConnection;
        target = requested.target;
        for (SharedSink sink : sinks) {
            sink.bind(target);
            newConnection.register(sink.writer(), target);
        }
        memory.buffer().bind(target);
    }

    @Override
    public TracingOptions options() {
        return options;
    }

    @Override
    public boolean recordsEvents() {
        return recordsEvents;
    }

    @Override
    public int generation() {
        return generation;
    }

    @Override
    public boolean writesCommandLine() {
        int current = generation;
        return commandLineGeneration.getAndSet(current) != current;
    }

    @Override
    public synchronized SequenceSink newSink() {
        int writer = isStopped ? 0 : memory.newWriter();
        if (writer == 0) {
            return new DroppingSink();
        }
        Thread thread = Thread.currentThread();
        SharedSink sink = new SharedSink(
                memory.buffer(),
                writer,
                target,
                thread.isVirtual() ? null : thread,
                options.stalls() ? () -> !isStopped : null);
        sinks.add(sink);
        if (connection != null) {
            connection.register(writer, target);
        }
        return sink;
    }

    /// Clears the incremental state. Called only by the thread of the connection.
    void clear() {
        int next = generation + 1;
        generation = next;
        Sessions.clear(this);
    }

    /// Passes the packets that threads have written to the service.
    void flush() {
        Sessions.flush(this);
        sinks.forEach(SharedSink::flush);
    }

    /// Ends the sequences of threads that have ended.
    void endAbandonedSequences() {
        for (SharedSink sink : sinks) {
            if (sink.isAbandoned()) {
                close(sink);
            }
        }
    }

    /// Stops writing. When it returns, no thread accesses the shared memory for this session.
    void stop() {
        Sessions.stop(this);
        synchronized (this) {
            isStopped = true;
        }
        sinks.forEach(this::close);
    }

    private void close(SharedSink sink) {
        if (sinks.remove(sink)) {
            sink.close();
            ProducerConnection service;
            synchronized (this) {
                service = connection;
            }
            if (service != null) {
                service.unregister(sink.writer());
            }
            memory.freeWriter(sink.writer());
        }
    }
}
