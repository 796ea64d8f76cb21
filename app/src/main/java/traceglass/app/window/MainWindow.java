package traceglass.app.window;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.scene.Parent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.app.context.Panel;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.TraceState;
import traceglass.app.context.WindowContext;
import traceglass.app.context.WindowState;
import traceglass.app.overview.OverviewPage;
import traceglass.app.preferences.page.SettingsPage;
import traceglass.app.project.Keeping;
import traceglass.app.project.KeptFields;
import traceglass.app.session.SearchModel.Scope;
import traceglass.app.session.TraceSession;
import traceglass.app.settings.RecentTraces;
import traceglass.app.theme.WindowTheme;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Page;
import traceglass.app.window.frame.HelpOverlay;
import traceglass.app.window.frame.Sidebar;
import traceglass.app.window.frame.TimeStyles;
import traceglass.app.window.frame.TopBar;
import traceglass.app.window.frame.WindowHost;
import traceglass.app.window.frame.WindowKeys;
import traceglass.app.window.opening.OpeningProgress;
import traceglass.app.window.opening.RecentStrip;
import traceglass.app.window.opening.StartPage;
import traceglass.app.window.pair.Beside;
import traceglass.app.window.pair.BesideCommands;
import traceglass.app.window.palette.Omnibox;
import traceglass.app.window.palette.SuggestionLayer;
import traceglass.app.window.timeline.PaneFrame;
import traceglass.app.window.timeline.TimelinePage;
import traceglass.app.window.timeline.Timelines;
import traceglass.app.window.timeline.TracePane;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeText;

/// The content of the main window, whether it stands on a stage or is drawn to a picture: puts the parts together,
/// opens traces and switches pages. Used on the JavaFX thread.
public final class MainWindow {

    /// What the window gets from outside.
    ///
    /// @param store where databases of traces go
    /// @param theme light or dark, which the timeline follows
    /// @param still whether nothing eases, as for a picture
    /// @param recent traces opened before
    /// @param sample makes the file of the sample trace
    /// @param window what only a window on a screen can do
    /// @param keeping where it is kept what a person does to a trace
    public record Environment(
            StoreOptions store,
            WindowTheme theme,
            boolean still,
            RecentTraces recent,
            SampleTrace sample,
            WindowHost window,
            Keeping keeping) {

        /// One in which nothing is kept of what is done to a trace.
        public Environment(
                StoreOptions store,
                WindowTheme theme,
                boolean still,
                RecentTraces recent,
                SampleTrace sample,
                WindowHost window) {
            this(store, theme, still, recent, sample, window, Keeping.NOTHING);
        }
    }

    /// Gives the path of the built-in trace.
    public interface SampleTrace {
        Path file() throws java.io.IOException;
    }

    private final WindowState state;
    private final TraceSlot slot;
    private final WindowContext context;
    private final TracePair pair;
    private final Environment environment;
    private final StackPane root = new StackPane();
    private final StackPane pageArea = new StackPane();
    private final VBox center = new VBox();
    private final List<Panel> panels = Features.panels();
    private final Sidebar sidebar;
    private final TopBar topBar;
    private final Omnibox omnibox;
    private final HelpOverlay help;
    private final List<Page> pages = new ArrayList<>();
    private final Timelines timelines;
    private final TimelinePage timeline;
    private final Beside beside;
    private final StartPage start;
    private final Projects projects;
    private final ReadOnlyObjectWrapper<Page> page = new ReadOnlyObjectWrapper<>();
    private final OpeningProgress progress;
    private final OpeningProgress besideProgress;
    private final TraceOpening opening;
    private final TraceHeading heading;
    private final FileDrops drops;

