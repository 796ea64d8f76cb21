package traceglass.app.panel.area;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.animation.PauseTransition;
import javafx.util.Duration;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.DetailsTab;

/// Tabs that summarize the selected range. While the range changes, only the selected tab follows it.
public final class AreaPanel {

    /// Delay between the last change of the range and the update of the tabs that are not selected.
    private static final Duration SETTLE_DELAY = Duration.millis(250);

    private final TraceSlot slot;
    private final List<AreaTab> tabs;
    private final RangeFlows flows;
    /// Delay after a trace was opened, restarted while queries are running, before data is prepared.
    private static final Duration IDLE_DELAY = Duration.seconds(2);

    private final PauseTransition idleTimer = new PauseTransition(IDLE_DELAY);
    private final PauseTransition settleTimer = new PauseTransition(SETTLE_DELAY);
    private DetailsTab preferred;
    /// Whether no tab has been selected yet for a newly selected range.
    private boolean needsTab;
    /// The tab that is selected if it has rows.
    private AreaTab candidate;
    /// Range whose summary is shown; it stays when a link in the summary selects an event.
    private Selection.Area shown;

    /// Creates the node above the grid of a report, or null.
    private Function<DataGrid, AreaStrip> strip(AreaReport report) {
        return switch (report.header()) {
            case STATES -> grid -> new StatesStrip(slot.appearance(), grid);
            case FLOWS -> _ -> new FlowsStrip(flows);
            case NONE -> null;
        };
    }

    private AreaPanel(TraceSlot slot, Messages messages) {
        this.slot = slot;
        flows = new RangeFlows(slot);
        tabs = Subjects.reports().stream()
                .map(report -> new AreaTab(slot, messages, report, strip(report), this::tabFound, this::reselect))
                .toList();
        tabs.forEach(t -> slot.host().detailsPane().add(t.tab()));
        settleTimer.setOnFinished(
                _ -> tabs.stream().filter(t -> !t.isTabVisible()).forEach(AreaTab::checkForRows));
        slot.selection().addListener((_, oldValue, newValue) -> selectionChanged(oldValue, newValue));
        idleTimer.setOnFinished(_ -> prepare());
        slot.trace().sessionProperty().addListener(o -> {
            settleTimer.stop();
            idleTimer.stop();
            tabs.forEach(t -> {
                t.hide();
                t.clear();
            });
            watch(slot.trace().session());
        });
        watch(slot.trace().session());
        register(
                "area.singles",
                AreaTexts.SHOW_EVENTS_COMMAND,
                () -> selectedView().map(AreaView::canShowSingleEvents).orElse(false),
                () -> selectedView().ifPresent(AreaView::showSingleEvents));
        register(
                "area.sums",
                AreaTexts.BACK_COMMAND,
                () -> selectedView().map(AreaView::showsSingleEvents).orElse(false),
                () -> selectedView().ifPresent(AreaView::showSummary));
        register(
                "area.export",
                AreaTexts.EXPORT_COMMAND,
                () -> selectedView().isPresent(),
                () -> selectedView().ifPresent(AreaView::export));
        register(
                "area.again",
                AreaTexts.SELECT_AGAIN_COMMAND,
                () -> shown != null && shown != slot.selection().get(),
                this::reselect);
        slot.host().detailsPane().selectedProperty().addListener((_, _, newValue) -> {
            if (!needsTab && tabs.stream().anyMatch(t -> t.tab() == newValue)) {
                preferred = newValue;
            }
            loadWaitingTab();
        });
        slot.host().detailsPane().openProperty().addListener(o -> loadWaitingTab());
    }

    /// Adds the tabs to a window.
    public static void install(TraceSlot slot, Messages messages) {
        new AreaPanel(slot, messages);
    }

    private void watch(TraceSession trace) {
        if (trace != null && trace.isReady()) {
            idleTimer.playFromStart();
        } else if (trace != null) {
            trace.stateProperty().addListener(o -> {
                if (trace == slot.trace().session() && trace.isReady()) {
                    idleTimer.playFromStart();
                }
            });
        }
    }

    /// Prepares data that the first selected range would otherwise have to wait for.
    private void prepare() {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady()) {
            return;
        }
        if (!trace.queries().isIdle()) {
            idleTimer.playFromStart();
            return;
        }
        trace.queries()
                .submit(
                        "area-prepare",
                        q -> {
                            for (AreaTab t : tabs) {
                                t.report().prepare(q);
                            }
                            return true;
                        },
                        done -> {},
                        e -> System.getLogger(AreaPanel.class.getName())
                                .log(System.Logger.Level.WARNING, "preparing range summaries", e));
    }

    private void register(String id, String title, BooleanSupplier enabled, Runnable action) {
        slot.host().commands().register(Command.of(id, CommandGroups.SELECTION, title, "", "", enabled, action));
    }

    /// View of the selected tab of the details pane; empty if the tab is not one of this panel.
    private Optional<AreaView> selectedView() {
        return tabs.stream()
                .filter(t ->
                        t.tab() == slot.host().detailsPane().selectedProperty().get())
                .findFirst()
                .flatMap(AreaTab::view);
    }

    private void reselect() {
        if (shown != null) {
            slot.selection().set(shown);
        }
    }

    private void loadWaitingTab() {
        tabs.stream().filter(AreaTab::isTabVisible).forEach(AreaTab::loadIfWaiting);
    }

    private void selectionChanged(Selection before, Selection after) {
        TraceSession trace = slot.trace().session();
        if (after == shown && shown != null) {
            tabs.forEach(AreaTab::hideSelectAgain);
        } else if (after instanceof Selection.Area area
                && trace != null
                && trace.isReady()
                && area.end() > area.start()) {
            needsTab |= !(before instanceof Selection.Area);
            shown = area;
            AreaScope scope = AreaScope.of(area, trace.bounds());
            tabs.forEach(t -> t.setScope(scope, t == candidate));
            flows.follow(scope);
            settleTimer.playFromStart();
            chooseTab();
        } else if (after instanceof Selection.Event
                && shown != null
                && slot.host().detailsPane().hasFocus()
                && selectedView().isPresent()) {
            // The selection came from a link in the row. Keep the tabs so that the next row can be
            // followed too.
            tabs.forEach(AreaTab::offerToSelectAgain);
        } else {
            needsTab = false;
            candidate = null;
            shown = null;
            settleTimer.stop();
            tabs.forEach(AreaTab::hide);
            flows.follow(null);
        }
    }

    private void tabFound(AreaTab tab) {
        if (needsTab && tab == candidate && tab.tab().availableProperty().get()) {
            select(tab);
        } else {
            chooseTab();
        }
    }

    /// Selects a tab for a new range: the last used report, otherwise the first with rows. A change of an existing
    /// range does not switch tabs.
    private void chooseTab() {
        if (!needsTab) {
            return;
        }
        Stream<AreaTab> lastUsed = tabs.stream().filter(t -> t.tab() == preferred);
        for (AreaTab t : Stream.concat(lastUsed, tabs.stream()).toList()) {
            if (t.isUnknown()) {
                candidate = t;
                t.loadIfWaiting();
                return;
            }
            if (t.tab().availableProperty().get()) {
                select(t);
                return;
            }
        }
    }

    private void select(AreaTab tab) {
        needsTab = false;
        candidate = null;
        slot.host().detailsPane().showForSelection(tab.tab());
    }
}
