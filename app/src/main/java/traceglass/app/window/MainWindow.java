package traceglass.app.window;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.scene.Parent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.app.context.Panel;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.TraceState;
import traceglass.app.context.WindowContext;
import traceglass.app.context.WindowState;
import traceglass.app.help.HelpPage;
import traceglass.app.overview.OverviewPage;
import traceglass.app.preferences.page.SettingsPage;
import traceglass.app.session.TraceSession;
import traceglass.app.settings.RecentFileStates;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Page;
import traceglass.app.window.frame.HelpOverlay;
import traceglass.app.window.frame.MoveKeysHint;
import traceglass.app.window.frame.PageFocus;
import traceglass.app.window.frame.Sidebar;
import traceglass.app.window.frame.TimeStyles;
import traceglass.app.window.frame.TopBar;
import traceglass.app.window.frame.WindowKeys;
import traceglass.app.window.opening.CachedTraces;
import traceglass.app.window.opening.OpenRecord;
import traceglass.app.window.opening.OpeningProgress;
import traceglass.app.window.opening.StartPage;
import traceglass.app.window.pair.SecondTrace;
import traceglass.app.window.pair.SecondTraceCommands;
import traceglass.app.window.palette.Omnibox;
import traceglass.app.window.palette.SearchSection;
import traceglass.app.window.palette.SuggestionLayer;
import traceglass.app.window.timeline.PaneFrame;
import traceglass.app.window.timeline.TimelinePage;
import traceglass.app.window.timeline.TimelineThemes;
import traceglass.app.window.timeline.Timelines;
import traceglass.app.window.timeline.TracePane;

/// The content of the main window, shown on a stage or drawn to a picture. Connects the parts of the window, opens
/// traces and switches pages. Used on the JavaFX thread.
public final class MainWindow {

    private final WindowState state;
    private final TraceSlot slot;
    private final WindowContext context;
    private final TracePair pair;
    private final WindowEnvironment environment;
    private final StackPane root = new StackPane();
    private final VBox center = new VBox();
    private final List<Panel> panels = Features.panels();
    private final Sidebar sidebar;
    private final TopBar topBar;
    private final Omnibox omnibox;
    private final HelpOverlay help;
    private final WindowPages pages;
    private final Timelines timelines;
    private final TimelineThemes themes;
    private final TimelinePage timeline;
    private final SecondTrace secondTrace;
    private final StartPage start;
    private final WindowProject projects;
    private final OpenRecord openRecord;
    private final OpeningProgress progress;
    private final OpeningProgress secondProgress;
    private final TraceOpening opening;
    private final TraceHeading heading;
    private final FileDrops drops;
    private final RecentFiles recent;
    private final RecentFileStates recentFiles;

    public MainWindow(WindowState state, WindowEnvironment environment) {
        this.state = state;
        slot = state.first().slot();
        context = state.context();
        pair = state.pair();
        this.environment = environment;
        TracePane first = new TracePane(slot, context, pair, environment.isStill());
        timelines = new Timelines(first);
        themes = new TimelineThemes(slot, context.preferences(), environment.theme(), timelines, environment.isStill());
        timeline = new TimelinePage(timelines);
        pages = new WindowPages(slot, pair, timelines);
        progress = progress("import-progress", this::cancelOpening);
        secondProgress =
                progress("second-progress", () -> slot.host().commands().run("second.cancel"));
        secondTrace = new SecondTrace(
                state, timelines, environment.store(), this::secondPane, secondProgress, this::replaceTrace);
        state.first().setNavigator(new WindowNavigator(slot, context.messages(), pair, this, first));
        recentFiles =
                new RecentFileStates(environment.recent(), file -> CachedTraces.isCached(environment.store(), file));
        omnibox = omnibox(first);
        state.setPrompt(omnibox);
        help = new HelpOverlay(slot.host().commands(), context.preferences());
        projects = new WindowProject(slot, context.messages(), this, environment.sessions(), environment.recent());
        recent = new RecentFiles(environment.recent());
        openRecord = new OpenRecord(slot.trace(), environment.sessions().open(), projects::file);
        opening = new TraceOpening(
                state.first(),
                context,
                environment.store(),
                projects,
                progress,
                new OpeningView(this, progress, environment.isStill()));
        drops = new FileDrops(slot.trace(), context.messages().notices(), root, opening, secondTrace);
        WindowCommands commands = new WindowCommands(slot, context, this, environment.window());
        commands.registerBeforePages();
        new SecondTraceCommands(slot, context.messages(), timelines, secondTrace).register();
        slot.host()
                .sections()
                .add(new SecondTraceSection(
                        slot, context.messages().notices(), pair, secondTrace, timelines, projects));
        SearchSection.add(slot, omnibox);
        start = createStartPage();
        addPages();
        commands.registerPages(pages.withoutStart());
        panels.forEach(p -> p.install(slot, context, pair));
        commands.registerTimeline(first);
        sidebar = new Sidebar(slot.host().commands());
        pages.addTo(sidebar);
        topBar = new TopBar(omnibox, topBarActions());
        heading = new TraceHeading(slot.trace(), context.messages().status(), topBar, projects);
        pages.setListener(next -> {
            sidebar.setPage(next.id());
            heading.follow(next);
        });
        layOut();
        follow();
        showPage(start);
        focusWithScene();
    }

