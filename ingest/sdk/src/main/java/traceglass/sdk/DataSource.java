package traceglass.sdk;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import traceglass.sdk.proto.ProtoWriter;

/// A custom source of trace packets. Register it with [#register]. Sessions start it by name: in-process sessions with
/// [TracingOptions#dataSource], sessions of the tracing service with their trace config. Callbacks run on the thread
/// that starts, flushes or stops the session; exceptions they throw are logged.
public abstract class DataSource {

    /// Writes the fields of a packet other than its timestamp and ids.
    public interface Body {

        /// Writes the fields of one packet.
        ///
        /// @param isFresh whether readers know nothing that this source wrote earlier on this thread, such as
        ///     interned data, so that it must be written again
        void write(ProtoWriter packet, boolean isFresh);
    }

    private final String name;
    private final List<SourceInstance> active = new CopyOnWriteArrayList<>();

    /// @param name name by which sessions request the source
    protected DataSource(String name) {
        this.name = name;
    }

    public final String name() {
        return name;
    }

    /// Registers the source for sessions that start from now on.
    public final void register() {
        Sessions.register(this);
    }

    /// Called when a session starts this source.
    protected void started(SourceInstance instance) {}

    /// Called before a session stops. The source can still write packets.
    protected void stopping(SourceInstance instance) {}

    /// Called when a session is about to be read. Override it to write pending data.
    protected void flush(SourceInstance instance) {}

    /// Called when a session has cleared its incremental state, such as interned data: the next packet of each
    /// thread is fresh.
    protected void cleared(SourceInstance instance) {}

    /// Returns whether the source is active in any session.
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

    /// Calls a callback of the program and logs its exceptions, so that one source can't break a session with
    /// others.
    private void call(Consumer<SourceInstance> callback, SourceInstance instance) {
        try {
            callback.accept(instance);
        } catch (RuntimeException e) {
            Sessions.LOG.log(System.Logger.Level.ERROR, "The data source " + name + " failed", e);
        }
    }
}
