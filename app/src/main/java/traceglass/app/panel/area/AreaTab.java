package traceglass.app.panel.area;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.layout.Region;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.rows.RowStore;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.project.ControlStateSection;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.ui.DetailsTab;
import traceglass.sql.result.QueryException;
import traceglass.store.database.StoreException;
import traceglass.store.text.EnumIds;

/// Tab of the details pane for one report; runs the report's queries for the current range. It is available only
/// while the report has rows. The content is created when the tab is first selected, and follows the range only while
/// selected. For other tabs, one query checks whether there are rows, after the range has stopped changing.
final class AreaTab {

    /// A result that arrives within this time is shown even if the range has changed since; otherwise nothing would
    /// be updated while an edge is dragged.
    private static final long LATE_RESULT_NS = 300_000_000;

    private final TraceSlot slot;
    private final Messages messages;
    private final AreaReport report;
    private final DetailsTab tab;
    private final Function<DataGrid, AreaStrip> strip;
    private final Consumer<AreaTab> onFound;
    private final Runnable reselect;
    private final StringProperty filter = new SimpleStringProperty("");
    private final ObjectProperty<GroupBy> grouping = new SimpleObjectProperty<>();
    /// Null until the tab is first selected.
    private AreaView view;
    private AreaScope scope;
    /// Whether the displayed range is outdated.
    private boolean isWaiting;
    /// Whether it is known if the range has rows.
    private boolean isCountKnown;
    /// Start of the running query by [System#nanoTime]; 0 if none is running.
    private long requestedAtNs;

    /// Result of a query.
    ///
    /// @param problems missing tables and the reasons
    private record Result(GridContent content, Map<String, String> problems) {}

    /// Creates a tab.
    ///
    /// @param strip creates the node above the grid, or null
    /// @param onFound called when it is known whether there are rows for a range
    /// @param reselect selects the displayed range again
    AreaTab(
            TraceSlot slot,
            Messages messages,
            AreaReport report,
            Function<DataGrid, AreaStrip> strip,
            Consumer<AreaTab> onFound,
            Runnable reselect) {
        this.slot = slot;
        this.messages = messages;
        this.report = report;
        this.strip = strip;
        this.onFound = onFound;
        this.reselect = reselect;
        grouping.set(report.groupings().getFirst());
        tab = new DetailsTab(report.id(), report.title(), new Region());
        tab.availableProperty().set(false);
        grouping.addListener(o -> {
            isWaiting = true;
            if (scope != null && isTabVisible()) {
                load();
            }
        });
        if (slot.isFirst()) {
            new ControlStateSection(report.id(), slot.host().sections())
                    .text("filter", filter)
                    .value("groupBy", () -> EnumIds.id(grouping.get()), this::groupBy)
                    .withChanges(grouping);
        }
    }

    DetailsTab tab() {
        return tab;
    }

    AreaReport report() {
        return report;
    }

    /// Grouping of the rows; one of [AreaReport#groupings].
    ObjectProperty<GroupBy> groupingProperty() {
        return grouping;
    }

    /// Text that names must contain.
    StringProperty filterProperty() {
        return filter;
    }

    private void groupBy(String id) {
        EnumIds.find(GroupBy.class, id).filter(report.groupings()::contains).ifPresent(grouping::set);
    }

    /// The view, if it has been created.
    Optional<AreaView> view() {
        return Optional.ofNullable(view);
    }

    /// Returns whether the tab is selected in an open details pane.
    boolean isTabVisible() {
        return slot.host().detailsPane().openProperty().get()
                && slot.host().detailsPane().selectedProperty().get() == tab;
    }

    /// Returns whether it is still unknown if the range has rows.
    boolean isUnknown() {
        return scope != null && !isCountKnown;
    }

    private boolean isWaiting() {
        return scope != null && isWaiting;
    }

