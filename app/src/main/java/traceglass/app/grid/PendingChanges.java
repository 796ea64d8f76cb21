package traceglass.app.grid;

import java.util.ArrayList;
import java.util.List;

/// Changes to the sort order and the filters of a [DataGrid]. While a result is being prepared off the JavaFX thread,
/// they wait for its columns.
final class PendingChanges {

    private final List<Runnable> changes = new ArrayList<>();
    private boolean waiting;

    /// Discards changes to the previous result.
    ///
    /// @param isPrepared whether the columns of the next result are shown at once
    void begin(boolean isPrepared) {
        changes.clear();
        waiting = !isPrepared;
    }

    /// Returns whether the next result is still being prepared.
    boolean isWaiting() {
        return waiting;
    }

    /// Runs a change now, or as soon as the result is shown.
    void run(Runnable change) {
        if (waiting) {
            changes.add(change);
        } else {
            change.run();
        }
    }

    /// Runs the waiting changes in their order.
    void end() {
        waiting = false;
        List<Runnable> due = List.copyOf(changes);
        changes.clear();
        due.forEach(Runnable::run);
    }
}
