package traceglass.render.input;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackNode;
import traceglass.render.action.Operations;
import traceglass.render.action.TrackFilterField;
import traceglass.render.box.TooltipText;
import traceglass.render.frame.FrameLoader;
import traceglass.render.item.Note;
import traceglass.render.item.PxPoint;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.mark.TimelineBoxes;
import traceglass.render.model.TimelineModel;
import traceglass.render.model.TimelineRequests;
import traceglass.render.scene.BoxFactory;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.Scenes;
import traceglass.render.time.Viewport;
import traceglass.render.tree.TrackTree;
import traceglass.store.time.TimeSpan;

/// Small timeline without a window, with its controllers. Records their requests to the application, the cursor and the
/// tooltip.
///
/// It shows the time from 2,000 ns to 3,000 ns of a trace of 10,000 ns on 1,000 px. An open group contains the track
/// `a`, with an event of 100 ns every 200 ns, the track `b`, which fails to load, and the counter `c`, whose data never
/// arrives.
final class WindowlessTimeline implements TimelineRequests, PointerFeedback, TrackFilterField {

    static final double LABELS = 200;
    static final PxPoint SCREEN = new PxPoint(7, 8);

    final TimelineModel model = new TimelineModel();
    final TrackTree tree = new TrackTree();
    final Scenes scenes;
    final Operations operations = Operations.of(model, tree, this, this, () -> false);
    final Controllers controllers;
    /// Requests to the application, in order.
    final List<String> requests = new ArrayList<>();
    Long time;
    CursorShape cursor;
    TooltipText tooltip;
    String filterField = "";
    int loadsOfB;
    private final List<Runnable> delayed = new ArrayList<>();

    WindowlessTimeline(String... pinned) {
        this(TimelineBoxes.ALL, pinned);
    }

    /// @param boxes kinds of boxes
    WindowlessTimeline(List<BoxFactory> boxes, String... pinned) {
        scenes = new Scenes(model, boxes);
        controllers = Controllers.of(scenes, new HitTest(scenes), operations, this, this);
        model.setFrames(new FrameLoader(model.palette(), Runnable::run, () -> {}, Long.MAX_VALUE));
        model.frames().setSource(node -> data(node.key()), true);
        model.tracks().setNodes(tree::node);
        model.tracks().setCounterStyles(tree::counterStyle);
        List<TrackNode> tracks = List.of(
                TrackNode.of("a", new SliceTrack(List.of(1L), 1), "a"),
                TrackNode.of("b", new SliceTrack(List.of(2L), 1), "b"),
                TrackNode.of("c", new CounterTrack(3, ""), "c"));
        tree.setRoots(List.of(new TrackNode("group", TrackGroup.GROUP, "group", "", List.of(), "", "", true, tracks)));
        for (String key : pinned) {
            tree.setPinned(key, true);
        }
        model.tracks().setParents(tree.parents());
        model.setBounds(new TimeSpan(0, 10_000));
        model.setViewport(new Viewport(2_000, 0, 1_000));
        operations.arrangement().setSize(LABELS + 1_000, 500);
        operations.arrangement().setLabelWidth(LABELS);
        load();
    }

    /// Lays out, loads and folds the tracks.
    void load() {
        for (int i = 0; i < 3; i++) {
            operations.arrangement().update();
            operations.frames().send();
            model.frames().drain();
            if (model.frames().takeHeightChange()) {
                model.changes().markLayout();
            }
        }
        operations.arrangement().update();
    }

    private CompletableFuture<TrackData> data(String key) {
        if (key.equals("b")) {
            loadsOfB++;
            return CompletableFuture.failedFuture(new IllegalStateException("no such table"));
        }
        return key.equals("a") ? CompletableFuture.completedFuture(slices()) : new CompletableFuture<>();
    }

