package traceglass.sdk;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import traceglass.sdk.proto.ProtoFields;

/// A session of the tracing service in which this process takes part with its events.
final class SystemInstance implements EventRecorder {

    private static final int TARGET_BUFFER = 2;
    private static final int TRACK_EVENT_CONFIG = 113;

    private final ProducerConnection connection;
    private final TracingOptions options = new TracingOptions();
    private final List<SharedSink> sinks = new CopyOnWriteArrayList<>();
    private int target;
    private boolean isStopped;
    private volatile int generation;

    SystemInstance(ProducerConnection connection, byte[] config) {
        this.connection = connection;
        for (ProtoFields fields = new ProtoFields(config); fields.next(); ) {
            if (fields.field() == TARGET_BUFFER) {
                target = (int) fields.number();
            } else if (fields.field() == TRACK_EVENT_CONFIG) {
                read(new ProtoFields(fields.content()));
            }
        }
    }

    private void read(ProtoFields config) {
        while (config.next()) {
            boolean isSet = config.number() != 0;
            switch (config.field()) {
                case 1 -> options.disable(config.text());
                case 2 -> options.enable(config.text());
                case 3 -> options.disableTags(config.text());
                case 4 -> options.enableTags(config.text());
                case 5 -> {
                    if (isSet) {
                        options.absoluteTimestamps();
                    }
                }
                case 6 -> options.timestampUnitNs(Math.max(1, config.number()));
                case 7 -> {
                    if (isSet) {
                        options.withoutArguments();
                    }
                }
                case 9 -> {
                    if (isSet) {
                        options.withoutDynamicNames();
                    }
                }
                default -> {}
            }
        }
    }

    @Override
    public TracingOptions options() {
        return options;
    }

    @Override
    public int generation() {
        return generation;
    }

    @Override
    public synchronized SequenceSink newSink() {
        if (isStopped) {
            return (packet, size, isClearing) -> false;
        }
        Thread thread = Thread.currentThread();
        SequenceSink sink = connection.newSink(target, thread.isVirtual() ? null : thread);
        if (sink instanceof SharedSink shared) {
            sinks.add(shared);
        }
        return sink;
    }

    /// Called by the thread of the connection only.
    void clear() {
        int next = generation + 1;
        generation = next;
    }

    void flush() {
        for (SharedSink sink : sinks) {
            sink.flush();
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
        sink.close();
        sinks.remove(sink);
        connection.closed(sink);
    }
}
