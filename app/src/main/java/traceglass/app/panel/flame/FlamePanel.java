package traceglass.app.panel.flame;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import javafx.animation.PauseTransition;
import javafx.scene.control.ComboBox;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import javafx.util.StringConverter;
import traceglass.app.AppContext;
import traceglass.app.Selection;
import traceglass.app.panel.heap.HeapPanel;
import traceglass.app.panel.list.EventList;
import traceglass.app.panel.list.ListPanel;
import traceglass.app.project.KeptFields;
import traceglass.app.session.FxThread;
import traceglass.app.session.TraceSession;
import traceglass.app.theme.Sheets;
import traceglass.app.ui.DrawerTab;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;

/// The drawer's flame graph: of a selected range, of the samples of a thread or process, of a heap profile or heap dump, or of the whole
/// trace; alone or compared with another selection.
public final class FlamePanel {

    private static final String EMPTY = "No frame is left. Remove a filter, or choose another source or scope.";

    private final AppContext context;
    private final DrawerTab tab;
    private final FlameView view = new FlameView();
    private final FrameFacts facts;
    private final ComboBox<FlameSource> source = choice("flame-source", "What it is of", FlameSource::title);
    private final ComboBox<FlameScope> scope = choice("flame-scope", "Whose, and when", FlameScope::title);
    private final ComboBox<FlameMeasure> measure = choice("flame-measure", "What widths are", FlameMeasure::title);
    private final FilterBar bar;
    private final FlameExport export;
    private final FlameCompare compare;
    private FlameFilters.View way = FlameFilters.View.TOP_DOWN;
    /// What a project says is to be shown, until there is a graph to show it in.
    private String wantedSource = "";
    private String wantedMeasure = "";
    private Segments<String> ways;
    private boolean byModule = true;
    private Segments<String> colors;
    private FlameData read;
    private FlameFrames filtered;
    private List<FlameFilter> shownFilters = List.of();
    private FlameFilters.View shownWay = FlameFilters.View.TOP_DOWN;
    /// What another part gave to be shown, and the only scope that it has.
    private FlameScope givenScope;
    private FlameSource given;
    /// A range that changes while the tab is behind others is looked at when it has come to rest.
    private final PauseTransition resting = new PauseTransition(Duration.millis(250));
    private boolean filling;
    private boolean offering;
    private long version;
    /// What was asked for and needs a graph first.
    private Runnable whenRead;

    private FlamePanel(AppContext context) {
        this.context = context;
        compare = new FlameCompare(context.shared(FlameBases.class, FlameBases::new), this::rebuild);
        export = new FlameExport(context, this::shown);
        bar = new FilterBar(this::mark, this::rebuild);
        facts = new FrameFacts(view::select, this::actions);
        SplitPane split = new SplitPane(view, facts);
        SplitPane.setResizableWithParent(facts, false);
        split.setDividerPositions(.78);
        split.getStyleClass().add("tg-result-split");
        BorderPane root = new BorderPane(split);
        root.setUserData(this);
        Sheets.add(root, Sheets.PANELS);
        root.setTop(new VBox(tools(), compare.strip()));
        tab = new DrawerTab("area-flame", "Flame graph", DrawerTab.Height.GRID, root);
        tab.availableProperty().set(false);
        context.drawer().add(tab);
        view.onSelect(node -> facts.show(view.tree(), node, measure()));
        view.onMenu(node -> FrameMenu.menu(actions(node)));
        view.setPalette(context.palette());
        context.paletteProperty().addListener((o, was, is) -> view.setPalette(is));
        context.selectionProperty().addListener((o, was, is) -> selected(is));
        context.sessionProperty().addListener((o, was, is) -> whenRead = null);
        context.drawer().selectedProperty().addListener((o, was, is) -> {
            if (is == tab) {
                load();
            }
        });
        measure.setVisible(false);
        measure.setManaged(false);
        FlameCommands.register(context, this);
        if (context.isFirst()) {
            new KeptFields("flame", context.sections()).value("source", () -> named(source, wantedSource), title -> wantedSource = title)
                    .value("measure", () -> named(measure, wantedMeasure), title -> wantedMeasure = title)
                    .value("way", () -> way.title(), this::setWay).value("filters", bar::typed, bar::set);
        }
    }

    /// Adds the tab to a window.
    public static void install(AppContext context) {
        new FlamePanel(context);
    }

    /// Shows stacks that another part has made, until something else is selected.
    public static void show(AppContext context, FlameStacks stacks) {
        // A window's panel is found through its drawer, so that it goes with the window.
        context.drawer().tabs().stream().map(t -> t.contentProperty().get().getUserData()).filter(FlamePanel.class::isInstance).map(FlamePanel.class::cast)
                .findFirst().ifPresent(panel -> {
                    panel.givenScope = stacks.scope();
                    panel.given = stacks.asSource();
                    panel.tab.availableProperty().set(true);
                    context.drawer().select(panel.tab);
                    panel.show(List.of(panel.givenScope));
                });
    }

