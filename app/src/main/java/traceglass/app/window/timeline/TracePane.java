package traceglass.app.window.timeline;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javafx.application.Platform;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.analysis.coloring.ColoredTracks;
import traceglass.analysis.coloring.EvaluatedColoring;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.formula.ComputedTable;
import traceglass.analysis.search.SearchHits;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.session.ColoringModel;
import traceglass.app.session.TraceSession;
import traceglass.app.tracks.TrackPanel;
import traceglass.app.tracks.WorkspaceBar;
import traceglass.app.tracks.Workspaces;
import traceglass.app.ui.Notices;
import traceglass.app.window.live.LiveBar;
import traceglass.render.TimelineView;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.windowless.BatchThreads;
import traceglass.store.time.TimeSpan;

/// One opened trace with its timeline, connected to the selection, the search and the status bar. A window has one or
/// two of these, each with its own slot.
public final class TracePane {

    private final TraceSlot slot;
    private final TracePair pair;
    private final Notices notices;
    private final TimelineView view = new TimelineView();
    private final Workspaces workspaces = new Workspaces(view);
    private final StackPane root = new StackPane(view);
    private final LiveBar live;
    private final VBox frame;
    private TrackPanel trackPanel;
    /// Time after the selection of an event during which a shrinking timeline still scrolls it into view: the
    /// opening details pane may cover the event.
    private static final long SETTLING_TIME_NS = 1_500_000_000;

    private final long settlingNs;
    private EvaluatedColoring coloring = EvaluatedColoring.NONE;
    private TraceSession shown;
    private boolean isViewRestored;
    private boolean isFollowing;
    private Selection.Event chosen;
    private String chosenTrack = "";
    private long chosenAt;

    /// @param isStill whether the selected event is always kept in view, as for a picture of the window
    public TracePane(TraceSlot slot, WindowContext window, TracePair pair, boolean isStill) {
        this.slot = slot;
        this.pair = pair;
        this.notices = window.messages().notices();
        settlingNs = isStill ? Long.MAX_VALUE : SETTLING_TIME_NS;
        view.setId(slot.isFirst() ? "timeline" : "timeline-second");
        view.setAccessibleText(slot.isFirst() ? TimelineTexts.TIMELINE : TimelineTexts.TIMELINE_OF_B);
        root.setMinSize(0, 0);
        VBox.setVgrow(root, Priority.ALWAYS);
        root.getChildren().add(new EmptyTimelineNotice(slot, view));
        live = new LiveBar(slot, view, isStill);
        frame = new VBox(live, new WorkspaceBar(slot.host().commands(), view, workspaces), root);
        frame.setMinSize(0, 0);
        slot.trace().sessionProperty().addListener(o -> show(slot.trace().session()));
        view.selectionProperty().addListener((_, _, newValue) -> selectionChanged(newValue));
        slot.selection().addListener((_, _, newValue) -> showSelection(newValue));
        view.hoverTimeProperty()
                .addListener((_, _, newValue) -> window.messages()
                        .status()
                        .setPointer(
                                newValue == null || shown == null
                                        ? ""
                                        : slot.appearance()
                                                .timeStyle()
                                                .time(newValue, shown.bounds().start())));
        view.hoverTimeProperty()
                .addListener(
                        (_, _, newValue) -> slot.navigation().timelineLink().setPointer(newValue));
        slot.appearance().timeStyleProperty().addListener((_, _, newValue) -> view.setTimeStyle(newValue));
        view.setTimeStyle(slot.appearance().timeStyle());
        view.visibleSpanProperty()
                .addListener(
                        (_, _, newValue) -> slot.navigation().timelineLink().setVisible(newValue));
        slot.navigation().timelineLink().setVisible(view.visibleSpanProperty().get());
        slot.navigation()
                .timelineLink()
                .markProperty()
                .addListener((_, _, newValue) -> view.marks().setMarkedTime(newValue));
        view.setMoveKeys(window.preferences().moveKeysProperty().get().keys());
        window.preferences().moveKeysProperty().addListener((_, _, newValue) -> view.setMoveKeys(newValue.keys()));
        view.handlers().setOnItemClicked(item -> {
            if (!item.table().isEmpty()) {
                rememberSelection(event(item), item.trackKey());
            }
        });
        view.heightProperty().addListener((_, oldValue, newValue) -> {
            if (newValue.doubleValue() < oldValue.doubleValue()) {
                keepSelectionInView();
            }
        });
        slot.search()
                .hitsProperty()
                .addListener((_, _, newValue) -> view.marks().setSearchHits(newValue.ts(), tracksOf(newValue)));
        new DataLossMarks(slot, view).register(() -> view.getScene() != null);
        slot.search().indexProperty().addListener((_, _, newValue) -> goToHit(newValue.intValue()));
    }

