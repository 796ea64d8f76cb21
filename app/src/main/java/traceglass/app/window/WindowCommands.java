package traceglass.app.window;

import java.util.List;
import java.util.function.BooleanSupplier;
import traceglass.analysis.select.Selection;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.panel.colors.ColorCommands;
import traceglass.app.panel.colors.ColoringSection;
import traceglass.app.panel.debug.DebugTracksSection;
import traceglass.app.tracks.TrackPanel;
import traceglass.app.tracks.WorkspaceCommands;
import traceglass.app.tracks.WorkspacesSection;
import traceglass.app.ui.CommonTexts;
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
            String id,
            String group,
            String title,
            String icon,
            String keys,
            BooleanSupplier isEnabled,
            Runnable action) {
        slot.host().commands().register(Command.of(id, group, title, icon, keys, isEnabled, action));
    }

    private boolean hasTrace() {
        return slot.trace().session() != null;
    }

    private boolean isTimelineShown() {
        return hasTrace() && window.showsTimelines();
    }

    private boolean hasSelection() {
        return isTimelineShown() && slot.selection().get() != Selection.NONE;
    }

    private boolean hasEvent() {
        return isTimelineShown() && slot.selection().get() instanceof Selection.Event;
    }

    void registerBeforePages() {
        registerOpening();
        registerProjects();
        add(
                "trace.close",
                CommandGroups.TRACE,
                WindowTexts.CLOSE_TRACE,
                "x",
                "Ctrl+W",
                this::hasTrace,
                window::closeTrace);
        add(
                "trace.reopen",
                CommandGroups.TRACE,
                WindowTexts.REOPEN_TRACE,
                "refresh",
                "",
                this::hasTrace,
                window.opening()::openAgain);
        add(
                "trace.columns",
                CommandGroups.TRACE,
                WindowTexts.CHOOSE_TABLE_COLUMNS,
                "table",
                "",
                window.opening()::isTable,
                window.opening()::chooseColumns);
        add(
                "trace.cancel",
                CommandGroups.TRACE,
                WindowTexts.CANCEL_OPENING,
                "cancel",
                "",
                window::isOpening,
                window::cancelOpening);
        registerSearch();
        registerHelp();
    }

    private void registerOpening() {
        add(
                "trace.open",
                CommandGroups.TRACE,
                WindowTexts.OPEN_TRACE,
                "open",
                "Ctrl+O",
                () -> true,
                () -> windowContext.messages().dialogs().chooseTrace().ifPresent(window::open));
        add(
                "trace.folder",
                CommandGroups.TRACE,
                WindowTexts.OPEN_FOLDER,
                "stack",
                "",
                () -> true,
                () -> windowContext
                        .messages()
                        .dialogs()
                        .chooseFolder(WindowTexts.CHOOSE_FOLDER)
                        .ifPresent(window::open));
        add(
                "trace.sample",
                CommandGroups.TRACE,
                WindowTexts.OPEN_SAMPLE_TRACE,
                "file",
                "",
                () -> true,
                window::openSample);
        add(
                "record.show",
                CommandGroups.TRACE,
                WindowTexts.RECORD_TRACE,
                "record",
                "",
                () -> true,
                () -> slot.navigation().navigator().showPage("record"));
    }

    private void registerProjects() {
        add(
                "project.save",
                CommandGroups.TRACE,
                WindowTexts.SAVE_PROJECT,
                "save",
                "Ctrl+S",
                window.projects()::canSave,
                window.projects()::save);
        add(
                "project.saveas",
                CommandGroups.TRACE,
                WindowTexts.SAVE_PROJECT_AS,
                "save",
                "Ctrl+Shift+S",
                window.projects()::canSave,
                window.projects()::saveAs);
        add(
                "project.open",
                CommandGroups.TRACE,
                WindowTexts.OPEN_PROJECT,
                "open",
                "",
                () -> true,
                () -> windowContext.messages().dialogs().chooseProject().ifPresent(window::open));
        add(
                "project.fresh",
                CommandGroups.TRACE,
                WindowTexts.RESET_TRACE,
                "refresh",
                "",
                window.projects()::hasSession,
                window.projects()::startFresh);
    }

    private void registerSearch() {
        add(
                "search.focus",
                CommandGroups.SEARCH,
                WindowTexts.SEARCH,
                "search",
                "/ Ctrl+F",
                () -> true,
                () -> window.omnibox().focus(""));
        add(
                "search.scope",
                CommandGroups.SEARCH,
                WindowTexts.CHANGE_SCOPE,
                "search",
                "",
                this::hasTrace,
                () -> window.omnibox().changeScope());
    }

    private void registerHelp() {
        add(
                "help.commands",
                CommandGroups.HELP,
                CommonTexts.ALL_COMMANDS,
                "terminal",
                "Ctrl+Shift+P F1",
                () -> true,
                () -> window.omnibox().focus(">"));
        add(
                "help.keys",
                CommandGroups.HELP,
                CommonTexts.KEYBOARD_SHORTCUTS,
                "help",
                "?",
                () -> true,
                () -> window.help().toggle());
        add(
                "help.about",
                CommandGroups.HELP,
                WindowTexts.ABOUT,
                "file",
                "",
                () -> true,
                () -> About.in(window.root()).toggle());
    }

    void registerPages(List<Page> pages) {
        add(
                "page.start",
                CommandGroups.VIEW,
                WindowTexts.RECENT_TRACES,
                "history",
                "Alt+0",
                () -> true,
                () -> slot.navigation().navigator().showPage(StartPage.ID));
        int number = 1;
        for (Page p : pages) {
            String key = number < 10 ? "Alt+" + number++ : "";
            add(
                    "page." + p.id(),
                    CommandGroups.VIEW,
                    p.title(),
                    p.icon(),
                    key,
                    () -> !p.needsTrace() || hasTrace(),
                    () -> showOrFocus(p));
        }
        add(
                "sql.track",
                CommandGroups.SQL,
                WindowTexts.SHOW_RESULT_AS_TRACK,
                "timeline",
                "Ctrl+Shift+T",
                () -> window.pageProperty().get() instanceof SqlOpener sql && sql.canShowAsTrack(),
                () -> ((SqlOpener) window.pageProperty().get()).showAsTrack());
        registerDetailsPane();
        registerLook();
        registerWindows();
    }

    /// Shows a page; the command of the page already shown returns to its content.
    private void showOrFocus(Page page) {
        if (window.pageProperty().get() == page) {
            page.onShown();
        } else {
            window.showPage(page);
        }
    }

    private void registerDetailsPane() {
        add(
                "details.toggle",
                CommandGroups.VIEW,
                WindowTexts.TOGGLE_DETAILS,
                "panel-bottom",
                "Q",
                () -> window.pageProperty().get().hasDetailsPane(),
                () -> slot.host()
                        .detailsPane()
                        .openProperty()
                        .set(!slot.host().detailsPane().openProperty().get()));
        add(
                "details.maximize",
                CommandGroups.VIEW,
                WindowTexts.MAXIMIZE_DETAILS,
                "panel-bottom",
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
        add("window.theme", CommandGroups.VIEW, WindowTexts.SWITCH_SCHEME, "theme", "", () -> true, host::nextTheme);
        add(
                "window.sidebar",
                CommandGroups.VIEW,
                WindowTexts.TOGGLE_SIDEBAR,
                "",
                "Ctrl+B",
                () -> true,
                window::toggleSidebar);
        add(
                "window.fullscreen",
                CommandGroups.VIEW,
                WindowTexts.TOGGLE_FULL_SCREEN,
                "",
                "F11",
                () -> true,
                host::toggleFullScreen);
        add(
                "window.picture",
                CommandGroups.VIEW,
                WindowTexts.SAVE_WINDOW_PICTURE,
                "camera",
                "",
                this::hasTrace,
                () -> windowContext
                        .messages()
                        .dialogs()
                        .chooseSave(WindowTexts.SAVE_THE_WINDOW_PICTURE, "traceglass.png", WindowTexts.PNG_FILES, "png")
                        .ifPresent(host::savePicture));
    }

    private void registerWindows() {
        add(
                "window.new",
                CommandGroups.VIEW,
                WindowTexts.NEW_WINDOW,
                "plus",
                "Ctrl+Shift+N",
                () -> true,
                () -> host.openWindow(null));
        add(
                "window.newtrace",
                CommandGroups.VIEW,
                WindowTexts.OPEN_IN_NEW_WINDOW,
                "open",
                "Ctrl+Shift+O",
                () -> true,
                () -> windowContext.messages().dialogs().chooseTrace().ifPresent(host::openWindow));
        add(
                "window.same",
                CommandGroups.VIEW,
                WindowTexts.OPEN_IN_ANOTHER_WINDOW,
                "open",
                "",
                this::hasTrace,
                () -> host.openWindow(slot.trace().session().file()));
        add("window.close", CommandGroups.VIEW, WindowTexts.CLOSE_WINDOW, "x", "Ctrl+Shift+W", () -> true, host::close);
        add("window.quit", CommandGroups.VIEW, WindowTexts.QUIT, "", "Ctrl+Q", () -> true, host::quit);
    }

    /// Registers the commands of a timeline with the commands of its trace.
    void registerTimeline(TracePane pane) {
        TimelineView view = pane.view();
        registerMovement(view);
        registerSelection(view);
        registerHits(view);
        new PictureCommands(slot, windowContext.messages(), view).register(this::isTimelineShown);
        new NoteCommands(slot, windowContext.messages().prompt(), window, pane).register();
        new FlowArrows(slot, windowContext.messages().notices(), view).register();
        new WakeArrow(slot, view);
        addSections(pane);
        registerColors(pane);
        pane.setTrackPanel(new TrackPanel(slot, windowContext.messages(), view, pane::addOverlay));
        new TrackMenu(slot, windowContext.messages(), pane);
        new FilterMenu(view);
        new TrackCommands(slot, windowContext, window, pane).register();
        new LinkCommand(slot, window, view, windowContext.messages().status()).register();
        new WorkspaceCommands(slot, windowContext.messages(), view, pane.workspaces()).register(this::isTimelineShown);
    }

    private void registerMovement(TimelineView view) {
        add(
                "timeline.focus",
                CommandGroups.TIMELINE,
                WindowTexts.GO_TO_SELECTION,
                "jump",
                "F",
                this::hasSelection,
                view.viewportControls()::focusSelection);
        add(
                "timeline.fit",
                CommandGroups.TIMELINE,
                WindowTexts.SHOW_WHOLE_TRACE,
                "expand",
                "Home",
                this::isTimelineShown,
                view.viewportControls()::zoomToFit);
        add(
                "timeline.back",
                CommandGroups.TIMELINE,
                WindowTexts.PREVIOUS_VIEW,
                "chevron-left",
                "Alt+Left",
                this::isTimelineShown,
                view.viewportControls()::goBack);
        add(
                "timeline.forward",
                CommandGroups.TIMELINE,
                WindowTexts.NEXT_VIEW,
                "chevron-right",
                "Alt+Right",
                this::isTimelineShown,
                view.viewportControls()::forward);
        add(
                "timeline.expand",
                CommandGroups.TIMELINE,
                WindowTexts.EXPAND_ALL,
                "expand",
                "",
                this::isTimelineShown,
                view.tracks()::expandAll);
        add(
                "timeline.collapse",
                CommandGroups.TIMELINE,
                WindowTexts.COLLAPSE_ALL,
                "collapse",
                "",
                this::isTimelineShown,
                view.tracks()::collapseAll);
    }

    private void registerSelection(TimelineView view) {
        add(
                "selection.clear",
                CommandGroups.SELECTION,
                WindowTexts.CLEAR_SELECTION,
                "x",
                "Escape",
                this::hasSelection,
                () -> slot.selection().set(Selection.NONE));
        add(
                "selection.restore",
                CommandGroups.SELECTION,
                WindowTexts.RESTORE_SELECTION,
                "history",
                "Ctrl+Z",
                () -> isTimelineShown() && view.viewportControls().canRestoreSelection(),
                view.viewportControls()::restoreSelection);
        add(
                "selection.all",
                CommandGroups.SELECTION,
                WindowTexts.SELECT_ALL,
                "",
                "Ctrl+A",
                this::isTimelineShown,
                view.selectionControls()::selectAll);
        add(
                "selection.area",
                CommandGroups.SELECTION,
                WindowTexts.SELECTION_TO_RANGE,
                "",
                "R",
                this::hasEvent,
                view.selectionControls()::selectAreaOfSelection);
        add(
                "selection.next",
                CommandGroups.SELECTION,
                WindowTexts.NEXT_EVENT,
                "",
                ".",
                this::hasEvent,
                () -> view.selectionControls().selectAdjacent(1));
        add(
                "selection.previous",
                CommandGroups.SELECTION,
                WindowTexts.PREVIOUS_EVENT,
                "",
                ",",
                this::hasEvent,
                () -> view.selectionControls().selectAdjacent(-1));
    }

    private void registerHits(TimelineView view) {
        add(
                "search.next",
                CommandGroups.SEARCH,
                WindowTexts.NEXT_HIT,
                "chevron-down",
                "Ctrl+G F3",
                this::hasTrace,
                () -> slot.search().selectNext(view.visibleSpanProperty().get().start()));
        add(
                "search.previous",
                CommandGroups.SEARCH,
                WindowTexts.PREVIOUS_HIT,
                "chevron-up",
                "Ctrl+Shift+G Shift+F3",
                this::hasTrace,
                () -> slot.search()
                        .selectPrevious(view.visibleSpanProperty().get().start()));
    }

    private void registerColors(TracePane pane) {
        pane.follow(slot.coloring());
        new ColorCommands(slot, windowContext.messages().notices()).register(this::isTimelineShown);
        if (slot.isFirst()) {
            slot.host().sections().add(new ColoringSection(slot));
        }
    }

    /// Adds the sections of the timeline to the project.
    private void addSections(TracePane pane) {
        if (slot.isFirst()) {
            // A project describes the window's first trace.
            slot.host().sections().add(new TracksSection(pane.workspaces()));
            slot.host()
                    .sections()
                    .add(new WorkspacesSection(pane.workspaces(), slot.host().sections()::notifyChanged));
            slot.host()
                    .sections()
                    .add(new DebugTracksSection(slot, windowContext.messages().notices(), windowContext.preferences()));
            slot.host().sections().add(new ViewSection(pane));
            slot.host().sections().add(new SelectionSection(slot, pane.view().tracks()));
            slot.host().sections().add(new PanelsSection(slot, window));
            pane.view().handlers().setOnChange(slot.host().sections()::notifyChanged);
        }
    }
}
