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
final class SystemInstance implements EventRecorder {

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
    /// The generation in which the command line was written last.
    private final AtomicInteger describedIn = new AtomicInteger(-1);

    /// @param config encoded message `DataSourceConfig`
    /// @throws IllegalArgumentException if the message is damaged
    SystemInstance(ProducerConnection connection, ProducerMemory memory, byte[] config) {
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
                    // A traced program is never aborted; it stalls, too, and drops then.
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

    /// Makes an instance for track events before there is a connection.
    SystemInstance(ProducerMemory memory, TracingOptions options) {
        this.memory = memory;
        this.options = options;
        recordsEvents = true;
        target = SharedBuffer.UNKNOWN_TARGET;
    }

    /// Continues a session that started without a connection.
    synchronized void adopt(ProducerConnection by, SystemInstance requested) {
        connection = by;
        target = requested.target;
        for (SharedSink sink : sinks) {
            sink.bind(target);
            by.register(sink.writer(), target);
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
    public boolean takesCommandLine() {
        int current = generation;
        return describedIn.getAndSet(current) != current;
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

    /// Called by the thread of the connection only.
    void clear() {
        int next = generation + 1;
        generation = next;
        Sessions.clear(this);
    }

    /// Hands over what threads have written.
    void flush() {
        Sessions.flush(this);
        sinks.forEach(SharedSink::flush);
    }

    /// Ends the sequences of threads that have ended.
    void sweep() {
        for (SharedSink sink : sinks) {
            if (sink.isAbandoned()) {
                close(sink);
            }
        }
    }

    /// Stops writing; afterwards no thread touches the shared memory for this session.
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
            ProducerConnection to;
            synchronized (this) {
                to = connection;
            }
            if (to != null) {
                to.unregister(sink.writer());
            }
            memory.freeWriter(sink.writer());
        }
    }
}
