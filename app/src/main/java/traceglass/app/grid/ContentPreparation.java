package traceglass.app.grid;

import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import traceglass.analysis.rows.GridContent;
import traceglass.app.task.FxThread;

/// Prepares the content of a grid, large ones off the JavaFX thread. Only the content that was requested last is shown.
final class ContentPreparation {

    private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
    private long version;

    /// Prepares and shows a content.
    ///
    /// @param isImmediate whether the content is prepared on this thread, the JavaFX thread
    /// @param show called on the JavaFX thread, unless another content is requested before; calls [#finish]
    void run(boolean isImmediate, Supplier<GridContent> work, Consumer<GridContent> show) {
        long request = ++version;
        if (isImmediate) {
            show.accept(work.get());
            return;
        }
        busy.set(true);
        Thread.ofVirtual().start(() -> {
            GridContent content = work.get();
            FxThread.later(() -> {
                if (request == version) {
                    show.accept(content);
                }
            });
        });
    }

    /// Discards the content that is being prepared.
    void cancel() {
        version++;
    }

    /// Whether a content is being prepared.
    ReadOnlyBooleanProperty busyProperty() {
        return busy.getReadOnlyProperty();
    }

    /// Called when a prepared content can be read.
    void finish() {
        busy.set(false);
    }

    void setBusy(boolean isBusy) {
        busy.set(isBusy);
    }
}
