package traceglass.analysis.query;

/// Lets work that goes on be ended from another thread.
public final class Cancellation {

    private boolean cancelled;
    private Runnable onCancel;

    /// What ends the work that is under way, e.g. `Statement::cancel`; null when nothing has to be done. Runs at
    /// once when the work was cancelled already.
    public synchronized void onCancel(Runnable action) {
        onCancel = action;
        if (cancelled && action != null) {
            action.run();
        }
    }

    public synchronized boolean isCancelled() {
        return cancelled;
    }

    /// Ends the work; may be called more than once and after it has ended.
    public synchronized void cancel() {
        if (!cancelled) {
            cancelled = true;
            if (onCancel != null) {
                onCancel.run();
            }
        }
    }
}
