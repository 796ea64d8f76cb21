package traceglass.sdk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import traceglass.sdk.proto.ProtoWriter;

/// A source of packets of any kind. Register it with [#register]; sessions that name it in
/// [TracingOptions#dataSource] start it. The callbacks run on the thread that starts, flushes or stops the session.
public abstract class DataSource {

    /// Writes the fields of a packet, besides its time and ids.
    public interface Body {

        /// @param isFresh whether readers know nothing that this source wrote on this thread before, such as
        ///     interned data
        void write(ProtoWriter packet, boolean isFresh);
    }

    private final String name;

    /// The sessions in which this source is active.
    private final List<EventRecorder> active = new CopyOnWriteArrayList<>();

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
    protected void started(String config) {}

    /// Called before a session stops; may still write.
    protected void stopping() {}

    /// Called when a session is about to be read; writes what is pending.
    protected void flush() {}

    public final boolean isActive() {
        return !active.isEmpty();
    }

    /// Writes a packet to each session in which the source is active.
    protected final void write(Body body) {
        for (EventRecorder session : active) {
            ThreadWriters.writePacket(session, this, body);
        }
    }

    final void start(EventRecorder session, String config) {
        active.add(session);
        started(config);
    }

    final void stop(EventRecorder session) {
        if (active.contains(session)) {
            try {
                stopping();
            } finally {
                active.remove(session);
            }
        }
    }

    /// Returns the sources among some that are active in a session.
    static List<DataSource> of(EventRecorder session, List<DataSource> all) {
        List<DataSource> found = new ArrayList<>();
        for (DataSource source : all) {
            if (source.active.contains(session)) {
                found.add(source);
            }
        }
        return found;
    }
}
