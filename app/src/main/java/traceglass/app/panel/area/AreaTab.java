package traceglass.app.panel.area;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.layout.Region;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.RowStore;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.project.KeptFields;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.ui.DrawerTab;
import traceglass.sql.result.QueryException;
import traceglass.store.database.StoreException;

/// The drawer's tab of one report: which range it is to show, and the queries for that. It is in the bar only while the
/// report has rows for the range. Its content is made when it first comes to the front, and only there it follows the
/// range: of a tab behind others it is merely found out whether it has anything, once the range has come to rest.
final class AreaTab {

    /// A sum that takes no longer is shown although the range has moved on meanwhile; else nothing would be seen
    /// while an edge is dragged.
    private static final long PATIENCE_NS = 300_000_000;

    private final TraceSlot slot;
    private final Messages messages;
    private final AreaReport report;
    private final DrawerTab tab;
    private final Function<DataGrid, AreaStrip> strip;
    private final Consumer<AreaTab> arrived;
    private final Runnable reselect;
    private final StringProperty filter = new SimpleStringProperty("");
    private final StringProperty grouping = new SimpleStringProperty();
    /// Null until the tab first comes to the front.
    private AreaView view;
    private AreaScope scope;
    /// Whether what is shown is not that of the range.
    private boolean waiting;
    /// Whether it is known if the range has anything.
    private boolean known;
    /// When the query that runs was asked, by [System#nanoTime]; 0 while none does.
    private long askedAt;

    /// @param problems tables that are missing, and why
    private record Answer(RowStore rows, Map<String, String> problems) {}

    /// @param strip makes what stands above the grid, or null
    /// @param arrived told when it is known whether there are rows for a range
    /// @param reselect selects the range again that is shown
    AreaTab(
            TraceSlot slot,
            Messages messages,
            AreaReport report,
            Function<DataGrid, AreaStrip> strip,
            Consumer<AreaTab> arrived,
            Runnable reselect) {
        this.slot = slot;
        this.messages = messages;
        this.report = report;
        this.strip = strip;
        this.arrived = arrived;
        this.reselect = reselect;
        grouping.set(report.groupings().getFirst());
        tab = new DrawerTab(report.id(), report.title(), DrawerTab.Height.GRID, new Region());
        tab.availableProperty().set(false);
        grouping.addListener(o -> {
            waiting = true;
            if (scope != null && isInFront()) {
                load();
            }
        });
        if (slot.isFirst()) {
            new KeptFields(report.id(), slot.host().sections())
                    .text("filter", filter)
                    .value("groupBy", grouping::get, this::groupBy)
                    .with(grouping);
        }
    }

    DrawerTab tab() {
        return tab;
    }

    AreaReport report() {
        return report;
    }

    /// What rows are made for; one of [AreaReport#groupings].
    StringProperty groupingProperty() {
        return grouping;
    }

    /// What names are to contain.
    StringProperty filterProperty() {
        return filter;
    }

    private void groupBy(String wanted) {
        if (report.groupings().contains(wanted)) {
            grouping.set(wanted);
        }
    }

    /// The content, if it was made.
    Optional<AreaView> view() {
        return Optional.ofNullable(view);
    }

    /// Whether a person sees it.
    boolean isInFront() {
        return slot.host().drawer().openProperty().get()
                && slot.host().drawer().selectedProperty().get() == tab;
    }

    /// Whether nobody has looked yet if the range has anything.
    boolean isUnknown() {
        return scope != null && !known;
    }

    private boolean isWaiting() {
        return scope != null && waiting;
    }