    public TraceSlot slot() {
        return slot;
    }

    /// Returns both traces of the window.
    public TracePair pair() {
        return pair;
    }

    /// Returns the timeline with its overlays and the workspace bar above it.
    Node node() {
        return frame;
    }

    /// Returns the user's own track trees.
    public Workspaces workspaces() {
        return workspaces;
    }

    /// Returns the tab with the details of a track; null until the commands are registered.
    public TrackPanel trackPanel() {
        return trackPanel;
    }

    public void setTrackPanel(TrackPanel panel) {
        trackPanel = panel;
    }

    /// Completes when everything visible is drawn.
    public CompletableFuture<Void> whenIdle() {
        return view.whenIdle();
    }

    /// Returns the track of the selected event as a list, or null.
    public List<TrackNode> trackOfSelection() {
        return view.selection() instanceof TimelineSelection.Event e
                        && view.tracks().node(e.item().trackKey()) != null
                ? List.of(view.tracks().node(e.item().trackKey()))
                : null;
    }

    /// Draws slices in the colors of a model from now on.
    public void follow(ColoringModel model) {
        coloring = model.evaluatedProperty().get();
        model.evaluatedProperty().addListener((_, oldValue, newValue) -> {
            coloring = newValue;
            if (shown != null && shown.tracks() != null && !(oldValue.isPlain() && newValue.isPlain())) {
                TraceSession.Tracks t = shown.tracks();
                view.updateTrace(t.roots(), t.bounds(), ColoredTracks.of(t.data(), coloring));
            }
        });
    }

    /// Adds a node over the timeline; the node positions itself.
    public void addOverlay(Node node) {
        StackPane.setAlignment(node, Pos.TOP_LEFT);
        root.getChildren().add(node);
    }

    public TimelineView view() {
        return view;
    }

    private void show(TraceSession session) {
        shown = session;
        isViewRestored = false;
        workspaces.clear();
        if (session == null || session.tracks() == null) {
            view.setTrace(
                    List.of(), new TimeSpan(0, 1), n -> CompletableFuture.failedFuture(new IllegalStateException()));
            live.show(null);
            return;
        }
        TraceSession.Tracks t = session.tracks();
        view.setTrace(t.roots(), t.bounds(), ColoredTracks.of(t.data(), coloring));
        live.show(session);
        showMinimap(session);
        session.stateProperty().addListener(o -> showMinimap(session));
        session.tracksProperty().addListener((_, oldValue, newValue) -> {
            if (session == shown) {
                if (oldValue.isPreview() && !newValue.isPreview()) {
                    // Event ids change when the complete import replaces the first part of the
                    // trace.
                    slot.selection().set(Selection.NONE);
                    view.viewportControls().clearSelections();
                }
                live.update(() -> view.updateTrace(
                        newValue.roots(), newValue.bounds(), ColoredTracks.of(newValue.data(), coloring)));
                if (session.recording().isPresent()) {
                    view.marks().setMinimap(session.minimap());
                }
            }
        });
        session.debugTracks().versionProperty().addListener((_, _, _) -> {
            if (session == shown) {
                deselectRemoved(session);
            }
        });
    }

