package traceglass.app.window;

import traceglass.analysis.select.Selection;
import traceglass.app.command.CommandGroups;
import traceglass.app.command.Commands;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.panel.colors.ColorCommands;
import traceglass.app.panel.colors.ColoringSection;
import traceglass.app.panel.debug.DebugTracksSection;
import traceglass.app.tracks.TrackPanel;
import traceglass.app.tracks.WorkspaceCommands;
import traceglass.app.tracks.WorkspacesSection;
import traceglass.app.window.timeline.FilterMenu;
import traceglass.app.window.timeline.FlowArrows;
import traceglass.app.window.timeline.SelectionSection;
import traceglass.app.window.timeline.TracePane;
import traceglass.app.window.timeline.TrackMenu;
import traceglass.app.window.timeline.TracksSection;
import traceglass.app.window.timeline.ViewSection;
import traceglass.app.window.timeline.WakeArrow;
import traceglass.render.TimelineView;

/// Registers the commands of a timeline: movement, selection, hits, and those of its parts. Also adds the sections of
/// projects that save its state.
final class TimelineCommands {

    private final TraceSlot slot;
    private final Commands commands;
    private final WindowContext windowContext;
    private final MainWindow window;
    private final TracePane pane;
    private final TimelineView view;

    TimelineCommands(TraceSlot slot, WindowContext windowContext, MainWindow window, TracePane pane) {
        this.slot = slot;
        commands = slot.host().commands();
        this.windowContext = windowContext;
        this.window = window;
        this.pane = pane;
        view = pane.view();
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

    /// Registers the commands, and adds the parts of the timeline that have commands of their own.
    void register() {
        registerMovement();
        registerSelection();
        registerHits();
        new PictureCommands(slot, windowContext.messages(), view).register(this::isTimelineShown);
        new NoteCommands(slot, windowContext.messages().prompt(), window, pane).register();
        new FlowArrows(slot, windowContext.messages().notices(), view).register();
        new WakeArrow(slot, view);
        addSections();
        registerColors();
        pane.setTrackPanel(new TrackPanel(slot, windowContext.messages(), view, pane::addOverlay));
        new TrackMenu(slot, windowContext.messages(), pane);
        new FilterMenu(view);
        new TrackCommands(slot, windowContext, window, pane).register();
        new LinkCommand(slot, window, view, windowContext.messages().status()).register();
        new WorkspaceCommands(slot, windowContext.messages(), view, pane.workspaces()).register(this::isTimelineShown);
    }

    private void registerMovement() {
        commands.register(
                "timeline.focus",
                CommandGroups.TIMELINE,
                WindowTexts.GO_TO_SELECTION,
                "jump",
                "F",
                this::hasSelection,
                view.viewportControls()::focusSelection);
        commands.register(
                "timeline.fit",
                CommandGroups.TIMELINE,
                WindowTexts.SHOW_WHOLE_TRACE,
                "expand",
                "Home",
                this::isTimelineShown,
                view.viewportControls()::zoomToFit);
        commands.register(
                "timeline.back",
                CommandGroups.TIMELINE,
                WindowTexts.PREVIOUS_VIEW,
                "chevron-left",
                "Alt+Left",
                this::isTimelineShown,
                view.viewportControls()::goBack);
        commands.register(
                "timeline.forward",
                CommandGroups.TIMELINE,
                WindowTexts.NEXT_VIEW,
                "chevron-right",
                "Alt+Right",
                this::isTimelineShown,
                view.viewportControls()::forward);
        commands.register(
                "timeline.expand",
                CommandGroups.TIMELINE,
                WindowTexts.EXPAND_ALL,
                "expand",
                "",
                this::isTimelineShown,
                view.tracks()::expandAll);
        commands.register(
                "timeline.collapse",
                CommandGroups.TIMELINE,
                WindowTexts.COLLAPSE_ALL,
                "collapse",
                "",
                this::isTimelineShown,
                view.tracks()::collapseAll);
    }

    private void registerSelection() {
        commands.register(
                "selection.clear",
                CommandGroups.SELECTION,
                WindowTexts.CLEAR_SELECTION,
                "x",
                "Escape",
                this::hasSelection,
                () -> slot.selection().set(Selection.NONE));
        commands.register(
                "selection.restore",
                CommandGroups.SELECTION,
                WindowTexts.RESTORE_SELECTION,
                "history",
                "Ctrl+Z",
                () -> isTimelineShown() && view.viewportControls().canRestoreSelection(),
                view.viewportControls()::restoreSelection);
        commands.register(
                "selection.all",
                CommandGroups.SELECTION,
                WindowTexts.SELECT_ALL,
                "",
                "Ctrl+A",
                this::isTimelineShown,
                view.selectionControls()::selectAll);
        commands.register(
                "selection.area",
                CommandGroups.SELECTION,
                WindowTexts.SELECTION_TO_RANGE,
                "",
                "R",
                this::hasEvent,
                view.selectionControls()::selectAreaOfSelection);
        commands.register(
                "selection.next",
                CommandGroups.SELECTION,
                WindowTexts.NEXT_EVENT,
                "",
                ".",
                this::hasEvent,
                () -> view.selectionControls().selectAdjacent(1));
        commands.register(
                "selection.previous",
                CommandGroups.SELECTION,
                WindowTexts.PREVIOUS_EVENT,
                "",
                ",",
                this::hasEvent,
                () -> view.selectionControls().selectAdjacent(-1));
    }

    private void registerHits() {
        commands.register(
                "search.next",
                CommandGroups.SEARCH,
                WindowTexts.NEXT_HIT,
                "chevron-down",
                "Ctrl+G F3",
                this::hasTrace,
                () -> slot.search().selectNext(view.visibleSpanProperty().get().start()));
        commands.register(
                "search.previous",
                CommandGroups.SEARCH,
                WindowTexts.PREVIOUS_HIT,
                "chevron-up",
                "Ctrl+Shift+G Shift+F3",
                this::hasTrace,
                () -> slot.search()
                        .selectPrevious(view.visibleSpanProperty().get().start()));
    }

    private void registerColors() {
        pane.follow(slot.coloring());
        new ColorCommands(slot, windowContext.messages().notices()).register(this::isTimelineShown);
        if (slot.isFirst()) {
            slot.host().sections().add(new ColoringSection(slot));
        }
    }

    /// Adds the sections of the timeline to the project.
    private void addSections() {
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