    FlameExport export() {
        return export;
    }

    FlameCompare compare() {
        return compare;
    }

    /// Whether there is a graph to do something with.
    boolean hasGraph() {
        return tab.availableProperty().get() && read != null;
    }

    private static <T> ComboBox<T> choice(String id, String about, java.util.function.Function<T, String> title) {
        ComboBox<T> box = new ComboBox<>();
        box.setId(id);
        box.setAccessibleText(about);
        box.getStyleClass().add(Styles.COMPACT);
        box.setMinWidth(60);
        box.setConverter(new StringConverter<>() {
            @Override
            public String toString(T value) {
                return value == null ? "" : title.apply(value);
            }

            @Override
            public T fromString(String text) {
                return box.getItems().stream().filter(v -> title.apply(v).equals(text)).findFirst().orElse(null);
            }
        });
        return box;
    }

    private FlameTools tools() {
        source.valueProperty().addListener((o, was, is) -> {
            if (!filling && is != null) {
                bar.clear();
                load();
            }
        });
        scope.valueProperty().addListener((o, was, is) -> {
            if (!filling && is != null) {
                findSources();
            }
        });
        measure.valueProperty().addListener((o, was, is) -> {
            if (!filling && is != null) {
                rebuild();
            }
        });
        ways = segments("flame-way", title -> {
            for (FlameFilters.View v : FlameFilters.View.values()) {
                way = v.title().equals(title) ? v : way;
            }
            rebuild();
        }, "Top down", "Bottom up", "By module");
        colors = segments("flame-color", by -> {
            byModule = by.equals("Module");
            view.setByModule(byModule);
        }, "Module", "Name");
        return new FlameTools(List.of(source, scope, measure, ways), colors, bar, List.of(compare.menu(this::setBase, this::compareWithOther, () -> FlameOther.isThere(context)), export.menu()));
    }

    private static Segments<String> segments(String id, Consumer<String> chosen, String... titles) {
        Segments<String> box = new Segments<>(chosen);
        for (String title : titles) {
            box.add(title, title, id + "-" + title.toLowerCase(Locale.ROOT).replace(' ', '-'));
        }
        box.setValue(titles[0]);
        return box;
    }

    private static <T> String named(ComboBox<T> box, String wanted) {
        return !wanted.isEmpty() || box.getValue() == null ? wanted : box.getConverter().toString(box.getValue());
    }

    private void setWay(String title) {
        if (ways.isEnabled(title) && !title.equals(ways.value())) {
            ways.button(title).fire();
        }
    }

    private void selected(Selection selection) {
        TraceSession trace = context.session();
        if (trace == null || !trace.isReady() || !FlameScopes.has(selection)) {
            clear();
            return;
        }
        tab.busyProperty().set(true);
        resting.stop();
        if (selection instanceof Selection.Area && !isInFront()) {
            trace.queries().cancel("flame-scopes");
            trace.queries().cancel("flame-sources");
            resting.setOnFinished(_ -> {
                if (trace == context.session()) {
                    findScopes(trace, selection);
                }
            });
            resting.playFromStart();
        } else {
            findScopes(trace, selection);
        }
    }

    private boolean isInFront() {
        return context.drawer().openProperty().get() && context.drawer().selectedProperty().get() == tab;
    }

    private void findScopes(TraceSession trace, Selection selection) {
        trace.queries().submit("flame-scopes", (connection, cancel) -> FlameScopes.of(connection, selection, trace.bounds(), cancel), found -> {
            offering = selection instanceof Selection.Event event && !event.table().equals("heap_graph");
            show(found);
        }, this::failed);
    }

    private void clear() {
        resting.stop();
        read = null;
        given = null;
        givenScope = null;
        version++;
        tab.busyProperty().set(false);
        tab.availableProperty().set(false);
        TraceSession trace = context.session();
        if (trace != null && trace.isReady()) {
            trace.queries().cancel("flame-scopes");
            trace.queries().cancel("flame-sources");
            trace.queries().cancel("flame");
        }
    }

    /// Shows a graph of the first of these scopes; the others are offered beside it.
    void show(List<FlameScope> scopes) {
        if (scopes.isEmpty()) {
            clear();
            return;
        }
        filling = true;
        String kept = scope.getValue() == null ? "" : scope.getValue().title();
        boolean area = scopes.getFirst().title().startsWith("Selected range");
        scope.getItems().setAll(scopes);
        scope.setValue(scopes.stream().filter(s -> area && s.title().equals(kept)).findFirst().orElse(scopes.getFirst()));
        filling = false;
        findSources();
    }

