package traceglass.app.panel.flame;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javafx.animation.PauseTransition;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameFilter;
import traceglass.analysis.flame.FlameFilters;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.function.FlameFunctions;
import traceglass.analysis.flame.scope.FlameScopes;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.analysis.flame.source.FlameStacks;
import traceglass.analysis.offcpu.OffCpuSubject;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.app.context.Messages;
import traceglass.app.context.Panel;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.project.ControlStateSection;
import traceglass.app.session.TraceSession;
import traceglass.app.symbols.SymbolsBadge;
import traceglass.app.task.FxThread;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.DetailsPane;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Segments;
import traceglass.store.text.EnumIds;

/// Flame graph tab of the details pane: for a selected range, samples of a thread or process, a heap profile, a heap
/// dump or the whole trace; optionally compared with a base.
public final class FlamePanel {

    private final TraceSlot slot;
    private final Messages messages;
    private final TracePair pair;
    private final FlameBases bases;
    private final DetailsTab tab;
    private final FlameView view = new FlameView();
    private final FlameViews views;
    private final FlameChoices choices = new FlameChoices(this::sourceChosen, this::findSources, this::rebuild);
    private final FilterBar bar;
    private final FlameHits hits;
    private final FrameActions actions;
    private final FlameExport export;
    private final FlameCompare compare;
    private final SymbolsBadge badge;
    private FlameFilters.View direction = FlameFilters.View.TOP_DOWN;
    private Segments<String> directions;
    private final FlameColorChoice colors = new FlameColorChoice(this::setColors);
    private FlameData data;
    private FlameFrames filtered;
    /// Scope passed by another panel, which is then the only one.
    private FlameScope passedScope;
    private List<FlameSource> passedSources;
    /// Delay after which a changed range is loaded while the tab is not selected.
    private final PauseTransition settleTimer = new PauseTransition(Duration.millis(250));
    private boolean isFillingChoices;
    private long version;
    /// Pending action that needs a graph.
    private Runnable whenLoaded;

    private FlamePanel(TraceSlot slot, Messages messages, TracePair pair, FlameBases bases) {
        this.slot = slot;
        this.messages = messages;
        this.pair = pair;
        this.bases = bases;
        compare = new FlameCompare(bases, this::rebuild);
        export = new FlameExport(slot.appearance(), messages, this::shown);
        bar = new FilterBar(this::mark, this::rebuild);
        badge = new SymbolsBadge(slot);
        actions = new FrameActions(slot.host().detailsPane(), view, bar, choices);
        views = new FlameViews(view, actions::itemsOf, slot.host().sections()::notifyChanged);
        hits = new FlameHits(bar, view, views::mark);
        BorderPane root = new BorderPane(views.node());
        root.setUserData(this);
        StyleSheets.add(root, StyleSheets.PANELS);
        root.setTop(new VBox(toolbar(), compare.strip()));
        tab = new DetailsTab("area-flame", FlameTexts.FLAME_GRAPH, root);
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
        setColors();
        slot.appearance().paletteProperty().addListener((_, _, _) -> setColors());
        slot.selection().addListener((_, _, newValue) -> selectionChanged(newValue));
        slot.trace().sessionProperty().addListener((_, _, _) -> traceChanged());
        slot.host().detailsPane().selectedProperty().addListener((_, _, newValue) -> {
            if (newValue == tab) {
                load();
            }
        });
        ProfileOpening.install(slot, this::showTrace);
        FlameCommands.register(slot, messages.notices(), pair, this);
        if (slot.isFirst()) {
            choices.addTo(new ControlStateSection("flame", slot.host().sections()))
                    .value("way", () -> EnumIds.id(direction), this::setDirection)
                    .value("view", () -> views.view().name(), views::set)
                    .value("filters", bar::typed, bar::set);
        }
    }

    /// Adds the tab to a window.
    public static void install(TraceSlot slot, Messages messages, TracePair pair) {
        new FlamePanel(slot, messages, pair, new FlameBases());
    }

