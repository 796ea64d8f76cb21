package traceglass.render;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import javafx.geometry.Point2D;
import javafx.scene.AccessibleRole;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.text.FontWeight;
import traceglass.model.time.TimeSpan;
import traceglass.model.track.MinimapData;
import traceglass.model.track.TrackDataSource;
import traceglass.model.track.TrackNode;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;
import traceglass.render.frame.FrameLoader;
import traceglass.render.item.Flow;
import traceglass.render.item.Note;
import traceglass.render.item.Selection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.paint.Fonts;
import traceglass.render.paint.Geometry;
import traceglass.render.paint.HitTest;
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
    private final Surfaces surfaces = new Surfaces(picture);
    private final Scroller scroller = new Scroller(this);
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
    private final ViewHistory history = new ViewHistory();
    private final PaintStats stats = new PaintStats();
    private double labelWidth = LABEL_WIDTH;
    private double pinnedWish = -1;
    private boolean tracksDirty = true;
    private boolean overlayDirty = true;
    private boolean layoutDirty = true;
    private TrackItem pendingReveal;
    private Consumer<TrackItem> onItemClicked = _ -> { };
    private BiConsumer<TrackNode, Point2D> onTrackMenu = new TrackMenu(this)::show;
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
        getChildren().addAll(surfaces.tracks, surfaces.overlay, proxies, corner, scroller.bar, tip);
        corner.back.setOnAction(_ -> back());
        corner.forward.setOnAction(_ -> forward());
        corner.expand.setOnAction(_ -> expandAll());
        corner.collapse.setOnAction(_ -> collapseAll());
        corner.filter.textProperty().addListener((_, _, text) -> applyFilter(text));
        setTheme(Theme.LIGHT);
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
        history.clear();
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
        surfaces.setPixelScale(scale);
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

    /// Called when a person asks for the menu of a track, in place of the timeline's own; the point is on the screen.
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
        setSelection(Areas.of(tree, span, keys));
    }

    /// An area over the whole trace: with the tracks of the selected area at first, with all tracks when that is the case already.
    public void selectAll() {
        setSelection(Areas.all(tree, selection(), picture.bounds));
    }

    /// Turns the selected event into the area it covers on its track.
    public void selectionToArea() {
        setSelection(Areas.ofEvent(tree, selection()));
    }

    /// Adds a track, or all of a group, to the selected area, or takes it out.
    public void toggleInArea(String key) {
        setSelection(Areas.toggled(tree, selection(), key));
    }

    /// Selects the next event (1) or the one before (−1) on the track and row of the selected one, and brings it into view.
    public void selectNeighbour(int direction) {
        if (!(selection() instanceof Selection.Event(TrackItem item))) {
            return;
        }
        TrackItem next = Neighbours.of(picture, tree.node(item.trackKey()), item, direction);
        if (next != null) {
            setSelection(new Selection.Event(next));
            go(Aim.pan(target(), next.ts(), next.end(), picture.bounds));
            showRowOf(next);
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
        go(Aim.pan(target(), ts, end, picture.bounds));
        changed();
    }

    /// Scrolls to a track and opens the groups it is in.
    public void revealTrack(String key) {
        tree.openAncestors(key);
        relayout();
        Row row = picture.layout.row(key);
        if (row != null) {
            scroller.bringIntoView(row.y(), row.bottom());
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
            showRowOf(item);
        }
        go(Aim.focus(picture.viewport, span, picture.bounds));
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
        goIfThere(history.goBack(picture.viewport));
    }

    public void forward() {
        goIfThere(history.goForward(picture.viewport));
    }

    private void goIfThere(Viewport viewport) {
        if (viewport != null) {
            go(viewport);
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
        tree.openMatching(text);
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

    /// Scrolls so that this height of all rows, px, is at the top; as far as there are rows.
    public void scrollTo(double y) {
        scroller.scrollTo(y);
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

    /// Ends its worker thread. After that it paints no more; what is still called has no effect that can be seen.
    public void dispose() {
        timer.stop();
        timerRuns = true; // It is never started again.
        worker.shutdownNow();
    }

    void itemClicked(TrackItem item) {
        onItemClicked.accept(item);
    }

    void trackMenu(TrackNode node, Point2D screen) {
        onTrackMenu.accept(node, screen);
    }

    void noteClicked(double x) {
        Note note = hitTest.noteAt(x);
        if (note != null) {
            onNoteClicked.accept(note);
        } else {
            onNoteWanted.accept(timeAt(x));
        }
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
        if (scroller.showsCounters()) {
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

    private void applyFilter(String text) {
        tree.setFilter(text);
        picture.scrollY = 0;
        layoutChanged();
    }

    private void showRowOf(TrackItem item) {
        relayout();
        scroller.bringIntoView(item);
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
        surfaces.resize(getWidth(), getHeight());
        layoutDirty = true;
        relayout();
        changed();
    }

    private void relayout() {
        if (!layoutDirty) {
            return;
        }
        layoutDirty = false;
        Scroller.Anchor anchor = scroller.anchor();
        picture.layout = tree.layout(picture.theme, picture.frames::rows);
        picture.flat = tree.flat();
        scroller.restore(anchor);
        picture.geometry = Geometry.of(getWidth(), getHeight(), labelWidth, pinnedWish, picture.layout, picture.theme.scale());
        Geometry geometry = picture.geometry;
        picture.pinnedScroll = Math.clamp(picture.pinnedScroll, 0, Math.max(0, picture.layout.pinnedHeight() + 1 - geometry.pinned()));
        scroller.keepInside();
        corner.resizeRelocate(0, 0, labelWidth, geometry.headerHeight());
        corner.place(geometry);
        proxies.resizeRelocate(0, 0, getWidth(), getHeight());
        scroller.place();
        changed();
    }

    void scrollPinned(double by) {
        double limit = Math.max(0, picture.layout.pinnedHeight() + 1 - picture.geometry.pinned());
        picture.pinnedScroll = Math.clamp(picture.pinnedScroll + by, 0, limit);
        changed();
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
            picture.frames.request(scroller.visibleNodes(), scroller.nearNodes(), picture.viewport, picture.geometry.timeWidth() * surfaces.pixelScale(), picture.bounds);
        }
        boolean painted = sized && tracksDirty;
        if (painted) {
            tracksDirty = false;
            scroller.updateBar();
            surfaces.paintTracks();
            proxies.show(picture);
        }
        if (sized && overlayDirty) {
            overlayDirty = false;
            surfaces.paintOverlay();
        }
        if (painted) {
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
        scroller.bringIntoView(item);
        FrameLoader.Entry entry = picture.frames.entry(item.trackKey());
        boolean known = entry != null && (entry.index() != null || entry.error() != null);
        if (!known && picture.layout.row(item.trackKey()) != null) {
            return;
        }
        pendingReveal = null;
        // The name and the exact end are in the data; whoever asked may not have known them.
        TrackItem found = known ? Neighbours.of(picture, tree.node(item.trackKey()), item, 0) : null;
        if (found != null && selection() instanceof Selection.Event(TrackItem selected) && selected == item) {
            setSelection(new Selection.Event(found));
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
        if (!interaction.isDragging()) {
            history.settle(picture.viewport);
            corner.setHistory(history.hasBack(), history.hasForward());
        }
        if (sized) {
            List<CompletableFuture<Void>> waiters = List.copyOf(idleWaiters);
            idleWaiters.clear();
            waiters.forEach(waiter -> waiter.complete(null));
        }
    }
}