    /// Removes events and tracks of removed debug tracks from the selection.
    private void deselectRemoved(TraceSession session) {
        switch (slot.selection().get()) {
            case Selection.Event e
            when DebugTracks.isTable(e.table())
                    && session.debugTracks().inTable(e.table()).isEmpty() ->
                slot.selection().set(Selection.NONE);
            case Selection.Area a -> {
                List<TrackNode> remaining = a.tracks().stream()
                        .filter(t -> !t.key().startsWith(DebugTracks.GROUP + "/")
                                || session.debugTracks().contains(t.key()))
                        .toList();
                if (remaining.size() < a.tracks().size()) {
                    slot.selection()
                            .set(
                                    remaining.isEmpty()
                                            ? Selection.NONE
                                            : new Selection.Area(a.start(), a.end(), remaining));
                }
            }
            default -> {}
        }
    }

    private void rememberSelection(Selection.Event event, String trackKey) {
        chosen = event;
        chosenTrack = trackKey;
        chosenAt = System.nanoTime();
    }

    private void keepSelectionInView() {
        if (chosen != null && System.nanoTime() - chosenAt < settlingNs) {
            Platform.runLater(() -> {
                if (chosen.equals(slot.selection().get())) {
                    isFollowing = true;
                    try {
                        view.reveal(chosen.table(), chosen.id(), chosen.ts(), chosen.dur(), chosenTrack);
                    } finally {
                        isFollowing = false;
                    }
                }
            });
        }
    }

    private Set<String> tracksOf(SearchHits hits) {
        Set<String> keys = new HashSet<>();
        if (shown != null && shown.isReady()) {
            hits.tracks().forEach(id -> shown.trackLookup().track(id).ifPresent(keys::add));
            hits.cpus().forEach(id -> shown.trackLookup().cpu(id).ifPresent(keys::add));
        }
        return keys;
    }

    private void showMinimap(TraceSession session) {
        if (session == shown && session.isReady()) {
            view.marks().setMinimap(session.minimap());
            showFirstPart(session);
            if (view.getScene() != null) {
                view.expectSize(view.getScene().getWidth(), view.getScene().getHeight());
            }
            view.whenIdle().thenRun(BatchThreads::mark);
        }
    }

    /// Resets the view as for a newly opened trace.
    void showFirst() {
        isViewRestored = false;
        view.showSpan(view.bounds());
        if (shown != null && shown.isReady()) {
            showFirstPart(shown);
        }
    }

    /// Shows the most relevant part of the trace first, unless the user has already moved. A second trace follows
    /// the view of the first.
    private void showFirstPart(TraceSession session) {
        if (!slot.isFirst()) {
            return;
        }
        TimeSpan visible = view.visibleSpanProperty().get();
        boolean showsAll = visible.start() <= view.bounds().start()
                && visible.end() >= view.bounds().end();
        if (showsAll && !isViewRestored) {
            view.showSpan(session.firstView());
        }
    }

    /// Restores the time span that was visible when the trace was closed.
    void restoreView(TimeSpan span) {
        isViewRestored = true;
        view.showSpan(span);
    }

    /// Returns the selection for an item. Samples of a computed counter are in no table, so their track is used as
    /// the table.
    static Selection.Event event(TrackItem item) {
        return new Selection.Event(
                item.table().isEmpty() ? ComputedTable.name(item.trackKey()) : item.table(),
                item.id(),
                item.ts(),
                item.isUnfinished() ? -1 : item.durNs());
    }

    private TrackItem item(Selection.Event e, String trackKey, String name) {
        long end = e.dur() < 0 ? view.bounds().end() : e.ts() + e.dur();
        return new TrackItem(trackKey, e.table(), e.id(), e.ts(), end, name, e.dur() < 0);
    }

