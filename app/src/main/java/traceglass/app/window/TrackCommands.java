package traceglass.app.window;

import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.select.Selection;
import traceglass.analysis.slices.SliceCategories;
import traceglass.app.command.CommandGroups;
import traceglass.app.command.Commands;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.panel.formula.FormulaCommands;
import traceglass.app.session.TraceSession;
import traceglass.app.tracks.TreeCommands;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.app.window.frame.TimeInput;
import traceglass.app.window.timeline.CounterCommands;
import traceglass.app.window.timeline.DerivedCommands;
import traceglass.app.window.timeline.EventCommands;
import traceglass.app.window.timeline.TracePane;
import traceglass.app.window.timeline.VsyncStripes;
import traceglass.render.TimelineView;
import traceglass.render.action.TrackControls;
import traceglass.render.item.TimelineSelection;
import traceglass.store.time.TimeSpan;

/// Registers the commands for tracks and for going to a time or event by its number.
final class TrackCommands {

    private static final int MAX_DEPTH = 3;

    private final TraceSlot slot;
    private final Commands commands;
    private final WindowContext windowContext;
    private final MainWindow window;
    private final TracePane pane;
    private final TimelineView view;
    private final TrackControls tracks;

    TrackCommands(TraceSlot slot, WindowContext windowContext, MainWindow window, TracePane pane) {
        this.slot = slot;
        commands = slot.host().commands();
        this.windowContext = windowContext;
        this.window = window;
        this.pane = pane;
        this.view = pane.view();
        this.tracks = view.tracks();
        slot.trace().sessionProperty().addListener(o -> followCategories());
    }

    void register() {
        BooleanSupplier isShown = () -> slot.trace().session() != null && window.showsTimelines();
        registerPins(isShown);
        registerDebugTracks(isShown);
        registerArrangement(isShown);
        registerFilters(isShown);
        registerJumps(isShown);
        commands.register(
                "timeline.priorities",
                CommandGroups.TIMELINE,
                WindowTexts.COLOR_CPUS,
                "cpu",
                "Shift+C",
                isShown,
                () -> windowContext
                        .preferences()
                        .prioritiesProperty()
                        .set(!windowContext.preferences().prioritiesProperty().get()));
        new VsyncStripes(slot, windowContext.messages().notices(), view).register(isShown);
        new TreeCommands(slot, windowContext.messages(), view).register(isShown);
        new DerivedCommands(slot, windowContext.messages().status(), tracks).register(isShown);
        new EventCommands(slot, view).register(isShown);
        new CounterCommands(slot, view).register(isShown, this::currentTrack);
        new FormulaCommands(slot, windowContext.messages(), view).register(isShown, this::currentTrack);
        pane.trackPanel().register(isShown, this::currentTrack);
    }

    private void registerPins(BooleanSupplier isShown) {
        commands.register(
                "track.pin",
                CommandGroups.TRACKS,
                WindowTexts.PIN_TRACK,
                "pin",
                "",
                () -> isShown.getAsBoolean() && currentTrack() != null,
                () -> tracks.setPinned(currentTrack(), !tracks.isPinned(currentTrack())));
        commands.register(
                "track.unpin", CommandGroups.TRACKS, WindowTexts.UNPIN_ALL, "pin", "", isShown, tracks::unpinAll);
    }

    private void registerDebugTracks(BooleanSupplier isShown) {
        commands.register(
                "track.debug.remove",
                CommandGroups.TRACKS,
                WindowTexts.REMOVE_DEBUG_TRACK,
                "x",
                "Shift+Delete",
                () -> isShown.getAsBoolean()
                        && currentTrack() != null
                        && slot.trace().session().debugTracks().contains(currentTrack()),
                () -> slot.trace().session().debugTracks().remove(currentTrack()));
        commands.register(
                "track.debug.clear",
                CommandGroups.TRACKS,
                WindowTexts.REMOVE_ALL_DEBUG_TRACKS,
                "x",
                "",
                () -> isShown.getAsBoolean()
                        && !slot.trace().session().debugTracks().tracks().isEmpty(),
                () -> slot.trace().session().debugTracks().remove(DebugTracks.GROUP));
    }

    private void registerArrangement(BooleanSupplier isShown) {
        commands.register(
                "track.hide",
                CommandGroups.TRACKS,
                WindowTexts.HIDE_TRACK,
                "",
                "",
                () -> isShown.getAsBoolean() && currentTrack() != null,
                () -> tracks.setHidden(currentTrack(), true));
        commands.register(
                "track.showhidden",
                CommandGroups.TRACKS,
                WindowTexts.SHOW_HIDDEN_TRACKS,
                "",
                "",
                () -> isShown.getAsBoolean() && tracks.hiddenCount() > 0,
                tracks::showHidden);
        commands.register(
                "track.reset",
                CommandGroups.TRACKS,
                WindowTexts.RESET_TRACKS,
                "refresh",
                "",
                isShown,
                tracks::resetArrangement);
        for (int depth = 1; depth <= MAX_DEPTH; depth++) {
            int to = depth;
            commands.register(
                    "track.depth" + depth,
                    CommandGroups.TRACKS,
                    WindowTexts.expandLevels(depth),
                    "expand",
                    "",
                    isShown,
                    () -> tracks.expandTo(to));
        }
    }