    /// Creates a factory for the panels of one window, which share the base of comparisons.
    public static Panel ofWindow() {
        return ofWindow(new FlameBases());
    }

    static Panel ofWindow(FlameBases bases) {
        return (slot, window, pair) -> new FlamePanel(slot, window.messages(), pair, bases);
    }

    /// Shows stacks computed by another panel until the selection changes. All are of one scope; the last is shown,
    /// unless the user chose another of them before.
    public static void show(DetailsPane detailsPane, FlameStacks... stacks) {
        // The panel is found through the details pane of its window, so that it is released with the window.
        detailsPane.tabs().stream()
                .map(t -> t.contentProperty().get().getUserData())
                .filter(FlamePanel.class::isInstance)
                .map(FlamePanel.class::cast)
                .findFirst()
                .ifPresent(panel -> {
                    panel.passedScope = stacks[0].scope();
                    panel.passedSources =
                            Stream.of(stacks).map(FlameStacks::asSource).toList();
                    panel.tab.availableProperty().set(true);
                    detailsPane.select(panel.tab);
                    panel.show(List.of(panel.passedScope));
                });
    }

    FlameExport export() {
        return export;
    }

    FlameViews views() {
        return views;
    }

    FlameCompare compare() {
        return compare;
    }

    /// Shows this view of the current graph, or the graph of the whole trace if none is shown.
    void show(FlameViews.View chosen) {
        views.set(chosen);
        if (tab.availableProperty().get()) {
            slot.host().detailsPane().select(tab);
        } else {
            showTrace();
        }
    }

    /// Returns whether there is a graph.
    boolean hasGraph() {
        return tab.availableProperty().get() && data != null;
    }

    private FlameToolbar toolbar() {
        directions = FlameToolbar.segments(
                "flame-direction",
                title -> {
                    for (FlameFilters.View v : FlameFilters.View.values()) {
                        direction = v.title().equals(title) ? v : direction;
                    }
                    rebuild();
                },
                FlameFilters.View.TOP_DOWN.title(),
                FlameFilters.View.BOTTOM_UP.title(),
                FlameFilters.View.BY_MODULE.title());
        List<Node> boxes = new ArrayList<>(List.of(views.choice()));
        boxes.addAll(choices.boxes());
        boxes.add(directions);
        return new FlameToolbar(
                boxes,
                colors.node(),
                bar,
                List.of(
                        badge,
                        compare.menu(this::setBase, this::compareWithOther, () -> OtherTraceBase.isReady(slot, pair)),
                        export.menu()));
    }

    private void setColors() {
        views.setColors(slot.appearance().palette(), colors.isByModule());
    }

    private void sourceChosen() {
        bar.clear();
        load();
    }

    private void setDirection(String id) {
        String title = EnumIds.find(FlameFilters.View.class, id)
                .map(FlameFilters.View::title)
                .orElse("");
        if (directions.isEnabled(title) && !title.equals(directions.value())) {
            directions.button(title).fire();
        }
    }