    public MainWindow(WindowState state, Environment environment) {
        this.state = state;
        slot = state.first().slot();
        context = state.context();
        pair = state.pair();
        this.environment = environment;
        TracePane first = new TracePane(slot, context, pair, environment.still);
        timelines = new Timelines(first);
        timeline = new TimelinePage(timelines);
        progress =
                new OpeningProgress("import-progress", root, context.messages().status(), this::cancelOpening);
        besideProgress = new OpeningProgress(
                "beside-progress",
                root,
                context.messages().status(),
                () -> slot.host().commands().run("beside.cancel"));
        beside = new Beside(state, timelines, environment.store, this::secondPane, besideProgress, this::exchange);
        state.first().setNavigator(new WindowNavigator(slot, context.messages(), pair, this, first));
        omnibox = new Omnibox(
                slot,
                context,
                pair,
                environment.recent,
                this::open,
                () -> first.view().visibleSpanProperty().get(),
                first::trackOfSelection);
        state.setPrompt(omnibox);
        help = new HelpOverlay(slot.host().commands(), context.preferences());
        projects = new Projects(slot, context.messages(), this, environment.keeping, environment.recent);
        opening = new TraceOpening(
                state.first(),
                context,
                environment.store,
                projects,
                progress,
                new OpeningView(this, progress, environment.still));
        drops = new FileDrops(slot.trace(), context.messages().notices(), root, opening, beside);
        WindowCommands commands = new WindowCommands(slot, context, this, environment.window);
        commands.registerBeforePages();
        new BesideCommands(slot, context.messages(), timelines, beside).register();
        slot.host()
                .sections()
                .add(new BesideSection(slot, context.messages().notices(), pair, beside, timelines, projects));
        keepSearch();
        start = new StartPage(slot.host().commands(), environment.recent, this::isCached, this::open);
        addPages();
        commands.registerPages(pages.subList(1, pages.size()));
        panels.forEach(p -> p.install(slot, context, pair));
        commands.registerTimeline(first);
        sidebar = new Sidebar(slot.host().commands());
        fillSidebar();
        topBar = new TopBar(omnibox, topBarActions());
        heading = new TraceHeading(slot.trace(), context.messages().status(), topBar, projects);
        layOut();
        follow();
        showPage(start);
        focusWithScene();
    }

    /// Gives the page the keyboard: nothing can have it before there is a scene.
    private void focusWithScene() {
        root.sceneProperty()
                .addListener(o ->
                        javafx.application.Platform.runLater(() -> page.get().shown()));
    }

    private void addPages() {
        pages.add(start);
        pages.add(timeline);
        for (Features.PageMaker maker : Features.PAGES) {
            pages.add(maker.make(slot, context, pair));
        }
        pages.add(new SettingsPage(slot.host().commands(), context.preferences()));
    }

    private TopBar.Actions topBarActions() {
        return new TopBar.Actions(
                () -> slot.navigation().navigator().showPage(OverviewPage.ID),
                () -> slot.host().commands().run("note.flag"),
                () -> slot.host().commands().run("window.picture"),
                () -> slot.host().commands().run("drawer.toggle"));
    }

    private void keepSearch() {
        var search = slot.search();
        new KeptFields("search", slot.host().sections())
                .value(
                        "scope",
                        () -> search.keptScope().name().toLowerCase(Locale.ROOT),
                        name -> search.scopeProperty().set(Scope.named(name)))
                .value("text", omnibox::searchedText, omnibox::search)
                .with(search.scopeProperty(), search.hitsProperty());
    }

    /// What the scene shows.
    public Parent root() {
        return root;
    }

    /// The slot of the first trace.
    public TraceSlot slot() {
        return slot;
    }

    public WindowContext context() {
        return context;
    }

    /// Both traces, and which of them is active.
    public TracePair pair() {
        return pair;
    }

    public ReadOnlyObjectProperty<Page> pageProperty() {
        return page.getReadOnlyProperty();
    }

    /// The page of this id.
    public Optional<Page> page(String id) {
        return pages.stream().filter(p -> p.id().equals(id)).findFirst();
    }

    public List<Page> pages() {
        return List.copyOf(pages);
    }

    public TimelinePage timeline() {
        return timeline;
    }

    /// What stands in the title bar: the project or the trace, and the program.
    public ReadOnlyStringProperty titleProperty() {
        return heading.titleProperty();
    }

    Projects projects() {
        return projects;
    }

    /// The timelines, one or two.
    public Timelines timelines() {
        return timelines;
    }

    /// The second trace, where there is one.
    public Beside beside() {
        return beside;
    }

    /// The pane of the window's first trace.
    TracePane pane() {
        return timelines.first();
    }

    /// A pane for a second trace, with the panels and commands that the first has.
    private TracePane secondPane(TraceState made) {
        TraceSlot second = made.slot();
        TracePane pane = new TracePane(second, context, pair, environment.still);
        made.setNavigator(new WindowNavigator(second, context.messages(), pair, this, pane));
        panels.forEach(p -> p.install(second, context, pair));
        new WindowCommands(second, context, this, environment.window).registerTimeline(pane);
        second.host().drawer().setLead(PaneFrame.tag('B'));
        TimeStyles.follow(second, context);
        setLooks(pane);
        return pane;
    }