    /// Sets the range to show. The old content stays until the new rows are available.
    ///
    /// @param isCandidate whether the tab is about to be selected, so that it already follows the range
    void setScope(AreaScope newScope, boolean isCandidate) {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady() || !report.appliesTo(newScope)) {
            hide();
            return;
        }
        scope = newScope;
        isWaiting = true;
        isCountKnown = false;
        tab.busyProperty().set(true);
        if (view != null) {
            view.setSelectAgainVisible(false);
        }
        if (!isTabVisible() && !isCandidate) {
            stop(trace);
        } else if (requestedAtNs == 0 || System.nanoTime() - requestedAtNs > LATE_RESULT_NS) {
            load();
        }
    }

    /// Loads the range if it is not shown yet.
    void loadIfWaiting() {
        if (isWaiting() && requestedAtNs == 0) {
            load();
        }
    }

    /// Checks whether there are rows without creating the view.
    void checkForRows() {
        TraceSession trace = slot.trace().session();
        if (!isUnknown() || requestedAtNs != 0 || trace == null || !trace.isReady()) {
            return;
        }
        AreaScope requested = scope;
        GroupBy by = grouping.get();
        requestedAtNs = System.nanoTime();
        trace.queries()
                .submit(
                        report.id(),
                        q -> report.countEvents(
                                q,
                                requested.without(createTables(trace, requested).keySet()),
                                by),
                        (Long found) -> {
                            tab.countProperty()
                                    .set(
                                            report.isCounted()
                                                    ? (int) Math.min(Integer.MAX_VALUE, found)
                                                    : DetailsTab.NO_COUNT);
                            tab.availableProperty().set(found > 0);
                            rowsFound();
                        },
                        e -> {
                            // The error is shown when the tab is selected.
                            tab.availableProperty().set(true);
                            rowsFound();
                        });
    }

    private void rowsFound() {
        requestedAtNs = 0;
        isCountKnown = true;
        if (isTabVisible()) {
            loadIfWaiting();
        } else {
            tab.busyProperty().set(false);
        }
        onFound.accept(this);
    }

    /// Creates the tables that the report needs.
    ///
    /// @return reasons by table for those that could not be created
    private Map<String, String> createTables(TraceSession trace, AreaScope requested) {
        Map<String, String> problems = new LinkedHashMap<>();
        for (String table : report.requiredTables(requested)) {
            try {
                trace.ensure(table);
            } catch (StoreException e) {
                problems.put(table, e.getMessage());
            }
        }
        return problems;
    }

    private void load() {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady()) {
            hide();
            return;
        }
        if (view == null) {
            view = new AreaView(slot, messages, this, strip, reselect);
            tab.contentProperty().set(view);
        }
        AreaScope requested = scope;
        GroupBy by = grouping.get();
        CellText text = CellText.of(trace.bounds());
        isWaiting = false;
        requestedAtNs = System.nanoTime();
        tab.busyProperty().set(true);
        view.setScope(requested);
        trace.queries()
                .submit(
                        report.id(),
                        q -> read(q, trace, requested, by, text),
                        result -> loaded(requested, result),
                        this::failed);
    }

    /// Reads the rows and shows intermediate results as they arrive.
    private Result read(TraceQueries q, TraceSession trace, AreaScope requested, GroupBy by, CellText text)
            throws QueryException, IOException {
        Map<String, String> problems = createTables(trace, requested);
        RowStore rows = report.read(q, requested.without(problems.keySet()), by, early -> {
            GridContent content = AreaView.content(report, requested, early.rows(), text);
            FxThread.later(() -> {
                if (!q.isCanceled() && scope != null) {
                    show(requested, content, early.remark());
                }
            });
        });
        return new Result(AreaView.content(report, requested, rows, text), problems);
    }

    private void loaded(AreaScope requested, Result result) {
        view.setMissing(result.problems.keySet());
        show(requested, result.content, result.problems.isEmpty() ? "" : missing(requested, result.problems));
        if (!result.problems.isEmpty()) {
            tab.availableProperty().set(true);
        }
        loadEnded();
    }

    private static String missing(AreaScope requested, Map<String, String> problems) {
        String names = requested.others().events().stream()
                .filter(e -> problems.containsKey(e.table()))
                .map(AreaScope.QueriedTrack::name)
                .collect(Collectors.joining(", "));
        return AreaTexts.excluding(names, problems.values().iterator().next());
    }

    private void failed(Throwable e) {
        System.getLogger(AreaTab.class.getName()).log(System.Logger.Level.WARNING, "summarizing a range", e);
        view.showError(AreaTexts.cantSummarize(e.getMessage()));
        tab.availableProperty().set(true);
        loadEnded();
    }

    /// Loads again if the range has changed since.
    private void loadEnded() {
        requestedAtNs = 0;
        if (!isWaiting()) {
            isCountKnown = true;
            tab.busyProperty().set(false);
        }
        onFound.accept(this);
        if (isTabVisible()) {
            loadIfWaiting();
        } else {
            checkForRows();
        }
    }

    private void show(AreaScope requested, GridContent content, String remark) {
        RowStore rows = content.rows();
        tab.availableProperty().set(rows.size() > 0);
        int count = rows.column("count");
        tab.countProperty()
                .set(
                        report.isCounted() && count >= 0
                                ? (int) Math.min(Integer.MAX_VALUE, AreaReport.sum(rows, count))
                                : DetailsTab.NO_COUNT);
        view.show(requested, content, remark);
    }

    /// Keeps the content while an event selected through it is shown.
    void offerToSelectAgain() {
        if (view != null) {
            view.setSelectAgainVisible(scope != null);
        }
    }

    /// Hides the offer to select the range again, because it is selected.
    void hideSelectAgain() {
        if (view != null) {
            view.setSelectAgainVisible(false);
        }
    }

    /// Removes the tab from the bar.
    void hide() {
        scope = null;
        isWaiting = false;
        if (view != null) {
            view.reset();
        }
        tab.busyProperty().set(false);
        tab.availableProperty().set(false);
        TraceSession trace = slot.trace().session();
        if (trace != null && trace.isReady()) {
            stop(trace);
        }
        requestedAtNs = 0;
    }

    private void stop(TraceSession trace) {
        if (requestedAtNs != 0) {
            requestedAtNs = 0;
            trace.queries().cancel(report.id());
        }
        if (view != null) {
            view.stop();
        }
    }

    /// Discards data of the open trace.
    void clear() {
        report.clearCache();
    }

    /// Sets whether content is being loaded.
    void setBusy(boolean isBusy) {
        tab.busyProperty().set(isBusy);
    }
}
