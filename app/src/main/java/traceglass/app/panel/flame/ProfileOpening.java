package traceglass.app.panel.flame;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import traceglass.analysis.flame.scope.FlameScopes;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.DetailsPane;

/// Shows the flame graph over the whole page when a trace without a timeline is opened: a profile without times, or a
/// heap dump. The next trace gets its timeline back, without the pane if it was closed before.
final class ProfileOpening {

    private final TraceSlot slot;
    private final Consumer<BooleanSupplier> showTrace;
    private boolean isMaximized;
    private boolean isOpened;
    /// Whether the user has opened a tab since the trace was opened.
    private boolean isTabChosen;

    private ProfileOpening(TraceSlot slot, Consumer<BooleanSupplier> showTrace) {
        this.slot = slot;
        this.showTrace = showTrace;
    }

    /// @param showTrace shows the flame graph of the whole trace, and selects its tab if the condition is true by then
    static void install(TraceSlot slot, Consumer<BooleanSupplier> showTrace) {
        ProfileOpening opening = new ProfileOpening(slot, showTrace);
        slot.host().detailsPane().addChosenListener(() -> opening.isTabChosen = true);
        slot.trace().sessionProperty().addListener((_, _, newValue) -> opening.follow(newValue));
    }

    private void follow(TraceSession session) {
        if (isMaximized) {
            isMaximized = false;
            slot.host().detailsPane().maximizedProperty().set(false);
            if (isOpened) {
                slot.host().detailsPane().openProperty().set(false);
            }
        }
        isTabChosen = false;
        if (session == null) {
            return;
        }
        if (session.isReady()) {
            showProfile(session);
            return;
        }
        session.stateProperty().addListener(_ -> {
            if (session.isReady()) {
                showProfile(session);
            }
        });
    }

    private void showProfile(TraceSession session) {
        // A single event, such as a heap dump, is one nanosecond long.
        if (session != slot.trace().session() || session.bounds().durNs() > 1) {
            return;
        }
        session.queries()
                .submit(
                        "flame-opening",
                        q -> FlameScopes.hasGraphOfTrace(session.heaps(), session.bounds(), q),
                        have -> {
                            if (have && session == slot.trace().session()) {
                                show();
                            }
                        },
                        e -> {});
    }

    private void show() {
        DetailsPane pane = slot.host().detailsPane();
        isOpened = !isTabChosen && !pane.openProperty().get();
        if (!isTabChosen) {
            showTrace.accept(() -> !isTabChosen);
        }
        isMaximized = true;
        pane.maximizedProperty().set(true);
    }
}