    private OpeningProgress progress(String id, Runnable cancel) {
        return new OpeningProgress(id, root, context.messages().status(), cancel);
    }

    private StartPage createStartPage() {
        return new StartPage(
                slot.host().commands(),
                environment.recent(),
                recentFiles,
                this::open,
                openRecord.offer(this::open, environment.window()));
    }

    private Omnibox omnibox(TracePane first) {
        return new Omnibox(
                slot,
                context,
                pair,
                recentFiles,
                this::open,
                () -> first.view().visibleSpanProperty().get(),
                first::trackOfSelection);
    }

    /// Focuses the page once there is a scene; nothing can be focused before.
    private void focusWithScene() {
        PageFocus.install(root, sidebar, pages::shown);
        root.sceneProperty()
                .addListener(o -> Platform.runLater(() -> pages.shown().onShown()));
    }

    private void addPages() {
        pages.add(start);
        pages.add(timeline);
        for (Features.PageFactory factory : Features.PAGES) {
            pages.add(factory.create(slot, context, pair));
        }
        pages.add(new SettingsPage(
                slot.host().commands(),
                context.preferences(),
                environment.store().reading()));
        pages.add(new HelpPage(slot, context.messages()));
    }

    private TopBar.Actions topBarActions() {
        return new TopBar.Actions(
                () -> slot.navigation().navigator().showPage(OverviewPage.ID),
                () -> slot.host().commands().run("note.flag"),
                new SaveMenu(slot.host().commands())::show,
                () -> slot.host().commands().run("details.toggle"));
    }

    /// Returns the root node of the scene.
    public Parent root() {
        return root;
    }

    /// Returns the slot of the first trace.
    public TraceSlot slot() {
        return slot;
    }

    public WindowContext context() {
        return context;
    }

    /// Returns both traces and which of them is active.
    public TracePair pair() {
        return pair;
    }

    public ReadOnlyObjectProperty<Page> pageProperty() {
        return pages.shownProperty();
    }

    /// Returns the page with this id.
    public Optional<Page> page(String id) {
        return pages.find(id);
    }

    public List<Page> pages() {
        return pages.all();
    }

    public TimelinePage timeline() {
        return timeline;
    }

    /// Title of the window: name of the project or trace, and of the program.
    public ReadOnlyStringProperty titleProperty() {
        return heading.titleProperty();
    }

    WindowProject projects() {
        return projects;
    }

    /// Returns the one or two timelines.
    public Timelines timelines() {
        return timelines;
    }

    /// Returns the controller of the second trace.
    public SecondTrace secondTrace() {
        return secondTrace;
    }

    /// Returns the pane of the first trace.
    public TracePane pane() {
        return timelines.first();
    }

    /// Creates a pane for a second trace with the same panels and commands as the first.
    private TracePane secondPane(TraceState secondState) {
        TraceSlot second = secondState.slot();
        TracePane pane = new TracePane(second, context, pair, environment.isStill());
        secondState.setNavigator(new WindowNavigator(second, context.messages(), pair, this, pane));
        panels.forEach(p -> p.install(second, context, pair));
        new WindowCommands(second, context, this, environment.window()).registerTimeline(pane);
        second.host().detailsPane().setSubjectNode(PaneFrame.tag('B'));
        TimeStyles.follow(second, context);
        themes.apply(pane);
        return pane;
    }

    /// Replaces the first trace by another one; the state of both is saved first.
    ///
    /// @param whenDone called when the saved state of the other one is restored
    private void replaceTrace(Runnable action, Runnable whenDone) {
        projects.saveBeforeLeaving();
        action.run();
        TraceSession session = slot.trace().session();
        if (session != null && session.isReady()) {
            projects.setPending(projects.prepare(session.file()));
            projects.opened(session, still -> whenDone.run());
        }
    }

    /// Returns whether the current page contains the timelines.
    boolean showsTimelines() {
        return pages.shown().timelineContainer() != null;
    }

    /// Shows the timelines; stays on the current page if it contains them.
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

    private void layOut() {
        root.getStyleClass().add("tg-window");
        VBox main = new VBox(pages.area(), slot.host().detailsPane());
        pair.activeProperty().addListener((_, previous, active) -> {
            var pane = active.host().detailsPane();
            pane.setDraggedHeight(previous.host().detailsPane().draggedHeight());
            main.getChildren().set(1, pane);
            pages.updateDetailsPane();
        });
        main.setMinSize(0, 0);
        VBox.setVgrow(main, Priority.ALWAYS);
        center.getChildren().addAll(topBar, context.messages().notices(), main);
        center.setMinSize(0, 0);
        // Children are in keyboard traversal order.
        BorderPane frame = new BorderPane();
        frame.setLeft(sidebar);
        frame.setCenter(center);
        frame.setBottom(context.messages().status());
        root.getChildren().addAll(frame, new SuggestionLayer(omnibox), help, progress.bar(), secondProgress.bar());
        root.getChildren().addAll(drops.layers());
        WindowKeys.install(root, slot.host().commands());
    }