    private void selectionChanged(Selection selection) {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady() || !FlameScopes.canHaveScopes(selection)) {
            clear();
            return;
        }
        tab.busyProperty().set(true);
        settleTimer.stop();
        if (selection instanceof Selection.Area && !isTabVisible()) {
            trace.queries().cancel("flame-scopes");
            trace.queries().cancel("flame-sources");
            settleTimer.setOnFinished(_ -> {
                if (trace == slot.trace().session()) {
                    findScopes(trace, selection);
                }
            });
            settleTimer.playFromStart();
        } else {
            findScopes(trace, selection);
        }
    }

    private boolean isTabVisible() {
        return slot.host().detailsPane().openProperty().get()
                && slot.host().detailsPane().selectedProperty().get() == tab;
    }

    private void findScopes(TraceSession trace, Selection selection) {
        trace.queries()
                .submit(
                        "flame-scopes",
                        q -> FlameScopes.of(q, selection, trace.bounds()),
                        found -> {
                            isFillingChoices = selection instanceof Selection.Event event
                                    && Subjects.table(event.table())
                                            .filter(EventTable::isHeapDump)
                                            .isEmpty();
                            show(found);
                        },
                        this::failed);
    }

    /// Removes the graph of the previous trace.
    private void traceChanged() {
        whenLoaded = null;
        clear();
        views.show(FlameGraph.EMPTY, FlameFunctions.EMPTY, choices.measure());
    }

    private void clear() {
        settleTimer.stop();
        data = null;
        colors.setSeveralModules(true);
        passedSources = null;
        passedScope = null;
        version++;
        tab.busyProperty().set(false);
        tab.availableProperty().set(false);
        TraceSession trace = slot.trace().session();
        if (trace != null && trace.isReady()) {
            trace.queries().cancel("flame-scopes");
            trace.queries().cancel("flame-sources");
            trace.queries().cancel("flame");
        }
    }

    /// Shows a graph for the first of the scopes and offers the others.
    void show(List<FlameScope> scopes) {
        if (scopes.isEmpty()) {
            clear();
            return;
        }
        choices.setScopes(scopes);
        findSources();
    }

    /// Determines the sources with data in the scope, which decide whether the tab is available.
    private void findSources() {
        TraceSession trace = slot.trace().session();
        FlameScope requested = choices.scope();
        if (trace == null || !trace.isReady() || requested == null) {
            return;
        }
        List<FlameSource> known = requested == passedScope ? passedSources : null;
        tab.busyProperty().set(true);
        trace.queries()
                .submit(
                        "flame-sources",
                        q -> known != null ? known : Subjects.flameSources(trace.heaps(), q, requested),
                        sources -> {
                            tab.busyProperty().set(false);
                            if (requested != choices.scope()) {
                                return;
                            }
                            choices.setSources(sources);
                            // The tab stays available if the user chose a scope without
                            // data, so that another one can be chosen.
                            tab.availableProperty()
                                    .set(!sources.isEmpty()
                                            || tab.availableProperty().get() && choices.isNarrowed());
                            if (isFillingChoices && !sources.isEmpty()) {
                                slot.host().detailsPane().showForSelection(tab);
                            }
                            isFillingChoices = false;
                            if (sources.isEmpty() && choices.hasOneScope()) {
                                messages.notices().show(Notices.Severity.INFO, "flame", FlameTexts.NO_DATA_IN_TRACE);
                            }
                            if (sources.isEmpty()) {
                                data = null;
                                colors.setSeveralModules(true);
                                view.setEmptyText(FlameTexts.noDataInScope(requested.title()));
                                views.show(FlameGraph.EMPTY, FlameFunctions.EMPTY, choices.measure());
                            }
                            load();
                        },
                        this::failed);
    }

    private void load() {
        TraceSession trace = slot.trace().session();
        FlameSource from = choices.source();
        FlameScope requested = choices.scope();
        if (requested == null
                || from == null
                || trace == null
                || !trace.isReady()
                || slot.host().detailsPane().selectedProperty().get() != tab) {
            return;
        }
        tab.busyProperty().set(true);
        trace.queries()
                .submit(
                        "flame",
                        q -> BuiltGraph.Loaded.of(from.read(q, requested)),
                        loaded -> {
                            tab.busyProperty().set(false);
                            data = loaded.data();
                            colors.setSeveralModules(loaded.hasSeveralModules());
                            choices.setMeasures(data);
                            badge.check();
                            rebuild();
                            Runnable action = whenLoaded;
                            whenLoaded = null;
                            if (action != null) {
                                action.run();
                            }
                        },
                        this::failed);
    }

    private void failed(Exception e) {
        tab.busyProperty().set(false);
        System.getLogger(FlamePanel.class.getName()).log(System.Logger.Level.WARNING, "creating a flame graph", e);
        bar.showStatus(FlameTexts.cantLoadGraph(e.getMessage()));
    }

    /// Applies filters and direction to the loaded data, off the JavaFX thread, since large trees take a while.
    private void rebuild() {
        slot.host().sections().notifyChanged();
        FlameData from = data;
        if (from == null) {
            return;
        }
        long request = ++version;
        List<FlameFilter> filters = bar.filters();
        FlameFilters.View appliedDirection = direction;
        FlameMeasure values = choices.measure();
        int value = from.measure(values.id());
        FlameCompare.CompareSettings base = compare.settingsFor(choices.source(), values);
        compare.describe(
                slot.trace().session(),
                choices.source(),
                values,
                choices.title(slot.trace().session()));
        tab.busyProperty().set(true);
        Thread.ofVirtual().start(() -> {
            BuiltGraph built = BuiltGraph.of(from, value, values, base, filters, appliedDirection);
            FxThread.later(() -> {
                if (request == version) {
                    tab.busyProperty().set(false);
                    filtered = built.frames();
                    actions.setFilters(filters, appliedDirection);
                    view.setEmptyText(FlameTexts.NO_FRAMES);
                    setColors();
                    views.show(built.graph(), built.functions(), values);
                    colors.setDifference(built.graph().isDifference());
                    mark();
                }
            });
        });
    }

    private FlameExport.DisplayedGraph shown() {
        FlameMeasure values = choices.measure();
        boolean isDifference = view.tree().isDifference();
        List<FlameMeasure> measures = isDifference
                ? List.of(new FlameMeasure("base", FlameTexts.baseMeasure(values.title()), values.unit()), values)
                : data == null ? List.of(values) : data.measures();
        FlameScope scope = choices.scope();
        return new FlameExport.DisplayedGraph(
                view.tree(),
                view.focused(),
                colors.isByModule(),
                values,
                filtered,
                measures,
                views.view() == FlameViews.View.FUNCTIONS ? views.functions() : null,
                views.order(),
                scope == null ? 0 : scope.end() - scope.start());
    }

    /// Makes the current graph the base of comparisons.
    void setBase() {
        FlameScope scope = choices.scope();
        if (data == null || scope == null) {
            return;
        }
        compare.set(new FlameBase(
                slot.trace().session(),
                choices.source(),
                choices.title(slot.trace().session()),
                data));
        messages.status().setState("check", FlameTexts.BASE_SET, FlameTexts.BASE_SET_HINT);
    }

    /// Shows the off-CPU time of all threads of the trace.
    void showOffCpu() {
        choices.restoreSource(OffCpuSubject.SOURCE);
        showTrace();
    }

    /// Shows a graph of the whole trace.
    void showTrace() {
        showTrace(() -> true);
    }

    private void showTrace(BooleanSupplier isWanted) {
        TraceSession trace = slot.trace().session();
        trace.queries()
                .submit(
                        "flame-scopes",
                        q -> FlameScopes.ofWholeTrace(trace.heaps(), trace.bounds(), q),
                        scopes -> {
                            tab.availableProperty().set(true);
                            if (isWanted.getAsBoolean()) {
                                slot.host().detailsPane().select(tab);
                            }
                            show(scopes);
                        },
                        e -> messages.notices()
                                .show(Notices.Severity.ERROR, "flame", FlameTexts.cantSearchTrace(e.getMessage())));
    }

    /// Compares the current graph, or the graph of the whole trace if none is shown, with the same graph of the
    /// other trace, which becomes the base.
    void compareWithOther() {
        if (tab.availableProperty().get()
                && slot.host().detailsPane().selectedProperty().get() == tab
                && data != null) {
            OtherTraceBase.set(slot, messages.notices(), pair, choices.source(), bases);
            return;
        }
        whenLoaded = this::compareWithOther;
        if (tab.availableProperty().get()) {
            slot.host().detailsPane().select(tab);
        } else {
            showTrace();
        }
    }

    /// Events behind the selected frame; empty if there are none or no frame is selected.
    Optional<EventListQuery> eventsOfSelected() {
        return hasGraph() && view.selected() < view.tree().size()
                ? actions.eventsOf(view.selected())
                : Optional.empty();
    }

    private void mark() {
        hits.markMatches(choices.measure());
    }
}
