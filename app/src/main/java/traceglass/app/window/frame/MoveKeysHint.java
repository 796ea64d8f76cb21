package traceglass.app.window.frame;

import javafx.beans.InvalidationListener;
import javafx.beans.property.ReadOnlyObjectProperty;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.ui.DetailsPane;
import traceglass.app.ui.Page;

/// Shows in the status bar which keys move the timeline, while a timeline is visible.
public final class MoveKeysHint {

    private final WindowContext context;
    private final TracePair traces;
    private final ReadOnlyObjectProperty<Page> page;
    private final InvalidationListener listener = _ -> update();

    private MoveKeysHint(WindowContext context, TracePair traces, ReadOnlyObjectProperty<Page> page) {
        this.context = context;
        this.traces = traces;
        this.page = page;
    }

    /// Shows the hint from now on.
    ///
    /// @param page the page shown; without a value until the first one is
    public static void install(WindowContext context, TracePair traces, ReadOnlyObjectProperty<Page> page) {
        MoveKeysHint hint = new MoveKeysHint(context, traces, page);
        page.addListener(hint.listener);
        context.preferences().moveKeysProperty().addListener(hint.listener);
        hint.follow(traces.active());
        traces.activeProperty().addListener((_, oldValue, newValue) -> {
            hint.leave(oldValue);
            hint.follow(newValue);
        });
    }

    private void follow(TraceSlot slot) {
        slot.host().detailsPane().openProperty().addListener(listener);
        slot.host().detailsPane().maximizedProperty().addListener(listener);
        update();
    }

    private void leave(TraceSlot slot) {
        slot.host().detailsPane().openProperty().removeListener(listener);
        slot.host().detailsPane().maximizedProperty().removeListener(listener);
    }

    private void update() {
        if (page.get() == null) {
            return;
        }
        DetailsPane pane = traces.active().host().detailsPane();
        boolean isCovered =
                pane.openProperty().get() && pane.maximizedProperty().get();
        context.messages()
                .status()
                .setHint(
                        page.get().timelineContainer() != null && !isCovered
                                ? FrameTexts.keysToMove(context.preferences()
                                        .moveKeysProperty()
                                        .get()
                                        .letters())
                                : "");
    }
}
