package traceglass.ingest.ftrace.event;

import java.util.Arrays;

/// Handlers of kernel events by event number.
public final class EventHandlers {

    private EventHandler[] byId = new EventHandler[1024];

    /// Registers the handler of an event by its field number in `FtraceEvent`. Each event has at most one handler.
    public void on(int id, EventHandler handler) {
        if (id >= byId.length) {
            byId = Arrays.copyOf(byId, id * 2);
        }
        if (byId[id] != null) {
            throw new IllegalStateException("event " + id + " has two handlers");
        }
        byId[id] = handler;
    }

    /// Returns the handler of an event, or null.
    public EventHandler get(int id) {
        return id < byId.length ? byId[id] : null;
    }
}