    private void follow() {
        slot.host().detailsPane().openProperty().addListener((_, _, newValue) -> topBar.setDetailsPaneOpen(newValue));
        slot.trace().sessionProperty().addListener(o -> {
            context.messages().notices().closeAll(Notices.Scope.TRACE);
            showTrace();
        });
        themes.follow();
        TimeStyles.follow(slot, context);
        MoveKeysHint.install(context, pair, pages.shownProperty());
        slot.selection().addListener(o -> sidebar.refresh());
        context.fleet().property().addListener(o -> sidebar.refresh());
        showTrace();
    }

    /// Updates which buttons of the sidebar are enabled.
    void refreshSidebar() {
        sidebar.refresh();
    }

    void toggleSidebar() {
        sidebar.setVisible(!sidebar.isVisible());
        sidebar.setManaged(sidebar.isVisible());
    }

    /// Reports that a text can't be read as a time.
    void reportInvalidTime(String text) {
        context.messages().notices().show(Notices.Severity.WARN, "time", WindowTexts.invalidTime(text));
    }

    /// Shows a page in place of the current one.
    public void showPage(Page next) {
        pages.show(next);
    }

    /// Returns the page shown when no trace is open.
    StartPage startPage() {
        return start;
    }

    /// Opens a trace, or a project with its trace. The open trace stays until the new one is ready.
    public void open(Path file) {
        open(file, ok -> {});
    }

    /// Opens a trace or a project.
    ///
    /// @param whenDone called once, with whether the file was opened
    public void open(Path file, Consumer<Boolean> whenDone) {
        opening.open(file, whenDone);
    }

    /// Opens a trace.
    ///
    /// @param saved the saved state of the trace, for [WindowProject]
    void openTrace(Path file, CompletableFuture<?> saved, Consumer<Boolean> whenDone) {
        opening.openTrace(file, saved, whenDone);
    }

    /// Returns the object that opens traces.
    TraceOpening opening() {
        return opening;
    }

    /// Opens the built-in sample trace.
    public void openSample() {
        SampleTour.open(this, environment.sample());
    }

    /// Returns whether a trace is being opened.
    public boolean isOpening() {
        return opening.isOpening();
    }

    /// Returns whether the timeline has tracks of a trace, drawn or not.
    public boolean hasTracks() {
        return slot.trace().session() != null && slot.trace().session().tracks() != null;
    }

    public void cancelOpening() {
        opening.cancel();
    }

    /// Closes the active trace. If two are open, the other one stays; after the last, the start page is shown.
    void closeTrace() {
        if (secondTrace.isOpen()) {
            if (timelines.activePane() == timelines.first()) {
                secondTrace.closeFirst();
            } else {
                secondTrace.closeAndReport();
            }
            return;
        }
        TraceSession old = slot.trace().session();
        projects.saveBeforeLeaving();
        context.messages().notices().closeAll(Notices.Scope.OPENING);
        if (old != null) {
            state.first().setSession(null);
            old.close();
        }
        showPage(start);
        start.onShown();
    }

    /// Called when a trace is completely open and its saved state is restored.
    void opened(TraceSession session) {
        showTrace();
        openRecord.update();
        if (!session.warnings().isEmpty()) {
            context.messages()
                    .notices()
                    .show(Notices.Severity.WARN, "opened", WindowTexts.warnings(session.warnings()));
        }
        recent.add(session, projects.file());
    }

    /// Adds a folder to the list of recent files.
    void addRecent(Path folder, String summary) {
        recent.addFolder(folder, summary);
    }

    /// Called when the open trace belongs to a different project than before.
    void projectChanged() {
        TraceSession session = slot.trace().session();
        if (session != null && session.isReady()) {
            opened(session);
        }
    }

    /// Shows that another trace is being opened, in place of the description of the open one.
    void showOpening(Path file) {
        heading.showOpening(file.getFileName().toString());
    }

    /// Updates the sidebar and the heading for the open trace.
    void showTrace() {
        sidebar.refresh();
        heading.show();
    }

    /// Opens files dropped on the window: the first one replaces the open trace, a second one becomes the second
    /// trace.
    public void drop(List<Path> files) {
        drops.drop(files, false);
    }

    /// Returns whether everything shown is complete, so that a screenshot can be taken.
    public boolean isComplete() {
        TraceSession s = slot.trace().session();
        return !opening.isOpening()
                && (s == null
                        || !s.isReady()
                        || s.queries().isIdle() && s.debugTracks().isIdle())
                && pages.shown().isComplete()
                && slot.host().detailsPane().tabs().stream()
                        .noneMatch(t -> t.busyProperty().get())
                && secondTrace.isComplete();
    }

    /// Stops all work of this window and releases its traces.
    public void close() {
        projects.saveBeforeLeaving();
        pages.all().forEach(Page::onClosed);
        openRecord.close();
        if (slot.trace().session() != null) {
            slot.trace().session().close();
        }
        opening.close();
        secondTrace.dispose();
        timelines.first().view().dispose();
    }
}
