package traceglass.sdk;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import traceglass.sdk.proto.ProtoWriter;

/// A source of packets of any kind. Register it with [#register]; sessions that name it start it: those of this process
/// with [TracingOptions#dataSource], those of the tracing service with their configuration. The callbacks run on the
/// thread that starts, flushes or stops the session; exceptions are logged.
public abstract class DataSource {

    /// Writes the fields of a packet, besides its time and ids.
    public interface Body {

        /// @param isFresh whether readers have no data that this source wrote on this thread before, such as
        ///     interned data
        void write(ProtoWriter packet, boolean isFresh);
    }

    private final String name;
    private final List<SourceInstance> active = new CopyOnWriteArrayList<>();

    protected DataSource(String name) {
        this.name = name;
    }

    public final String name() {
        return name;
    }

    /// Makes the source known to sessions that start later.
    public final void register() {
        Sessions.register(this);
    }

    /// Called when a session starts this source.
    protected void started(SourceInstance instance) {}

    /// Called before a session stops; may still write.
    protected void stopping(SourceInstance instance) {}

    /// Called when a session is about to be read; writes what is pending.
    protected void flush(SourceInstance instance) {}

    /// Called when a session has cleared its incremental state, such as interned data: the next packet of each
    /// thread is fresh.
    protected void cleared(SourceInstance instance) {}

    public final boolean isActive() {
        return !active.isEmpty();
    }

    /// Writes a packet to each session in which the source is active.
    protected final void write(Body body) {
        for (SourceInstance instance : active) {
            instance.write(body);
        }
    }

    final void start(EventRecorder session, byte[] config) {
        SourceInstance instance = new SourceInstance(this, session, config);
        active.add(instance);
        call(this::started, instance);
    }

    final void stop(EventRecorder session) {
        forEach(session, this::stopping);
        active.removeIf(instance -> instance.session == session);
    }

    final void flush(EventRecorder session) {
        forEach(session, this::flush);
    }

    final void clear(EventRecorder session) {
        forEach(session, this::cleared);
    }

    private void forEach(EventRecorder session, Consumer<SourceInstance> callback) {
        for (SourceInstance instance : active) {
            if (instance.session == session) {
                call(callback, instance);
            }
        }
    }

    /// Calls the program. Its problems are not those of the session, in which others take part.
    private void call(Consumer<SourceInstance> callback, SourceInstance instance) {
        try {
            callback.accept(instance);
        } catch (RuntimeException e) {
            Sessions.LOG.log(System.Logger.Level.ERROR, "The data source " + name + " failed", e);
        }
    }
}