    private void registerFilters(BooleanSupplier isShown) {
        for (String owner : new String[] {"process", "thread", "category"}) {
            commands.register(
                    "track.filter" + owner,
                    CommandGroups.TRACKS,
                    WindowTexts.filterTracksBy(owner),
                    "filter",
                    "",
                    isShown,
                    () -> windowContext
                            .messages()
                            .prompt()
                            .ask(
                                    WindowTexts.showOnlyTracksOf(owner),
                                    "",
                                    text -> tracks.setFilter(text.isBlank() ? "" : owner + ":" + text)));
        }
        commands.register(
                "track.nofilter",
                CommandGroups.TRACKS,
                WindowTexts.CLEAR_FILTER,
                "filter",
                "",
                () -> isShown.getAsBoolean() && !tracks.filter().isEmpty(),
                () -> tracks.setFilter(""));
    }

    /// Commands that go to a time or event, and copy the time as SQL.
    private void registerJumps(BooleanSupplier isShown) {
        commands.register(
                "timeline.goto",
                CommandGroups.TIMELINE,
                WindowTexts.GO_TO_TIME,
                "clock",
                "",
                isShown,
                () -> windowContext
                        .messages()
                        .prompt()
                        .ask(
                                WindowTexts.TIME_OR_DATE_PROMPT,
                                "",
                                text -> TimeInput.parse(
                                                text,
                                                view.bounds(),
                                                slot.appearance().timeStyle())
                                        .ifPresentOrElse(
                                                ts -> slot.navigation()
                                                        .navigator()
                                                        .goToTime(ts),
                                                () -> window.reportInvalidTime(text))));
        commands.register(
                "timeline.copysql",
                CommandGroups.TIMELINE,
                WindowTexts.COPY_TIME_AS_SQL,
                "copy",
                "",
                isShown,
                this::copyWindow);
        commands.register(
                "selection.byid",
                CommandGroups.SELECTION,
                WindowTexts.SELECT_BY_ID,
                "jump",
                "",
                isShown,
                () -> windowContext.messages().prompt().ask(WindowTexts.EVENT_ID_PROMPT, "", this::selectById));
    }

    /// Returns the focused track, otherwise the track of the selected event, or null.
    private String currentTrack() {
        if (view.focusedRow() != null) {
            return view.focusedRow();
        }
        return view.selection() instanceof TimelineSelection.Event e
                        && !e.item().trackKey().isEmpty()
                ? e.item().trackKey()
                : null;
    }

    private void copyWindow() {
        TimeSpan visible = view.visibleSpanProperty().get();
        TimeSpan span = switch (slot.selection().get()) {
            case Selection.Area a -> new TimeSpan(a.start(), a.end());
            case Selection.Event e ->
                new TimeSpan(e.ts(), e.dur() < 0 ? view.bounds().end() : e.ts() + e.dur());
            case Selection.Events several ->
                new TimeSpan(several.start(), several.end(view.bounds().end()));
            case Selection.None n -> visible;
        };
        ClipboardContent content = new ClipboardContent();
        content.putString("ts >= " + span.start() + " and ts < " + span.end());
        Clipboard.getSystemClipboard().setContent(content);
        windowContext
                .messages()
                .status()
                .setState("copy", CommonTexts.COPIED, "ts >= " + span.start() + " and ts < " + span.end());
    }

    private void selectById(String text) {
        var m = Pattern.compile("([a-z_]+)[\\s:\\[]+(\\d{1,18})\\]?")
                .matcher(text.strip().toLowerCase(Locale.ROOT));
        if (m.matches()) {
            slot.navigation().navigator().goTo(m.group(1), Long.parseLong(m.group(2)));
        } else {
            windowContext
                    .messages()
                    .notices()
                    .show(Notices.Severity.WARN, "navigate", WindowTexts.invalidEventId(text));
        }
    }

    /// Reads the categories of the slices of each track once the trace is ready.
    private void followCategories() {
        TraceSession session = slot.trace().session();
        if (session == null) {
            return;
        }
        if (session.isReady()) {
            readCategories(session);
        } else {
            session.stateProperty().addListener(o -> {
                if (session.isReady() && session == slot.trace().session()) {
                    readCategories(session);
                }
            });
        }
    }

    private void readCategories(TraceSession session) {
        session.queries()
                .submit(
                        "categories",
                        SliceCategories::tracks,
                        found -> {
                            if (session == slot.trace().session()) {
                                tracks.setCategories(found);
                            }
                        },
                        e -> {
                            // Without categories, the category filter finds nothing.
                        });
    }
}