    /// Says which range is to be shown. What is shown stays until the new rows are there.
    ///
    /// @param wanted whether it is to be brought to the front, so that it follows the range already
    void expect(AreaScope newScope, boolean wanted) {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady() || !report.appliesTo(newScope)) {
            hide();
            return;
        }
        scope = newScope;
        waiting = true;
        known = false;
        tab.busyProperty().set(true);
        if (view != null) {
            view.offerAgain(false);
        }
        if (!isInFront() && !wanted) {
            stop(trace);
        } else if (askedAt == 0 || System.nanoTime() - askedAt > PATIENCE_NS) {
            load();
        }
    }

    /// Shows the range, if it does not yet.
    void catchUp() {
        if (isWaiting() && askedAt == 0) {
            load();
        }
    }

    /// Finds out whether there is anything to show, and makes nothing of it yet.
    void find() {
        TraceSession trace = slot.trace().session();
        if (!isUnknown() || askedAt != 0 || trace == null || !trace.isReady()) {
            return;
        }
        AreaScope asked = scope;
        String by = grouping.get();
        askedAt = System.nanoTime();
        trace.queries()
                .submit(
                        report.id(),
                        q -> report.events(q, asked.without(ensure(trace, asked).keySet()), by),
                        (Long found) -> {
                            tab.countProperty()
                                    .set(
                                            report.isCounted()
                                                    ? (int) Math.min(Integer.MAX_VALUE, found)
                                                    : DrawerTab.NO_COUNT);
                            tab.availableProperty().set(found > 0);
                            found();
                        },
                        e -> {
                            // What is wrong is said when the tab comes to the front.
                            tab.availableProperty().set(true);
                            found();
                        });
    }

    private void found() {
        askedAt = 0;
        known = true;
        if (isInFront()) {
            catchUp();
        } else {
            tab.busyProperty().set(false);
        }
        arrived.accept(this);
    }

    /// Makes the tables that the report needs, and says which cannot be made and why.
    private Map<String, String> ensure(TraceSession trace, AreaScope asked) {
        Map<String, String> problems = new LinkedHashMap<>();
        for (String table : report.needs(asked)) {
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
        AreaScope asked = scope;
        String by = grouping.get();
        CellText text = CellText.of(trace.bounds());
        waiting = false;
        askedAt = System.nanoTime();
        tab.busyProperty().set(true);
        view.follow(asked);
        trace.queries()
                .submit(
                        report.id(),
                        q -> read(q, trace, asked, by, text),
                        answer -> answered(asked, answer, text),
                        this::failed);
    }

    /// Reads the rows, and meanwhile shows those that are there early.
    private Answer read(TraceQueries q, TraceSession trace, AreaScope asked, String by, CellText text)
            throws QueryException, IOException {
        Map<String, String> problems = ensure(trace, asked);
        RowStore rows = report.read(
                q,
                asked.without(problems.keySet()),
                by,
                early -> FxThread.later(() -> {
                    if (!q.isCancelled() && scope != null) {
                        show(asked, early.rows(), text, early.remark());
                    }
                }));
        return new Answer(rows, problems);
    }

    private void answered(AreaScope asked, Answer answer, CellText text) {
        view.setMissing(answer.problems.keySet());
        show(asked, answer.rows, text, answer.problems.isEmpty() ? "" : missing(asked, answer.problems));
        if (!answer.problems.isEmpty()) {
            tab.availableProperty().set(true);
        }
        ended();
    }

    private static String missing(AreaScope asked, Map<String, String> problems) {
        String names = asked.others().events().stream()
                .filter(e -> problems.containsKey(e.table()))
                .map(AreaScope.Debug::name)
                .collect(Collectors.joining(", "));
        return "without " + names + ": " + problems.values().iterator().next();
    }

    private void failed(Throwable e) {
        System.getLogger(AreaTab.class.getName()).log(System.Logger.Level.WARNING, "summing up a range", e);
        view.say("could not be summed up: " + e.getMessage());
        tab.availableProperty().set(true);
        ended();
    }

    /// The range may have moved on meanwhile.
    private void ended() {
        askedAt = 0;
        if (!isWaiting()) {
            known = true;
            tab.busyProperty().set(false);
        }
        arrived.accept(this);
        if (isInFront()) {
            catchUp();
        } else {
            find();
        }
    }

    private void show(AreaScope asked, RowStore rows, CellText text, String remark) {
        tab.availableProperty().set(rows.size() > 0);
        int count = rows.column("count");
        tab.countProperty()
                .set(
                        report.isCounted() && count >= 0
                                ? (int) Math.min(Integer.MAX_VALUE, AreaReport.sum(rows, count))
                                : DrawerTab.NO_COUNT);
        view.show(asked, rows, text, remark);
    }

    /// Keeps what it shows although one event is selected now, to which it led.
    void keep() {
        if (view != null) {
            view.offerAgain(scope != null);
        }
    }

    /// The range that it shows is selected again.
    void resume() {
        if (view != null) {
            view.offerAgain(false);
        }
    }

    /// Leaves the bar.
    void hide() {
        scope = null;
        waiting = false;
        if (view != null) {
            view.leave();
        }
        tab.busyProperty().set(false);
        tab.availableProperty().set(false);
        TraceSession trace = slot.trace().session();
        if (trace != null && trace.isReady()) {
            stop(trace);
        }
        askedAt = 0;
    }

    private void stop(TraceSession trace) {
        if (askedAt != 0) {
            askedAt = 0;
            trace.queries().cancel(report.id());
        }
        if (view != null) {
            view.stop();
        }
    }

    /// Drops what is kept of the open trace.
    void forget() {
        report.forget();
    }

    /// Says whether the content is still being read.
    void busy(boolean is) {
        tab.busyProperty().set(is);
    }
}
