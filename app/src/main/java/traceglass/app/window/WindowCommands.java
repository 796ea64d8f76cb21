package traceglass.app.window;

import java.util.List;
import java.util.function.BooleanSupplier;
import traceglass.analysis.select.Selection;
import traceglass.app.command.Command;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.tracks.TrackPanel;
import traceglass.app.tracks.WorkspaceCommands;
import traceglass.app.tracks.WorkspacesSection;
import traceglass.app.ui.Page;
import traceglass.app.ui.SqlOpener;
import traceglass.app.window.frame.About;
import traceglass.app.window.frame.WindowHost;
import traceglass.app.window.opening.StartPage;
import traceglass.app.window.timeline.FilterMenu;
import traceglass.app.window.timeline.FlowArrows;
import traceglass.app.window.timeline.SelectionSection;
import traceglass.app.window.timeline.TracePane;
import traceglass.app.window.timeline.TrackMenu;
import traceglass.app.window.timeline.TracksSection;
import traceglass.app.window.timeline.ViewSection;
import traceglass.app.window.timeline.WakeArrow;
import traceglass.render.TimelineView;

/// Registers the commands of the window: opening, pages, timeline, help.
final class WindowCommands {

    private static final String TRACE = "Trace";
    private static final String VIEW = "View";
    private static final String TIMELINE = "Timeline";
    private static final String SELECTION = "Selection";
    private static final String SEARCH = "Search";
    private static final String HELP = "Help";

    private final TraceSlot slot;
    private final WindowContext windowContext;
    private final MainWindow window;
    private final WindowHost host;

    WindowCommands(TraceSlot slot, WindowContext windowContext, MainWindow window, WindowHost host) {
        this.slot = slot;
        this.windowContext = windowContext;
        this.window = window;
        this.host = host;
    }

    private void add(
            String id, String group, String title, String icon, String keys, BooleanSupplier enabled, Runnable action) {
        slot.host().commands().register(Command.of(id, group, title, icon, keys, enabled, action));
    }

    private boolean hasTrace() {
        return slot.trace().session() != null;
    }

    private boolean onTimeline() {
        return hasTrace() && window.showsTimelines();
    }

    private boolean hasSelection() {
        return onTimeline() && slot.selection().get() != Selection.NONE;
    }

    private boolean hasEvent() {
        return onTimeline() && slot.selection().get() instanceof Selection.Event;
    }

    void registerBeforePages() {
        registerOpening();
        registerProjects();
        add("trace.close", TRACE, "Close trace", "x", "Ctrl+W", this::hasTrace, window::closeTrace);
        add("trace.cancel", TRACE, "Cancel opening", "cancel", "", window::isOpening, window::cancelOpening);
        registerSearch();
        registerHelp();
    }

    private void registerOpening() {
        add(
                "trace.open",
                TRACE,
                "Open trace…",
                "open",
                "Ctrl+O",
                () -> true,
                () -> windowContext.messages().dialogs().chooseTrace().ifPresent(window::open));
        add("trace.sample", TRACE, "Open sample trace", "file", "", () -> true, window::openSample);
        add(
                "record.show",
                TRACE,
                "Record trace…",
                "record",
                "",
                () -> true,
                () -> slot.navigation().navigator().showPage("record"));
    }

    private void registerProjects() {
        add(
                "project.save",
                TRACE,
                "Save project",
                "save",
                "Ctrl+S",
                window.projects()::canSave,
                window.projects()::save);
        add(
                "project.saveas",
                TRACE,
                "Save project as…",
                "save",
                "Ctrl+Shift+S",
                window.projects()::canSave,
                window.projects()::saveAs);
        add(
                "project.open",
                TRACE,
                "Open project…",
                "open",
                "",
                () -> true,
                () -> windowContext.messages().dialogs().chooseProject().ifPresent(window::open));
        add(
                "project.fresh",
                TRACE,
                "Reset view, pins and notes of this trace",
                "refresh",
                "",
                window.projects()::hasSession,
                window.projects()::startFresh);
    }

