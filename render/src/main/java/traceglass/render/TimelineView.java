package traceglass.render;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Orientation;
import javafx.geometry.Point2D;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.text.FontWeight;
import javafx.scene.transform.Scale;
import traceglass.model.time.TimeSpan;
import traceglass.model.track.MinimapData;
import traceglass.model.track.SliceData;
import traceglass.model.track.TrackDataSource;
import traceglass.model.track.TrackKind;
import traceglass.model.track.TrackNode;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;
import traceglass.render.frame.FrameLoader;
import traceglass.render.item.Flow;
import traceglass.render.item.Note;
import traceglass.render.item.Selection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.paint.Bands;
import traceglass.render.paint.Events;
import traceglass.render.paint.Fonts;
import traceglass.render.paint.Geometry;
import traceglass.render.paint.HitTest;
import traceglass.render.paint.OverlayPainter;
import traceglass.render.paint.Painter;
import traceglass.render.paint.Pen;
import traceglass.render.paint.Picture;
import traceglass.render.time.Viewport;

/// The timeline: minimap, time axis, notes, labels and tracks of one trace, in one control.
///
/// Give it a trace with [#setTrace]; while the trace is still being read, hand over newer trees with [#updateTrace]. What a person can
/// do with the mouse and with W A S D works by itself; every such action is also a method, for commands, keys and tests. Everything
/// here belongs to the JavaFX thread; data is loaded and folded elsewhere, and the control paints once per pulse, only when something
/// has changed. Times are nanoseconds of the trace's clock.
public final class TimelineView extends Region {

    private static final double LABEL_WIDTH = 280;
    private static final long KEEP_BYTES = Math.min(512L << 20, Runtime.getRuntime().maxMemory() / 6);

    /// Directions in which a held key moves the window.
    public enum Move {
        LEFT(-1, 0), RIGHT(1, 0), ZOOM_IN(0, 1), ZOOM_OUT(0, -1);

        final int pan;
        final int zoom;

        Move(int pan, int zoom) {
            this.pan = pan;
            this.zoom = zoom;
        }
    }

