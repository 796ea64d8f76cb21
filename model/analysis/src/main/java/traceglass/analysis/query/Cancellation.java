package traceglass.analysis.query;

/// Lets another thread cancel running work.
public final class Cancellation {

    private boolean isCanceled;
    private Runnable onCancel;

    /// Sets the action that cancels the current work, e.g. `Statement::cancel`; null for none. Runs immediately if
    /// the work was already canceled.
    public synchronized void onCancel(Runnable action) {
        onCancel = action;
        if (isCanceled && action != null) {
            action.run();
        }
    }

    public synchronized boolean isCanceled() {
        return isCanceled;
    }

    /// Cancels the work; may be called more than once and after the work has ended.
    public synchronized void cancel() {
        if (!isCanceled) {
            isCanceled = true;
            if (onCancel != null) {
                onCancel.run();
            }
        }
    }
}