    private void registerSearch() {
        add(
                "search.focus",
                SEARCH,
                "Search",
                "search",
                "/ Ctrl+F",
                () -> true,
                () -> window.omnibox().enter(""));
        add(
                "search.scope",
                SEARCH,
                "Change search scope: whole trace, selection, visible time",
                "search",
                "",
                this::hasTrace,
                () -> window.omnibox().changeScope());
    }

    private void registerHelp() {
        add(
                "help.commands",
                HELP,
                "All commands",
                "terminal",
                "Ctrl+Shift+P F1",
                () -> true,
                () -> window.omnibox().enter(">"));
        add(
                "help.keys",
                HELP,
                "Keyboard shortcuts",
                "help",
                "?",
                () -> true,
                () -> window.help().toggle());
        add(
                "help.about",
                HELP,
                "About Traceglass",
                "file",
                "",
                () -> true,
                () -> About.in(window.root()).toggle());
    }

    void registerPages(List<Page> pages) {
        add(
                "page.start",
                VIEW,
                "Recent traces",
                "history",
                "Alt+0",
                () -> true,
                () -> slot.navigation().navigator().showPage(StartPage.ID));
        int number = 1;
        for (Page p : pages) {
            String key = number < 10 ? "Alt+" + number++ : "";
            add(
                    "page." + p.id(),
                    VIEW,
                    p.title(),
                    p.icon(),
                    key,
                    () -> !p.needsTrace() || hasTrace(),
                    () -> window.showPage(p));
        }
        add(
                "sql.track",
                "SQL",
                "Show result as track…",
                "timeline",
                "Ctrl+Shift+T",
                () -> window.pageProperty().get() instanceof SqlOpener sql && sql.canShowAsTrack(),
                () -> ((SqlOpener) window.pageProperty().get()).showAsTrack());
        registerDetailsPane();
        registerLook();
        registerWindows();
    }

    private void registerDetailsPane() {
        add(
                "drawer.toggle",
                VIEW,
                "Show or hide the details pane",
                "drawer",
                "Q",
                () -> window.pageProperty().get().hasDetailsPane(),
                () -> slot.host()
                        .detailsPane()
                        .openProperty()
                        .set(!slot.host().detailsPane().openProperty().get()));
        add(
                "drawer.fill",
                VIEW,
                "Maximize or restore the details pane",
                "drawer",
                "Shift+Q",
                () -> window.pageProperty().get().hasDetailsPane(),
                () -> {
                    slot.host()
                            .detailsPane()
                            .maximizedProperty()
                            .set(!slot.host().detailsPane().openProperty().get()
                                    || !slot.host()
                                            .detailsPane()
                                            .maximizedProperty()
                                            .get());
                    slot.host().detailsPane().openProperty().set(true);
                });
    }

    private void registerLook() {
        add("window.theme", VIEW, "Switch color scheme", "theme", "", () -> true, host::nextTheme);
        add("window.sidebar", VIEW, "Show or hide the sidebar", "", "Ctrl+B", () -> true, window::toggleSidebar);
        add("window.fullscreen", VIEW, "Enter or leave full screen", "", "F11", () -> true, host::toggleFullScreen);
        add(
                "window.picture",
                VIEW,
                "Save a picture of the window…",
                "camera",
                "",
                this::hasTrace,
                () -> windowContext
                        .messages()
                        .dialogs()
                        .chooseSave("Save a picture of the window", "traceglass.png", "PNG picture", "png")
                        .ifPresent(host::savePicture));
    }

    private void registerWindows() {
        add("window.new", VIEW, "New window", "plus", "Ctrl+Shift+N", () -> true, () -> host.openWindow(null));
        add(
                "window.newtrace",
                VIEW,
                "Open a trace in a new window…",
                "open",
                "Ctrl+Shift+O",
                () -> true,
                () -> windowContext.messages().dialogs().chooseTrace().ifPresent(host::openWindow));
        add(
                "window.same",
                VIEW,
                "Open this trace in another window",
                "open",
                "",
                this::hasTrace,
                () -> host.openWindow(slot.trace().session().file()));
        add("window.close", VIEW, "Close window", "x", "Ctrl+Shift+W", () -> true, host::close);
        add("window.quit", VIEW, "Quit", "", "Ctrl+Q", () -> true, host::quit);
    }