    /// Which sources have anything in the scope decides whether the tab is there and what it offers.
    private void findSources() {
        TraceSession trace = context.session();
        FlameScope asked = scope.getValue();
        if (trace == null || !trace.isReady() || asked == null) {
            return;
        }
        FlameSource own = asked == givenScope ? given : null;
        tab.busyProperty().set(true);
        trace.queries().submit("flame-sources", (connection, cancel) -> own != null ? List.of(own) : FlameSource.in(trace, connection, asked, cancel), have -> {
            tab.busyProperty().set(false);
            if (asked != scope.getValue()) {
                return;
            }
            String kept = named(source, wantedSource);
            wantedSource = "";
            filling = true;
            source.getItems().setAll(have);
            source.setValue(have.stream().filter(s -> s.title().equals(kept)).findFirst().orElse(have.isEmpty() ? null : preferred(have)));
            filling = false;
            // Where a person has narrowed the scope to nothing, the tab stays, so that they can go back.
            tab.availableProperty().set(!have.isEmpty() || tab.availableProperty().get() && scope.getItems().size() > 1 && asked != scope.getItems().getFirst());
            if (offering && !have.isEmpty()) {
                context.drawer().offer(tab);
            }
            offering = false;
            if (have.isEmpty() && scope.getItems().size() == 1) {
                context.notices().show(Notices.Severity.INFO, "flame", "This trace has nothing for a flame graph: no slices, no samples of callstacks and no heap profiles.");
            }
            if (have.isEmpty()) {
                read = null;
                view.setEmptyText("There is nothing to show for “" + asked.title() + "”. Choose another scope.");
                view.show(FlameTree.EMPTY, measure());
            }
            load();
        }, this::failed);
    }

    private static FlameSource preferred(List<FlameSource> have) {
        return have.stream().filter(s -> s instanceof HeapGraphSource).findFirst().orElse(have.getLast());
    }

    private void load() {
        TraceSession trace = context.session();
        FlameSource from = source.getValue();
        FlameScope asked = scope.getValue();
        if (asked == null || from == null || trace == null || !trace.isReady() || context.drawer().selectedProperty().get() != tab) {
            return;
        }
        tab.busyProperty().set(true);
        trace.queries().submit("flame", (connection, cancel) -> from.read(connection, asked, cancel), data -> {
            tab.busyProperty().set(false);
            read = data;
            String kept = named(measure, wantedMeasure);
            wantedMeasure = "";
            filling = true;
            measure.getItems().setAll(data.measures());
            measure.setValue(data.measures().get(data.measure(kept)));
            filling = false;
            measure.setVisible(data.measures().size() > 1);
            measure.setManaged(data.measures().size() > 1);
            rebuild();
            Runnable then = whenRead;
            whenRead = null;
            if (then != null) {
                then.run();
            }
        }, this::failed);
    }

    private void failed(Exception e) {
        tab.busyProperty().set(false);
        System.getLogger(FlamePanel.class.getName()).log(System.Logger.Level.WARNING, "making a flame graph", e);
        bar.say("could not be read: " + e.getMessage());
    }

    /// Applies what was chosen to what was read. Large trees take a while, so it happens off the JavaFX thread.
    private void rebuild() {
        context.sections().changed();
        FlameData from = read;
        if (from == null) {
            return;
        }
        long mine = ++version;
        List<FlameFilter> filters = bar.filters();
        FlameFilters.View direction = way;
        FlameMeasure values = measure();
        int value = from.measure(values.title());
        FlameCompare.Against base = compare.against(source.getValue(), values);
        compare.say(context.session(), source.getValue(), values, title());
        tab.busyProperty().set(true);
        Thread.ofVirtual().start(() -> {
            FlameFrames frames = base == null ? from.frames() : base.with(from.frames(), value, values);
            FlameFrames made = FlameFilters.apply(frames, filters, direction);
            FlameTree shown = new FlameTree(made, base == null ? value : 1, base == null ? -1 : 0);
            FxThread.later(() -> {
                if (mine == version) {
                    tab.busyProperty().set(false);
                    filtered = made;
                    shownFilters = filters;
                    shownWay = direction;
                    view.setEmptyText(EMPTY);
                    view.show(shown, values);
                    facts.show(shown, -1, values);
                    colors.setDisable(shown.isDifference());
                    mark();
                }
            });
        });
    }

    private FlameMeasure measure() {
        return measure.getValue() == null ? new FlameMeasure("Duration", FlameMeasure.Unit.NANOSECONDS) : measure.getValue();
    }