    final Picture picture = new Picture();
    final TrackTree tree = new TrackTree();
    final Motion motion = new Motion();
    final HitTest hitTest = new HitTest(picture);
    final Tip tip = new Tip();
    private final Corner corner = new Corner();
    private final Canvas tracksCanvas = new Canvas();
    private final Canvas overlayCanvas = new Canvas();
    private final ScrollBar scrollBar = new ScrollBar();
    private final RowProxies proxies = new RowProxies();
    private final Interaction interaction;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("timeline-frames").factory());
    private final AtomicBoolean wakePending = new AtomicBoolean();
    private final ReadOnlyObjectWrapper<Selection> selection = new ReadOnlyObjectWrapper<>(this, "selection", Selection.NOTHING);
    private final ReadOnlyObjectWrapper<TimeSpan> visibleSpan = new ReadOnlyObjectWrapper<>(this, "visibleSpan", new TimeSpan(0, 1_000_000_000));
    private final ReadOnlyObjectWrapper<Long> hoverTime = new ReadOnlyObjectWrapper<>(this, "hoverTime", null);
    private final List<CompletableFuture<Void>> idleWaiters = new ArrayList<>();
    private Map<KeyCode, Move> moveKeys = Map.of(KeyCode.W, Move.ZOOM_IN, KeyCode.S, Move.ZOOM_OUT, KeyCode.A, Move.LEFT, KeyCode.D, Move.RIGHT);
    private final Deque<Viewport> backViews = new ArrayDeque<>();
    private final Deque<Viewport> forwardViews = new ArrayDeque<>();
    private final PaintStats stats = new PaintStats();
    private Viewport settledView;
    private Painter painter;
    private OverlayPainter overlay;
    private Pen trackPen;
    private Pen overlayPen;
    private double pixelScale = 1;
    private double labelWidth = LABEL_WIDTH;
    private double pinnedWish = -1;
    private boolean tracksDirty = true;
    private boolean overlayDirty = true;
    private boolean layoutDirty = true;
    private boolean scrollBarMoving;
    private boolean bodyWanted;
    private TrackItem pendingReveal;
    private Consumer<TrackItem> onItemClicked = _ -> { };
    private BiConsumer<TrackNode, Point2D> onTrackMenu = (_, _) -> { };
    private LongConsumer onNoteWanted = _ -> { };
    private Consumer<Note> onNoteClicked = _ -> { };

    private final AnimationTimer timer = new AnimationTimer() {
        @Override
        public void handle(long now) {
            tick();
        }
    };
    private boolean timerRuns;

    public TimelineView() {
        picture.frames = new FrameLoader(picture.palette, worker, this::wake, KEEP_BYTES);
        getStyleClass().add("tg-timeline");
        getStylesheets().add(Objects.requireNonNull(TimelineView.class.getResource("timeline.css")).toExternalForm());
        setAccessibleRole(AccessibleRole.TREE_VIEW);
        setAccessibleText("Timeline");
        setFocusTraversable(true);
        scrollBar.setOrientation(Orientation.VERTICAL);
        scrollBar.getStyleClass().add("tg-scroll");
        scrollBar.setFocusTraversable(false);
        tracksCanvas.setMouseTransparent(true);
        overlayCanvas.setMouseTransparent(true);
        getChildren().addAll(tracksCanvas, overlayCanvas, proxies, corner, scrollBar, tip);
        scrollBar.valueProperty().addListener((_, _, value) -> {
            if (!scrollBarMoving) {
                scrollTo(value.doubleValue());
            }
        });
        corner.back.setOnAction(_ -> back());
        corner.forward.setOnAction(_ -> forward());
        corner.expand.setOnAction(_ -> expandAll());
        corner.collapse.setOnAction(_ -> collapseAll());
        corner.filter.textProperty().addListener((_, _, text) -> applyFilter(text));
        setTheme(Theme.LIGHT);
        setPixelScale(1);
        interaction = new Interaction(this);
        interaction.install();
        sceneProperty().addListener((_, _, _) -> changed());
        visibleProperty().addListener((_, _, _) -> changed());
    }

    // ---- what is shown ----

    /// Shows a trace from its beginning to its end and forgets the one before, with all that was opened, pinned and selected in it.
    public void setTrace(List<TrackNode> roots, TimeSpan bounds, TrackDataSource data) {
        tree.reset();
        picture.frames.setSource(data, true);
        picture.bounds = bounds;
        picture.viewport = Viewport.of(bounds);
        picture.scrollY = 0;
        picture.pinnedScroll = 0;
        picture.flows = List.of();
        picture.notes = List.of();
        picture.searchHits = new long[0];
        picture.minimap = null;
        picture.losses = List.of();
        backViews.clear();
        forwardViews.clear();
        settledView = null;
        pendingReveal = null;
        motion.stopEasing();
        motion.releaseAll();
        corner.filter.clear();
        setSelection(Selection.NOTHING);
        tree.setRoots(roots);
        picture.parents = tree.parents();
        viewportChanged();
        layoutChanged();
    }

    /// Replaces the tree, the bounds and the data of the same trace, as while it is being imported. Scroll position, open groups, pins,
    /// selection and window stay; a window that showed everything goes on showing everything. Tracks show what they had until their new
    /// data is there.
    public void updateTrace(List<TrackNode> roots, TimeSpan bounds, TrackDataSource data) {
        boolean all = picture.viewport.start() <= picture.bounds.start() && picture.viewport.visible().end() >= picture.bounds.end();
        picture.frames.setSource(data, false);
        picture.bounds = bounds;
        if (all) {
            picture.viewport = Viewport.of(bounds);
            viewportChanged();
        }
        tree.setRoots(roots);
        picture.parents = tree.parents();
        layoutChanged();
    }

    /// The theme of everything in the control.
    public void setTheme(Theme theme) {
        picture.theme = theme;
        picture.palette = Palette.of(theme);
        picture.fonts = new Fonts(theme.scale());
        picture.frames.setPalette(picture.palette);
        tip.setNameFont(picture.fonts.ui(12, FontWeight.SEMI_BOLD).font());
        setStyle(picture.palette.tokens.css() + "-fx-font-family: \"" + Fonts.uiFamily() + "\";");
        layoutChanged();
        requestLayout();
    }

    public Theme theme() {
        return picture.theme;
    }

    /// The colours in use, for legends, state bars and grids beside the timeline.
    public Palette palette() {
        return picture.palette;
    }

    /// How many device pixels a px of the control is painted with. 2 makes pictures of twice the size sharp.
    public void setPixelScale(double scale) {
        pixelScale = scale;
        for (Canvas canvas : List.of(tracksCanvas, overlayCanvas)) {
            canvas.getTransforms().setAll(new Scale(1 / scale, 1 / scale));
        }
        trackPen = new Pen(tracksCanvas.getGraphicsContext2D(), scale);
        overlayPen = new Pen(overlayCanvas.getGraphicsContext2D(), scale);
        painter = new Painter(picture, trackPen);
        overlay = new OverlayPainter(picture, overlayPen);
        requestLayout();
        changed();
    }

    /// What the minimap shows; null for nothing.
    public void setMinimap(MinimapData minimap) {
        picture.minimap = minimap;
        changed();
    }

    /// Stretches in which data was lost; hatched on the minimap.
    public void setDataLosses(List<TimeSpan> losses) {
        picture.losses = List.copyOf(losses);
        changed();
    }

    /// Times of search hits, ascending; shown as ticks on the minimap.
    public void setSearchHits(long[] times) {
        picture.searchHits = times.clone();
        changed();
    }

    /// Arrows drawn while a slice is selected: the application gives those of the selected slice.
    public void setFlows(List<Flow> flows) {
        picture.flows = List.copyOf(flows);
        overlayChanged();
    }

    /// Flags and spans in the notes strip.
    public void setNotes(List<Note> notes) {
        picture.notes = List.copyOf(notes);
        changed();
    }

    // ---- what the application observes ----

    /// What is selected; never null.
    public ReadOnlyObjectProperty<Selection> selectionProperty() {
        return selection.getReadOnlyProperty();
    }

    public Selection selection() {
        return selection.get();
    }

    /// The visible stretch of time, rounded outwards to nanoseconds.
    public ReadOnlyObjectProperty<TimeSpan> visibleSpanProperty() {
        return visibleSpan.getReadOnlyProperty();
    }

    /// The time under the pointer, or null when it is not over time.
    public ReadOnlyObjectProperty<Long> hoverTimeProperty() {
        return hoverTime.getReadOnlyProperty();
    }

    /// The exact visible window.
    public Viewport viewport() {
        return picture.viewport;
    }

    public TimeSpan bounds() {
        return picture.bounds;
    }

    /// Called when a person clicks an event, after it was selected.
    public void setOnItemClicked(Consumer<TrackItem> handler) {
        onItemClicked = handler;
    }

    /// Called when a person asks for the menu of a track; the point is on the screen.
    public void setOnTrackMenu(BiConsumer<TrackNode, Point2D> handler) {
        onTrackMenu = handler;
    }

    /// Called with a time when a person clicks an empty place of the notes strip.
    public void setOnNoteWanted(LongConsumer handler) {
        onNoteWanted = handler;
    }

    /// Called when a person clicks a flag or a span.
    public void setOnNoteClicked(Consumer<Note> handler) {
        onNoteClicked = handler;
    }

    // ---- selection ----

    /// Selects; nothing moves.
    public void setSelection(Selection value) {
        picture.selection = value;
        selection.set(value);
        changed();
    }

    public void clearSelection() {
        setSelection(Selection.NOTHING);
    }

    /// Selects an area. Groups among the keys stand for all tracks in them.
    public void selectArea(TimeSpan span, Collection<String> keys) {
        Set<String> tracks = new LinkedHashSet<>();
        for (String key : keys) {
            TrackNode node = tree.node(key);
            if (node != null) {
                tracks.addAll(tree.tracksOf(node));
            }
        }
        setSelection(new Selection.Area(span, tracks));
    }

    /// An area over the whole trace: with the tracks of the selected area at first, with all tracks when that is the case already.
    public void selectAll() {
        if (selection() instanceof Selection.Area area && !area.trackKeys().isEmpty() && !area.span().equals(picture.bounds)) {
            setSelection(new Selection.Area(picture.bounds, area.trackKeys()));
        } else {
            selectArea(picture.bounds, tree.roots().stream().map(TrackNode::key).toList());
        }
    }

    /// Turns the selected event into the area it covers on its track.
    public void selectionToArea() {
        if (selection() instanceof Selection.Event(TrackItem item)) {
            selectArea(new TimeSpan(item.ts(), Math.max(item.ts() + 1, item.end())), List.of(item.trackKey()));
        }
    }

    /// Adds a track, or all of a group, to the selected area, or takes it out.
    public void toggleInArea(String key) {
        TrackNode node = tree.node(key);
        if (node != null && selection() instanceof Selection.Area area) {
            Set<String> keys = new LinkedHashSet<>(area.trackKeys());
            List<String> tracks = tree.tracksOf(node);
            if (keys.containsAll(tracks)) {
                tracks.forEach(keys::remove);
            } else {
                keys.addAll(tracks);
            }
            setSelection(new Selection.Area(area.span(), keys));
        }
    }

    /// Selects the next event (1) or the one before (−1) on the track and row of the selected one, and brings it into view.
    public void selectNeighbour(int direction) {
        if (!(selection() instanceof Selection.Event(TrackItem item))) {
            return;
        }
        TrackItem next = Neighbours.of(picture, tree.node(item.trackKey()), item, direction);
        if (next != null) {
            setSelection(new Selection.Event(next));
            panTo(next.ts(), next.end());
            bringRowIntoView(next);
            onItemClicked.accept(next);
        }
    }

    /// Shows an event: opens the groups it is in, scrolls and pans to it without changing the zoom, and selects it.
    ///
    /// @param table    `slice`, `sched`, `thread_state` or `counter`
    /// @param id       id in that table
    /// @param ts       start, ns
    /// @param durNs    duration, or −1 when it never ended
    /// @param trackKey key of its track in the tree
    public void reveal(String table, long id, long ts, long durNs, String trackKey) {
        long end = durNs < 0 ? picture.bounds.end() : ts + durNs;
        TrackItem item = new TrackItem(trackKey, table, id, ts, end, "", durNs < 0);
        if (tree.openAncestors(trackKey)) {
            layoutChanged();
        }
        pendingReveal = item;
        setSelection(new Selection.Event(item));
        panTo(ts, end);
        changed();
    }

    /// Scrolls to a track and opens the groups it is in.
    public void revealTrack(String key) {
        tree.openAncestors(key);
        relayout();
        Row row = picture.layout.row(key);
        if (row != null) {
            bringIntoView(row.y(), row.bottom());
        }
    }

    // ---- time ----

    /// Shows exactly this stretch; eases there unless motion is reduced.
    public void zoomTo(TimeSpan span) {
        go(Viewport.of(span).within(picture.bounds));
    }

    /// Shows the stretch at once.
    public void showSpan(TimeSpan span) {
        motion.stopEasing();
        setViewport(Viewport.of(span).within(picture.bounds));
    }

    /// Shows the whole trace.
    public void zoomToFit() {
        zoomTo(picture.bounds);
    }

    /// Makes the selection 80 % of the window; an instant gets a window of a five hundredth of what is visible.
    public void focusSelection() {
        TimeSpan span = picture.selection.span();
        if (span == null) {
            return;
        }
        if (picture.selection instanceof Selection.Event(TrackItem item)) {
            bringRowIntoView(item);
        }
        double length = span.durNs() == 0 ? picture.viewport.spanNs() / 500 : span.durNs() / .8;
        double middle = span.durNs() / 2.0;
        go(Viewport.at(span.start(), middle - Math.max(length, Viewport.MIN_SPAN_NS) / 2, Math.max(length, Viewport.MIN_SPAN_NS)).within(picture.bounds));
    }

    /// Moves the window by a share of its length; 1 is a whole window to the right.
    public void panBy(double windows) {
        go(target().pan(windows * target().spanNs(), picture.bounds));
    }

    /// Zooms around the pointer, or the middle when it is elsewhere; a factor below 1 zooms in.
    public void zoomBy(double factor) {
        go(target().zoom(factor, anchorX(), picture.geometry.timeWidth(), picture.bounds));
    }

    /// Starts moving as while a key is held down: an instant step first, then growing speed until [#stopMove].
    public void startMove(Move move) {
        motion.press(move, System.nanoTime());
        changed();
    }

    public void stopMove(Move move) {
        motion.release(move);
    }

    /// Which keys move the window while they are held: W, A, S and D at first. For other keyboards, give the keys in their places.
    public void setMoveKeys(Map<KeyCode, Move> keys) {
        moveKeys = Map.copyOf(keys);
    }

    Map<KeyCode, Move> moveKeys() {
        return moveKeys;
    }

    /// The window before the last one.
    public void back() {
        if (!backViews.isEmpty()) {
            forwardViews.push(picture.viewport);
            settledView = backViews.pop();
            go(settledView);
        }
    }

    public void forward() {
        if (!forwardViews.isEmpty()) {
            backViews.push(picture.viewport);
            settledView = forwardViews.pop();
            go(settledView);
        }
    }

    // ---- tracks ----

    public void expand(String key) {
        tree.setOpen(key, true);
        layoutChanged();
    }

    public void collapse(String key) {
        tree.setOpen(key, false);
        layoutChanged();
    }

    public void toggle(String key) {
        TrackNode node = tree.node(key);
        if (node != null) {
            tree.setOpen(key, !tree.isOpen(node));
            layoutChanged();
        }
    }

    public boolean isExpanded(String key) {
        TrackNode node = tree.node(key);
        return node != null && tree.isOpen(node);
    }

    /// Opens or closes every group for which the test holds.
    public void setExpanded(Predicate<TrackNode> which, boolean open) {
        tree.setOpenWhere(which, open);
        layoutChanged();
    }

    /// Opens every group whose name or number contains the text, in any case, and the groups these are in.
    public void expandMatching(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        Predicate<TrackNode> named = node -> (node.name() + " " + node.idText()).toLowerCase(Locale.ROOT).contains(wanted);
        tree.setOpenWhere(named, true);
        for (String key : List.copyOf(tree.parents().keySet())) {
            TrackNode node = tree.node(key);
            if (named.test(node)) {
                tree.openAncestors(key);
            }
        }
        layoutChanged();
    }

    public void expandAll() {
        setExpanded(_ -> true, true);
    }

    public void collapseAll() {
        setExpanded(_ -> true, false);
    }

    /// Shows a track at the top, too, or no longer.
    public void setPinned(String key, boolean pinned) {
        tree.setPinned(key, pinned);
        layoutChanged();
    }

    public boolean isPinned(String key) {
        return tree.pinned().contains(key);
    }

    /// Shows a slice track with 3 px a depth and no labels, or as usual.
    public void setFlat(String key, boolean flat) {
        tree.setFlat(key, flat);
        layoutChanged();
    }

    public boolean isFlat(String key) {
        return tree.flat().contains(key);
    }

    /// Makes a counter 1, 2, 4, 8, 16 or 32 times as high as usual.
    public void setCounterFactor(String key, int factor) {
        tree.setFactor(key, factor);
        layoutChanged();
    }

    public int counterFactor(String key) {
        return tree.factor(key);
    }

    /// Keeps tracks whose name or number contains one of the terms, which commas separate; empty keeps all.
    public void setFilter(String text) {
        corner.filter.setText(text);
    }

    /// Puts the keyboard into the filter field.
    public void focusFilter() {
        corner.filter.requestFocus();
    }

    /// Tries again to load a track that failed.
    public void retry(String key) {
        picture.frames.retry(key);
        changed();
    }

    /// Keys of the rows in order from the top, those below the window too.
    public List<String> rowKeys() {
        relayout();
        return picture.layout.rows().stream().map(row -> row.node().key()).toList();
    }

    /// The node of a key, or null.
    public TrackNode node(String key) {
        return tree.node(key);
    }

    public void scrollTo(double y) {
        double limit = Math.max(0, picture.layout.height() + 40 - picture.geometry.tracksHeight());
        double value = Math.round(Math.clamp(y, 0, limit));
        if (value != picture.scrollY) {
            picture.scrollY = value;
            changed();
        }
    }

    public double scrollY() {
        return picture.scrollY;
    }

    /// Height of all rows, px.
    public double contentHeight() {
        return picture.layout.height();
    }

    // ---- when it is ready ----

    /// Completes, on the JavaFX thread, when everything visible is loaded, folded and painted and nothing moves. Fails never.
    public CompletableFuture<Void> whenIdle() {
        CompletableFuture<Void> future = new CompletableFuture<>();
        idleWaiters.add(future);
        changed();
        return future;
    }

    /// Figures about painting since the last call, for benchmarks.
    PaintStats stats() {
        return stats;
    }

    /// Ends its worker thread. The control must not be used after that.
    public void dispose() {
        timer.stop();
        worker.shutdownNow();
    }

    // ---- inside ----

    void itemClicked(TrackItem item) {
        onItemClicked.accept(item);
    }

    void trackMenu(TrackNode node, Point2D screen) {
        onTrackMenu.accept(node, screen);
    }

    void noteClicked(double x) {
        for (Note note : picture.notes) {
            double a = picture.x(note.start());
            double b = note.isFlag() ? a + 12 : picture.x(note.end());
            if (x >= a - 2 && x <= b + 2) {
                onNoteClicked.accept(note);
                return;
            }
        }
        onNoteWanted.accept(timeAt(x));
    }

    long timeAt(double x) {
        return picture.viewport.timeAt(x - picture.geometry.timeX(), picture.geometry.timeWidth());
    }

    double anchorX() {
        Geometry geometry = picture.geometry;
        double x = picture.pointerX - geometry.timeX();
        return Double.isNaN(x) || x < 0 || x > geometry.timeWidth() ? geometry.timeWidth() / 2 : x;
    }

    /// The pointer stands at another time: labels of visible counters show other values.
    void pointerMoved() {
        boolean counters = false;
        double bottom = picture.scrollY + picture.geometry.tracksHeight();
        List<Row> rows = picture.layout.rows();
        for (int i = picture.layout.indexAt(picture.scrollY); i < rows.size() && rows.get(i).y() < bottom && !counters; i++) {
            counters = rows.get(i).node().kind() == TrackKind.COUNTER;
        }
        counters |= picture.layout.pinned().stream().anyMatch(row -> row.node().kind() == TrackKind.COUNTER);
        if (counters) {
            changed();
        } else {
            overlayChanged();
        }
    }

    void setHoverTime(Long ts) {
        hoverTime.set(ts);
    }

    double labelWidth() {
        return labelWidth;
    }

    void setLabelWidth(double width) {
        labelWidth = Math.clamp(width, 100, Math.max(100, Math.min(1000, getWidth() - 100)));
        requestLayout();
        changed();
    }

    void setPinnedHeight(double height) {
        pinnedWish = height;
        layoutChanged();
    }

    private Viewport target() {
        return motion.target() == null ? picture.viewport : motion.target();
    }

    private void go(Viewport target) {
        if (picture.theme.reducedMotion() || getScene() == null || getScene().getWindow() == null) {
            motion.stopEasing();
            setViewport(target);
        } else {
            motion.easeTo(picture.viewport, target, System.nanoTime());
            changed();
        }
    }

    void setViewport(Viewport viewport) {
        picture.viewport = viewport;
        viewportChanged();
    }

    private void viewportChanged() {
        visibleSpan.set(picture.viewport.visible());
        changed();
    }

    /// Pans so that the stretch, or its start when it is too long, is visible with a margin of a tenth; the zoom stays.
    private void panTo(long ts, long end) {
        Viewport view = target();
        double margin = view.spanNs() * .1;
        double from = (double) (ts - view.start()) - view.fraction();
        double to = (double) (end - view.start()) - view.fraction();
        if (from >= margin && to <= view.spanNs() - margin || from <= 0 && to >= view.spanNs()) {
            return;
        }
        boolean fits = to - from <= view.spanNs() - 2 * margin;
        double shift = fits ? (from + to) / 2 - view.spanNs() / 2 : from - margin;
        go(view.pan(shift, picture.bounds));
    }

    private void applyFilter(String text) {
        tree.setFilter(text);
        picture.scrollY = 0;
        layoutChanged();
    }

    private void bringRowIntoView(TrackItem item) {
        relayout();
        Row row = picture.layout.row(item.trackKey());
        if (row == null) {
            return;
        }
        FrameLoader.Entry entry = picture.frames.entry(item.trackKey());
        if (entry != null && entry.data() instanceof SliceData data) {
            int event = Events.find(data, item.id(), item.ts());
            if (event >= 0) {
                Bands bands = Bands.of(picture, row, data.rows());
                double top = row.y() + bands.top(Events.rowOf(data, event));
                bringIntoView(top - 4, top + bands.height() + 4);
                return;
            }
        }
        bringIntoView(row.y(), Math.min(row.bottom(), row.y() + 60));
    }

    private void bringIntoView(double top, double bottom) {
        double sticky = 2 * 26 * picture.theme.scale();
        double height = picture.geometry.tracksHeight();
        if (top < picture.scrollY + sticky) {
            scrollTo(top - Math.max(sticky, height * .2));
        } else if (bottom > picture.scrollY + height) {
            scrollTo(bottom - height * .8);
        }
    }

    /// Everything has to be painted again.
    void changed() {
        tracksDirty = true;
        overlayChanged();
    }

    /// Only what lies over the tracks has to be painted again.
    void overlayChanged() {
        overlayDirty = true;
        if (!timerRuns) {
            timerRuns = true;
            timer.start();
        }
    }

    void layoutChanged() {
        layoutDirty = true;
        changed();
    }

    /// From any thread: something has come back from the worker.
    private void wake() {
        if (wakePending.compareAndSet(false, true)) {
            Platform.runLater(() -> {
                wakePending.set(false);
                changed();
            });
        }
    }

    @Override
    protected void layoutChildren() {
        double width = getWidth();
        double height = getHeight();
        for (Canvas canvas : List.of(tracksCanvas, overlayCanvas)) {
            canvas.setWidth(Math.ceil(width * pixelScale));
            canvas.setHeight(Math.ceil(height * pixelScale));
            canvas.relocate(0, 0);
        }
        layoutDirty = true;
        relayout();
        changed();
    }

    private void relayout() {
        if (!layoutDirty) {
            return;
        }
        layoutDirty = false;
        Layout before = picture.layout;
        int anchor = before.indexAt(picture.scrollY);
        String anchorKey = anchor < before.rows().size() && picture.scrollY > 0 ? before.rows().get(anchor).node().key() : null;
        double inside = anchorKey == null ? 0 : picture.scrollY - before.rows().get(anchor).y();
        picture.layout = tree.layout(picture.theme, picture.frames::rows);
        picture.flat = tree.flat();
        if (anchorKey != null && picture.layout.row(anchorKey) != null) {
            picture.scrollY = picture.layout.row(anchorKey).y() + inside;
        }
        double available = Math.max(0, getHeight() - 80 * picture.theme.scale());
        double wish = pinnedWish >= 0 ? Math.min(pinnedWish, available * .8) : available * .4;
        double pinned = picture.layout.pinned().isEmpty() ? 0 : Math.round(Math.max(24, Math.min(picture.layout.pinnedHeight() + 1, wish)));
        picture.geometry = new Geometry(getWidth(), getHeight(), labelWidth, pinned, picture.theme.scale());
        picture.pinnedScroll = Math.clamp(picture.pinnedScroll, 0, Math.max(0, picture.layout.pinnedHeight() + 1 - pinned));
        Geometry geometry = picture.geometry;
        double limit = Math.max(0, picture.layout.height() + 40 - geometry.tracksHeight());
        picture.scrollY = Math.clamp(picture.scrollY, 0, limit);
        corner.resizeRelocate(0, 0, labelWidth, geometry.headerHeight());
        corner.place(geometry);
        proxies.resizeRelocate(0, 0, getWidth(), getHeight());
        scrollBar.resizeRelocate(geometry.width() - 10, geometry.tracksTop(), 10, geometry.tracksHeight());
        changed();
    }

    void scrollPinned(double by) {
        double limit = Math.max(0, picture.layout.pinnedHeight() + 1 - picture.geometry.pinned());
        picture.pinnedScroll = Math.clamp(picture.pinnedScroll + by, 0, limit);
        changed();
    }

    private void updateScrollBar() {
        double limit = Math.max(0, picture.layout.height() + 40 - picture.geometry.tracksHeight());
        scrollBarMoving = true;
        scrollBar.setVisible(picture.layout.height() > picture.geometry.tracksHeight());
        scrollBar.setMax(limit);
        scrollBar.setValue(picture.scrollY);
        double total = picture.layout.height() + 40;
        scrollBar.setVisibleAmount(total <= 0 ? limit : limit * picture.geometry.tracksHeight() / total);
        scrollBar.setUnitIncrement(54);
        scrollBar.setBlockIncrement(picture.geometry.tracksHeight() * .9);
        scrollBarMoving = false;
    }

    /// The nodes that are visible: the pinned ones and those scrolled to.
    private List<TrackNode> visibleNodes() {
        Layout layout = picture.layout;
        List<TrackNode> nodes = new ArrayList<>();
        for (Row row : layout.pinned()) {
            addWanted(row, nodes);
        }
        addWanted(picture.scrollY, picture.scrollY + picture.geometry.tracksHeight(), nodes);
        return nodes;
    }

    /// Those that the next turn of the wheel may bring into view.
    private List<TrackNode> nearNodes() {
        List<TrackNode> nodes = new ArrayList<>();
        double height = picture.geometry.tracksHeight();
        addWanted(picture.scrollY + height, picture.scrollY + 2 * height, nodes);
        addWanted(picture.scrollY - height / 2, picture.scrollY, nodes);
        return nodes;
    }

    private void addWanted(double from, double to, List<TrackNode> nodes) {
        List<Row> rows = picture.layout.rows();
        for (int i = picture.layout.indexAt(from); i < rows.size() && rows.get(i).y() < to; i++) {
            addWanted(rows.get(i), nodes);
        }
    }

    private static void addWanted(Row row, List<TrackNode> nodes) {
        if (!row.node().isGroup() || row.summary()) {
            nodes.add(row.node());
        }
    }

    private void tick() {
        long begin = System.nanoTime();
        picture.nowNs = begin;
        if (picture.frames.drain()) {
            layoutDirty = true;
            tracksDirty = true;
            overlayDirty = true;
        }
        relayout();
        if (motion.isMoving()) {
            setViewport(motion.step(picture.viewport, begin, anchorX(), picture.geometry.timeWidth(), picture.bounds));
            interaction.viewportMoved();
        }
        boolean sized = getWidth() > 0 && getHeight() > 0;
        if (sized) {
            settleReveal();
            picture.frames.request(visibleNodes(), nearNodes(), picture.viewport, picture.geometry.timeWidth() * pixelScale, picture.bounds);
        }
        bodyWanted = tracksDirty;
        if (sized && tracksDirty) {
            tracksDirty = false;
            updateScrollBar();
            trackPen.gc().setTransform(pixelScale, 0, 0, pixelScale, 0, 0);
            painter.paint();
            proxies.show(picture);
            corner.back.setDisable(backViews.isEmpty());
            corner.forward.setDisable(forwardViews.isEmpty());
        }
        if (sized && overlayDirty) {
            overlayDirty = false;
            overlayPen.gc().setTransform(pixelScale, 0, 0, pixelScale, 0, 0);
            overlay.paint();
        }
        if (bodyWanted) {
            stats.frame(System.nanoTime() - begin, picture.blankRows > 0 && !picture.layout.rows().isEmpty());
        }
        rest(sized);
    }

    /// Once the data of a revealed event is there, its place within the track is known.
    private void settleReveal() {
        if (pendingReveal == null) {
            return;
        }
        TrackItem item = pendingReveal;
        bringRowIntoView(item);
        FrameLoader.Entry entry = picture.frames.entry(item.trackKey());
        if (entry != null && entry.data() instanceof SliceData data) {
            pendingReveal = null;
            int event = Events.find(data, item.id(), item.ts());
            boolean still = selection() instanceof Selection.Event(TrackItem selected) && selected == item;
            if (event >= 0 && still) {
                setSelection(new Selection.Event(HitTest.item(tree.node(item.trackKey()), data, event)));
            }
        } else if (entry != null && (entry.error() != null || entry.data() != null) || tree.node(item.trackKey()) == null) {
            pendingReveal = null;
        }
    }

    /// Stops the timer when nothing is left to do, and tells those who wait for that.
    private void rest(boolean sized) {
        if (tracksDirty || overlayDirty || motion.isMoving() || interaction.isTicking()) {
            return;
        }
        boolean complete = !sized || picture.frames.isComplete();
        if (!complete && picture.blankRows > 0) {
            // A part that stays unknown says so after a moment.
            tracksDirty = true;
            return;
        }
        timer.stop();
        timerRuns = false;
        if (!complete) {
            return;
        }
        rememberView();
        if (sized) {
            List<CompletableFuture<Void>> waiters = List.copyOf(idleWaiters);
            idleWaiters.clear();
            waiters.forEach(waiter -> waiter.complete(null));
        }
    }

    private void rememberView() {
        if (interaction.isDragging()) {
            return;
        }
        if (settledView != null && !settledView.equals(picture.viewport)) {
            backViews.push(settledView);
            forwardViews.clear();
            while (backViews.size() > 100) {
                backViews.removeLast();
            }
            corner.back.setDisable(false);
            corner.forward.setDisable(true);
        }
        settledView = picture.viewport;
    }
}
