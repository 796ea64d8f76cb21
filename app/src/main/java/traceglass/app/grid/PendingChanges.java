package traceglass.app.grid;

import java.util.ArrayList;
import java.util.List;

/// Changes to the sort order, filters, selection and position of a [DataGrid]. While a result is being prepared off
/// the JavaFX thread, they wait for its columns.
final class PendingChanges {

    private final List<Runnable> changes = new ArrayList<>();
    private boolean isWaiting;

    /// Discards changes to the previous result.
    ///
    /// @param isPrepared whether the columns of the next result are shown immediately
    /// @return `isPrepared`
    boolean begin(boolean isPrepared) {
        changes.clear();
        isWaiting = !isPrepared;
        return isPrepared;
    }

    /// Returns whether the next result is still being prepared.
    boolean isWaiting() {
        return isWaiting;
    }

    /// Runs a change now, or as soon as the result is shown.
    void run(Runnable change) {
        if (isWaiting) {
            changes.add(change);
        } else {
            change.run();
        }
    }

    /// Ends the wait, because the rows of the next result can be read.
    ///
    /// @return the delayed changes in order, to be run when its columns are shown
    List<Runnable> finish() {
        isWaiting = false;
        List<Runnable> due = List.copyOf(changes);
        changes.clear();
        return due;
    }
}