    /// Registers the commands of a timeline with the commands of its trace.
    void registerTimeline(TracePane pane) {
        TimelineView view = pane.view();
        registerMovement(view);
        registerSelection(view);
        registerHits(view);
        new PictureCommands(slot, windowContext.messages(), view).register(this::onTimeline);
        new NoteCommands(slot, windowContext.messages().prompt(), window, pane).register();
        new FlowArrows(slot, windowContext.messages().notices(), view).register();
        new WakeArrow(slot, view);
        addSections(pane);
        pane.setTrackPanel(new TrackPanel(slot, windowContext.messages(), view, pane::addOverlay));
        new TrackMenu(slot, windowContext.messages(), pane);
        new FilterMenu(view);
        new TrackCommands(slot, windowContext, window, pane).register();
        new WorkspaceCommands(slot, windowContext.messages(), view, pane.workspaces()).register(this::onTimeline);
    }

    private void registerMovement(TimelineView view) {
        add(
                "timeline.focus",
                TIMELINE,
                "Go to the selection",
                "jump",
                "F",
                this::hasSelection,
                view.movement()::focusSelection);
        add(
                "timeline.fit",
                TIMELINE,
                "Show whole trace",
                "expand",
                "Home",
                this::onTimeline,
                view.movement()::zoomToFit);
        add(
                "timeline.back",
                TIMELINE,
                "Previous view",
                "chevron-left",
                "Alt+Left",
                this::onTimeline,
                view.movement()::back);
        add(
                "timeline.forward",
                TIMELINE,
                "Next view",
                "chevron-right",
                "Alt+Right",
                this::onTimeline,
                view.movement()::forward);
        add("timeline.expand", TIMELINE, "Expand all groups", "expand", "", this::onTimeline, view.tracks()::expandAll);
        add(
                "timeline.collapse",
                TIMELINE,
                "Collapse all groups",
                "collapse",
                "",
                this::onTimeline,
                view.tracks()::collapseAll);
    }

    private void registerSelection(TimelineView view) {
        add(
                "selection.clear",
                SELECTION,
                "Clear selection",
                "x",
                "Escape",
                this::hasSelection,
                () -> slot.selection().set(Selection.NONE));
        add("selection.all", SELECTION, "Select all", "", "Ctrl+A", this::onTimeline, view::selectAll);
        add("selection.area", SELECTION, "Convert selection to range", "", "R", this::hasEvent, view::selectionToArea);
        add("selection.next", SELECTION, "Next event on track", "", ".", this::hasEvent, () -> view.selectAdjacent(1));
        add(
                "selection.previous",
                SELECTION,
                "Previous event on track",
                "",
                ",",
                this::hasEvent,
                () -> view.selectAdjacent(-1));
    }

    private void registerHits(TimelineView view) {
        add(
                "search.next",
                SEARCH,
                "Next hit",
                "chevron-down",
                "Ctrl+G",
                this::hasTrace,
                () -> slot.search().next(view.visibleSpanProperty().get().start()));
        add(
                "search.previous",
                SEARCH,
                "Previous hit",
                "chevron-up",
                "Ctrl+Shift+G",
                this::hasTrace,
                () -> slot.search().previous(view.visibleSpanProperty().get().start()));
    }

    /// Adds the sections of the timeline to the project.
    private void addSections(TracePane pane) {
        if (slot.isFirst()) {
            // A project describes the window's first trace.
            slot.host().sections().add(new TracksSection(pane.workspaces()));
            slot.host()
                    .sections()
                    .add(new WorkspacesSection(pane.workspaces(), slot.host().sections()::changed));
            slot.host().sections().add(new ViewSection(pane));
            slot.host().sections().add(new SelectionSection(slot, pane.view().tracks()));
            slot.host().sections().add(new PanelsSection(slot, window));
            pane.view().handlers().setOnChange(slot.host().sections()::changed);
        }
    }
}
