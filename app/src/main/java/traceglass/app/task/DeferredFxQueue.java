package traceglass.app.task;

import java.util.ArrayList;
import java.util.List;

/// Queue of actions for the JavaFX thread that may be filled before that thread runs or is ready. Earlier actions wait,
/// in order.
public final class DeferredFxQueue {

    /// Actions that wait for the JavaFX thread; null after the queue has been drained.
    private List<Runnable> waiting = new ArrayList<>();

    /// Runs the action on the JavaFX thread, after all earlier ones. May be called from any thread.
    public synchronized void send(Runnable action) {
        if (waiting == null) {
            FxThread.later(action);
        } else {
            waiting.add(action);
        }
    }

    /// Drains the queue and stops queueing once the JavaFX thread has finished its current event. Called on the
    /// JavaFX thread.
    public void open() {
        FxThread.later(this::drain);
    }

    /// Runs the queued actions and stops queueing. Called on the JavaFX thread.
    public void drain() {
        List<Runnable> pending;
        synchronized (this) {
            pending = waiting == null ? List.of() : waiting;
            waiting = null;
        }
        pending.forEach(Runnable::run);
    }
}