    private void selectionChanged(TimelineSelection selection) {
        if (isFollowing) {
            return;
        }
        isFollowing = true;
        try {
            slot.selection()
                    .set(
                            switch (selection) {
                                case TimelineSelection.Nothing n -> Selection.NONE;
                                case TimelineSelection.Event(TrackItem item) -> event(item);
                                case TimelineSelection.Events events ->
                                    new Selection.Events(
                                            events.items().stream()
                                                    .map(i -> new Selection.Item(event(i), i.trackKey(), i.name()))
                                                    .toList(),
                                            events.left());
                                case TimelineSelection.Area area ->
                                    new Selection.Area(
                                            area.span().start(), area.span().end(), nodes(area.trackKeys()));
                            });
        } finally {
            isFollowing = false;
        }
    }

    /// Returns the tracks with these keys in display order.
    private List<TrackNode> nodes(Set<String> keys) {
        List<TrackNode> found = new ArrayList<>();
        if (shown != null && shown.tracks() != null) {
            collect(shown.tracks().roots(), keys, found);
        }
        return found;
    }

    private static void collect(List<TrackNode> nodes, Set<String> keys, List<TrackNode> found) {
        for (TrackNode n : nodes) {
            if (keys.contains(n.key())) {
                found.add(n);
            }
            collect(n.children(), keys, found);
        }
    }

    private void showSelection(Selection selection) {
        if (isFollowing) {
            return;
        }
        isFollowing = true;
        try {
            switch (selection) {
                case Selection.None n -> view.clearSelection();
                case Selection.Event e -> view.setSelection(new TimelineSelection.Event(item(e, "", "")));
                case Selection.Events several ->
                    view.setSelection(TimelineSelection.Events.of(
                            several.items().stream()
                                    .map(i -> item(i.event(), i.trackKey(), i.name()))
                                    .toList(),
                            several.unselected()));
                case Selection.Area a ->
                    view.selectionControls()
                            .selectArea(
                                    new TimeSpan(a.start(), a.end()),
                                    a.tracks().stream().map(TrackNode::key).toList());
            }
        } finally {
            isFollowing = false;
        }
    }

    /// Selects an event and scrolls it into view.
    ///
    /// @param trackKey key of its track in the tree
    public void reveal(Selection.Event event, String trackKey) {
        rememberSelection(event, trackKey);
        isFollowing = true;
        reportOutsideWorkspace(trackKey, () -> reveal(event, trackKey));
        try {
            view.reveal(event.table(), event.id(), event.ts(), event.dur(), trackKey);
            slot.selection().set(event);
        } finally {
            isFollowing = false;
        }
    }

    /// Scrolls a track into view.
    public void revealTrack(String key) {
        if (!reportOutsideWorkspace(key, () -> revealTrack(key))) {
            view.tracks().reveal(key);
        }
    }

    /// Reports a track that is not in the current workspace, and offers to show it among all tracks.
    private boolean reportOutsideWorkspace(String trackKey, Runnable retry) {
        boolean isElsewhere = workspaces.current() != null && view.tracks().node(trackKey) == null;
        if (isElsewhere) {
            notices.show(
                    Notices.Severity.INFO,
                    "elsewhere",
                    TimelineTexts.notInWorkspace(workspaces.current().name()),
                    TimelineTexts.SHOW_IN_ALL_TRACKS,
                    () -> {
                        workspaces.show(null);
                        retry.run();
                    });
        } else {
            notices.close("elsewhere");
        }
        return isElsewhere;
    }

    /// Scrolls to the first group whose name or number contains the text.
    public void revealNamed(String text) {
        String lowerCase = text.toLowerCase(Locale.ROOT);
        if (shown != null && shown.tracks() != null) {
            shown.tracks().roots().stream()
                    .filter(n -> n.isGroup()
                            && (n.name() + " " + n.idText())
                                    .toLowerCase(Locale.ROOT)
                                    .contains(lowerCase))
                    .findFirst()
                    .ifPresent(n -> view.tracks().reveal(n.key()));
        }
    }

    private void goToHit(int index) {
        SearchHits hits = slot.search().hitsProperty().get();
        if (index >= 0 && index < hits.size()) {
            slot.navigation().navigator().goTo(hits.table(index), hits.ids()[index]);
        }
    }
}