    /// Has another trace take the place of the first; what was done to either is kept with it.
    private void exchange(Runnable action) {
        projects.leave();
        action.run();
        TraceSession session = slot.trace().session();
        if (session != null && session.isReady()) {
            projects.expect(projects.prepare(session.file()));
            projects.opened(session, still -> {});
        }
    }

    /// Whether the page that is shown has the timelines in it.
    boolean showsTimelines() {
        return page.get().timelinePlace() != null;
    }

    /// Shows the timelines, on the page that is shown when it has them.
    void showTimelines() {
        if (!showsTimelines()) {
            showPage(timeline);
        }
    }

    public Omnibox omnibox() {
        return omnibox;
    }

    public HelpOverlay help() {
        return help;
    }

    private void fillSidebar() {
        sidebar.addLogo("page." + StartPage.ID);
        for (Page p : pages.subList(1, pages.size())) {
            if (p.id().equals(SettingsPage.ID)) {
                continue;
            }
            sidebar.addPage("page." + p.id(), p.id());
            if (p == timeline) {
                sidebar.add("trace.open");
            }
        }
        sidebar.addSpace();
        sidebar.add("help.keys");
        sidebar.addPage("page.settings", SettingsPage.ID);
    }

    private void layOut() {
        root.getStyleClass().add("tg-window");
        pageArea.setMinSize(0, 0);
        // It takes what the drawer leaves. Asking for the height that it has, it would take half of what an
        // opening drawer needs.
        pageArea.setPrefHeight(0);
        VBox.setVgrow(pageArea, Priority.ALWAYS);
        VBox main = new VBox(pageArea, slot.host().drawer());
        pair.activeProperty().addListener((o, was, is) -> {
            is.host().drawer().setDraggedHeight(was.host().drawer().draggedHeight());
            main.getChildren().set(1, is.host().drawer());
            showDrawer();
        });
        main.setMinSize(0, 0);
        VBox.setVgrow(main, Priority.ALWAYS);
        center.getChildren().addAll(topBar, context.messages().notices(), main);
        center.setMinSize(0, 0);
        // In the order in which the keyboard goes through them.
        BorderPane frame = new BorderPane();
        frame.setLeft(sidebar);
        frame.setCenter(center);
        frame.setBottom(context.messages().status());
        root.getChildren().addAll(frame, new SuggestionLayer(omnibox), help, progress.bar(), besideProgress.bar());
        root.getChildren().addAll(drops.layers());
        WindowKeys.install(root, slot.host().commands());
    }

    private void follow() {
        slot.host().drawer().openProperty().addListener((o, was, is) -> topBar.setDrawerOpen(is));
        slot.trace().sessionProperty().addListener(o -> showTrace());
        environment.theme.darkProperty().addListener(o -> followTheme());
        environment.theme.scaleProperty().bind(context.preferences().textScaleProperty());
        context.preferences().onChange(this::followTheme);
        followTheme();
        TimeStyles.follow(slot, context);
        slot.selection().addListener(o -> sidebar.refresh());
        showTrace();
    }

    /// Updates which commands of the sidebar are enabled.
    void refreshSidebar() {
        sidebar.refresh();
    }

    void toggleSidebar() {
        sidebar.setVisible(!sidebar.isVisible());
        sidebar.setManaged(sidebar.isVisible());
    }

    /// Says that a text is no point in time.
    void sayNoTime(String text) {
        context.messages()
                .notices()
                .show(
                        Notices.Severity.WARN,
                        "time",
                        "“" + text + "” is no point in time. Write 1.5 s, 614 ms, 00:01:05 or a number of "
                                + "nanoseconds of the trace's clock.");
    }

    private void followTheme() {
        boolean still = environment.still
                || javafx.application.Platform.getPreferences().isReducedMotion();
        var looks = context.preferences().looks(environment.theme.isDark(), still);
        slot.appearance().paletteProperty().set(traceglass.render.color.Palette.of(looks));
        timelines.panes().forEach(this::setLooks);
    }

    private void setLooks(TracePane pane) {
        pane.view().setTheme(slot.appearance().palette().theme);
    }

    // ---- pages ----

    void showPage(Page next) {
        // What is shown already keeps the keyboard where it is: Enter in the search goes from hit to hit.
        if (next.needsTrace() && slot.trace().session() == null || next == page.get()) {
            return;
        }
        page.set(next);
        if (next.timelinePlace() != null) {
            next.timelinePlace().getChildren().setAll(timelines.node());
        }
        pageArea.getChildren().setAll(next.node());
        sidebar.setPage(next.id());
        heading.follow(next);
        showDrawer();
        String letters =
                String.join(" ", context.preferences().moveKeysProperty().get().letters());
        context.messages().status().setHint(next.timelinePlace() != null ? letters + " to move" : "");
        next.shown();
    }

