package traceglass.app.task;

import java.util.ArrayList;
import java.util.List;

/// The way to the JavaFX thread for what begins before that thread listens, or exists: what is sent earlier waits, in
/// order.
public final class Delivery {

    /// Null from the moment somebody listens.
    private List<Runnable> waiting = new ArrayList<>();

    /// Runs it on the JavaFX thread, after what was sent before. From any thread.
    public synchronized void send(Runnable action) {
        if (waiting == null) {
            FxThread.later(action);
        } else {
            waiting.add(action);
        }
    }

    /// From soon on nothing waits: as soon as the JavaFX thread is done with what it does now. On the JavaFX
    /// thread.
    public void open() {
        FxThread.later(this::handOver);
    }

    /// Runs what waits, and lets nothing wait any more. On the JavaFX thread.
    public void handOver() {
        List<Runnable> arrived;
        synchronized (this) {
            arrived = waiting == null ? List.of() : waiting;
            waiting = null;
        }
        arrived.forEach(Runnable::run);
    }
}