    private FlameExport.Shown shown() {
        FlameMeasure values = measure();
        boolean difference = view.tree().isDifference();
        List<FlameMeasure> measures = difference ? List.of(new FlameMeasure("Base " + values.title().toLowerCase(Locale.ROOT), values.unit()), values)
                : read == null ? List.of(values) : read.measures();
        FlameScope of = scope.getValue();
        return new FlameExport.Shown(view.tree(), view.focused(), byModule, values, filtered, measures, of == null ? 0 : of.end() - of.start());
    }

    /// Keeps what is shown as what others are compared with.
    void setBase() {
        FlameScope of = scope.getValue();
        if (read == null || of == null) {
            return;
        }
        compare.set(new FlameBase(context.session(), source.getValue().title(), title(), read));
        context.status().setState("check", "This is the base", "select something else, in this trace or in the one beside it, to compare it with");
    }

    private String title() {
        FlameScope of = scope.getValue();
        return of == null || context.session() == null ? "" : of.words(context.session().bounds().start());
    }

    /// Shows a graph of the whole trace.
    void showTrace() {
        TraceSession trace = context.session();
        trace.queries().submit("flame-scopes", (connection, cancel) -> FlameScopes.everything(trace, connection, cancel), scopes -> {
            tab.availableProperty().set(true);
            context.drawer().select(tab);
            show(scopes);
        }, e -> context.notices().show(Notices.Severity.ERROR, "flame", "The trace could not be searched: " + e.getMessage()));
    }

    /// Compares what is shown, or the whole trace where nothing is, with the same of the trace beside it, which becomes the base.
    void compareWithOther() {
        if (tab.availableProperty().get() && context.drawer().selectedProperty().get() == tab && read != null) {
            FlameOther.keep(context, source.getValue().title(), context.shared(FlameBases.class, FlameBases::new));
            return;
        }
        whenRead = this::compareWithOther;
        if (tab.availableProperty().get()) {
            context.drawer().select(tab);
        } else {
            showTrace();
        }
    }

    private Optional<EventList> behind(int node) {
        FlameScope of = scope.getValue();
        return node <= 0 || of == null || source.getValue() == null ? Optional.empty()
                : source.getValue().rows(of, FlameMatch.of(view.tree(), node, shownFilters, shownWay), view.tree().name(node));
    }

    /// What is behind the selected frame; empty where nothing is, or none is selected.
    Optional<EventList> behindSelected() {
        return hasGraph() && view.selected() < view.tree().size() ? behind(view.selected()) : Optional.empty();
    }

    private List<FrameMenu.Item> actions(int node) {
        FlameTree tree = view.tree();
        List<FrameMenu.Item> items = new ArrayList<>();
        items.add(new FrameMenu.Item("focus", node == 0 ? "Show all" : "Focus", node > 0, () -> view.focus(node)));
        if (node > 0) {
            items.addAll(FrameMenu.filters(tree, node, bar::add));
            FlameScope of = scope.getValue();
            if (source.getValue() instanceof HeapGraphSource && of != null && of.dump() != null) {
                items.add(new FrameMenu.Item("go", "Show objects of this class", true,
                        () -> HeapPanel.showClass(context, of.dump().upid(), of.dump().ts(), HeapGraphSource.className(tree.name(node)))));
            }
            behind(node).ifPresent(list -> items.add(new FrameMenu.Item("go", "List what is behind it", true, () -> ListPanel.show(context, list))));
            items.addAll(FrameMenu.copies(tree, node, measure()));
        }
        return items;
    }

    private void mark() {
        String wanted = bar.text();
        FlameTree tree = view.tree();
        if (wanted.isEmpty()) {
            view.setHits(null);
            bar.say("");
            return;
        }
        Pattern pattern;
        try {
            pattern = FlameFilter.parse(wanted).isEmpty() ? null : FlameFilter.parse(wanted).getFirst().pattern();
        } catch (PatternSyntaxException e) {
            view.setHits(null);
            bar.say("not an expression: " + e.getDescription());
            return;
        }
        if (pattern == null) {
            view.setHits(null);
            bar.say("");
            return;
        }
        FlameMeasure values = measure();
        // Every name of a large graph is looked at, which takes longer than a frame.
        Thread.ofVirtual().start(() -> {
            BitSet hits = new BitSet();
            for (int i = 1; i < tree.size(); i++) {
                if (pattern.matcher(tree.name(i)).find()) {
                    hits.set(i);
                }
            }
            long sum = tree.sum(hits::get);
            FxThread.later(() -> {
                if (tree == view.tree() && wanted.equals(bar.text())) {
                    view.setHits(hits::get);
                    bar.say(values.text(sum) + ", " + FlameView.share(sum, tree.total(0)));
                }
            });
        });
    }
}