    private void showDrawer() {
        traceglass.app.ui.Drawer drawer = pair.active().host().drawer();
        boolean visible = page.get().hasDrawer() && drawer.openProperty().get();
        drawer.setVisible(visible);
        drawer.setManaged(visible);
    }

    /// The page for a window without a trace.
    StartPage startPage() {
        return start;
    }

    // ---- opening ----

    /// Opens a trace, or a project with its trace, beside the one that is open; takes its place when it is there.
    public void open(Path file) {
        open(file, ok -> {});
    }

    /// @param then called once with whether it was opened
    public void open(Path file, Consumer<Boolean> then) {
        opening.open(file, then);
    }

    /// @param kept what was kept of the trace, for [Projects]
    void openTrace(Path file, CompletableFuture<?> kept, Consumer<Boolean> then) {
        opening.openTrace(file, kept, then);
    }

    /// Opens the built-in trace.
    public void openSample() {
        try {
            open(environment.sample.file());
        } catch (java.io.IOException e) {
            context.messages()
                    .notices()
                    .show(Notices.Severity.ERROR, "open", "The sample trace cannot be unpacked: " + e.getMessage());
        }
    }

    /// Whether something is being opened.
    public boolean isOpening() {
        return opening.isOpening();
    }

    /// Whether tracks of a trace are on the timeline, drawn or not yet.
    boolean hasTracks() {
        return slot.trace().session() != null && slot.trace().session().tracks() != null;
    }

    public void cancelOpening() {
        opening.cancel();
    }

    /// Lets the trace in hand go: of two, the other stays; after the last comes the start page.
    void closeTrace() {
        if (beside.isOpen()) {
            if (timelines.inHand() == timelines.first()) {
                beside.closeFirst();
            } else {
                beside.close();
            }
            return;
        }
        TraceSession old = slot.trace().session();
        projects.leave();
        if (old != null) {
            state.first().setSession(null);
            old.close();
        }
        showPage(start);
        start.shown();
    }

    /// A trace is open, complete, with what was kept of it.
    void opened(TraceSession session) {
        showTrace();
        if (!session.warnings().isEmpty()) {
            context.messages()
                    .notices()
                    .show(Notices.Severity.WARN, "opened", String.join(". ", session.warnings()) + ".");
        }
        TraceSummary s = session.summary();
        String facts = TraceHeading.facts(
                session, s.facts(), TimeText.duration(session.bounds().durNs()));
        Path file = projects.file() == null ? session.file() : projects.file();
        environment.recent.add(new RecentTraces.Entry(
                file, System.currentTimeMillis(), session.fileBytes(), facts, RecentStrip.of(session.minimap())));
    }

    /// The open trace belongs to another project than before.
    void projectChanged() {
        TraceSession session = slot.trace().session();
        if (session != null && session.isReady()) {
            opened(session);
        }
    }

    private boolean isCached(Path file) {
        try {
            return environment.store.cacheDir() != null
                    && new traceglass.store.cache.StoreCache(environment.store.cacheDir())
                            .find(file)
                            .isPresent();
        } catch (java.io.IOException e) {
            return false;
        }
    }

    /// Says of the open trace what the window's frame says.
    void showTrace() {
        sidebar.refresh();
        heading.show();
    }

    /// Opens what was dropped on the window: the first file in place of the open trace or beside it, a second one
    /// beside the first.
    public void drop(List<Path> files) {
        drops.drop(files, false);
    }

    /// Whether everything that is shown is complete, so that a picture can be taken.
    public boolean isComplete() {
        TraceSession s = slot.trace().session();
        return !opening.isOpening()
                && (s == null
                        || !s.isReady()
                        || s.queries().isIdle() && s.debugTracks().isIdle())
                && page.get().isComplete()
                && slot.host().drawer().tabs().stream()
                        .noneMatch(t -> t.busyProperty().get())
                && beside.isComplete();
    }

    /// Ends everything that runs for this window.
    public void close() {
        projects.leave();
        if (slot.trace().session() != null) {
            slot.trace().session().close();
        }
        opening.close();
        beside.dispose();
        timelines.first().view().dispose();
    }
}
