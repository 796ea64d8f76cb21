package traceglass.app.fleet;

import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.select.Selection;
import traceglass.app.context.Navigator;
import traceglass.app.context.TraceSlot;
import traceglass.app.task.FxThread;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.measure.Moment;
import traceglass.store.time.TimeSpan;

/// Navigates from a value in a fleet to the moment in its trace.
public final class TraceJump {

    /// Margin shown before and after an event, as a fraction of its duration.
    private static final double MARGIN = .4;
    /// Margin shown before and after an instant.
    private static final long INSTANT_MARGIN_NS = 5_000_000;

    private final TraceSlot slot;

    /// @param slot the first trace of a window
    public TraceJump(TraceSlot slot) {
        this.slot = slot;
    }

    private Navigator navigator() {
        return slot.navigation().navigator();
    }

    /// Opens a trace of a fleet and shows a moment in it.
    ///
    /// @param moment moment to show; null for the whole trace
    public void open(Fleet fleet, long traceId, @Nullable Moment moment) {
        navigator().openTrace(fleet.file(traceId), () -> show(moment));
    }

    /// Opens two traces side by side, aligned on their moments.
    ///
    /// @param label name of the alignment
    void openPair(Fleet fleet, long a, @Nullable Moment atA, long b, @Nullable Moment atB, String label) {
        navigator().openPair(fleet.file(a), fleet.file(b), () -> {
            if (atA != null && atB != null) {
                navigator().showPair(label, event(atA), event(atB));
            }
        });
    }

    private static Selection.Event event(Moment moment) {
        return new Selection.Event(moment.table(), moment.id(), moment.ts(), moment.durNs());
    }

    private void show(@Nullable Moment moment) {
        if (moment == null) {
            return;
        }
        long marginNs = moment.durNs() > 0 ? Math.round(moment.durNs() * MARGIN) + 1 : INSTANT_MARGIN_NS;
        TimeSpan span = new TimeSpan(moment.ts() - marginNs, moment.ts() + Math.max(0, moment.durNs()) + marginNs);
        if (!moment.isEvent()) {
            navigator().zoomTo(span);
            return;
        }
        // Selecting the event scrolls to it asynchronously, so the zoom must follow the change of the selection.
        slot.selection().addListener(new ChangeListener<>() {
            @Override
            public void changed(
                    ObservableValue<? extends Selection> o, @Nullable Selection before, @Nullable Selection after) {
                o.removeListener(this);
                FxThread.later(() -> navigator().zoomTo(span));
            }
        });
        navigator().goTo(moment.table(), moment.id());
        slot.host().detailsPane().openProperty().set(true);
    }
}