    private static SliceData slices() {
        int n = 50;
        long[] id = new long[n];
        long[] ts = new long[n];
        long[] end = new long[n];
        for (int i = 0; i < n; i++) {
            id[i] = i;
            ts[i] = i * 200L;
            end[i] = ts[i] + 100;
        }
        String[] names = {"x"};
        return new SliceData(new int[] {0, n}, id, ts, end, new int[n], new int[n], new byte[n], names, names);
    }

    Row row(String key) {
        operations.arrangement().update();
        return model.layout().row(key);
    }

    /// Middle of a row on the timeline, px.
    double y(String key) {
        Row row = row(key);
        return model.top(row, false) + row.height() / 2;
    }

    /// Position of a time on the timeline, px.
    double x(long ts) {
        return model.x(ts);
    }

    static PointerEvent event(double x, double y, PointerEvent.Button button, String keys, int clicks) {
        return new PointerEvent(
                x, y, SCREEN, button, keys.contains("shift"), keys.contains("shortcut"), keys.contains("alt"), clicks);
    }

    void click(double x, double y, String keys, int clicks) {
        controllers.pointer().onPressed(event(x, y, PointerEvent.Button.PRIMARY, keys, clicks));
        controllers.pointer().onReleased(event(x, y, PointerEvent.Button.PRIMARY, keys, clicks));
    }

    void click(double x, double y) {
        click(x, y, "", 1);
    }

    /// Presses the primary button at one point and moves to another one without releasing it.
    void dragWithoutRelease(double x0, double y0, double x1, double y1, String keys) {
        controllers.pointer().onPressed(event(x0, y0, PointerEvent.Button.PRIMARY, keys, 1));
        controllers.pointer().onDragged(event((x0 + x1) / 2, (y0 + y1) / 2, PointerEvent.Button.PRIMARY, keys, 1));
        controllers.pointer().onDragged(event(x1, y1, PointerEvent.Button.PRIMARY, keys, 1));
    }

    void drag(double x0, double y0, double x1, double y1, String keys) {
        dragWithoutRelease(x0, y0, x1, y1, keys);
        controllers.pointer().onReleased(event(x1, y1, PointerEvent.Button.PRIMARY, keys, 1));
    }

    /// Runs all delayed actions.
    void runDelayedActions() {
        List<Runnable> due = List.copyOf(delayed);
        delayed.clear();
        due.forEach(Runnable::run);
    }

    @Override
    public void itemClicked(TrackItem item) {
        requests.add("clicked " + item.ts());
    }

    @Override
    public void openItemMenu(TrackItem item, TrackNode node, PxPoint screen) {
        requests.add("menu of " + item.ts() + " on " + node.key() + " at " + screen);
    }

    @Override
    public void openTrackMenu(TrackNode node, PxPoint screen) {
        requests.add("menu of " + node.key() + " at " + screen);
    }

    @Override
    public PxPoint toScreen(double x, double y) {
        return new PxPoint(x + 1_000, y + 1_000);
    }

    @Override
    public void noteClicked(Note note) {
        requests.add("note " + note.id());
    }

    @Override
    public void addNote(long ts) {
        requests.add("new note at " + ts);
    }

    @Override
    public void time(Long ts) {
        time = ts;
    }

    @Override
    public void cursor(CursorShape shape) {
        cursor = shape;
    }

    @Override
    public void showTooltip(TooltipText text, double x, double y) {
        tooltip = text;
    }

    @Override
    public void hideTooltip() {
        tooltip = null;
    }

    @Override
    public boolean isTooltipShown() {
        return tooltip != null;
    }

    @Override
    public Delay delay(long millis, Runnable action) {
        return new Delay() {
            @Override
            public void restart() {
                stop();
                delayed.add(action);
            }

            @Override
            public void stop() {
                delayed.remove(action);
            }
        };
    }

    @Override
    public void later(Runnable action) {
        action.run();
    }

    @Override
    public void setFilter(String text) {
        filterField = text;
    }

    @Override
    public void setFilterPrompt(String text) {}

    @Override
    public void focusFilter() {}
}
