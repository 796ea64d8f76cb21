package traceglass.render;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.AccessibleRole;
import javafx.scene.control.TextField;
import javafx.scene.image.WritableImage;
import javafx.scene.layout.Region;
import javafx.scene.text.FontWeight;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;
import traceglass.render.control.Corner;
import traceglass.render.control.RowProxies;
import traceglass.render.control.Tip;
import traceglass.render.frame.FrameLoader;
import traceglass.render.item.ScrollPlace;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.paint.HitTest;
import traceglass.render.picture.PaintState;
import traceglass.render.seek.Neighbours;
import traceglass.render.surface.Fonts;
import traceglass.render.time.Viewport;
import traceglass.render.tree.Areas;
import traceglass.render.tree.TrackTree;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeStyle;

/// The timeline: minimap, time axis, notes, labels and tracks of one trace, in one control.
///
/// Give it a trace with [#setTrace]; while the trace is still being read, hand over newer trees with [#updateTrace].
/// What a person can do with the mouse and with W A S D works by itself; every such action is also a method, for
/// commands, keys and tests. Everything here belongs to the JavaFX thread; data is loaded and folded elsewhere, and the
/// control paints once per pulse, only when something has changed. Times are nanoseconds of the trace's clock.
public final class TimelineView extends Region {

    private static final long KEEP_BYTES =
            Math.min(512L << 20, Runtime.getRuntime().maxMemory() / 6);

    public final PaintState picture = new PaintState();
    final TrackTree tree = new TrackTree();
    final HitTest hitTest = new HitTest(picture);
    final Tip tip = new Tip();
    private final Corner corner = new Corner();
    private final Surfaces surfaces = new Surfaces(picture);
    private final Scroller scroller = new Scroller(this);
    private final RowProxies proxies = new RowProxies();
    private final Mover mover = new Mover(this);
    private final Movement movement = new Movement(this);
    private final Handlers handlers = new Handlers(this, corner);
    private final RowFocus rowFocus = new RowFocus(this);
    private final Reveals reveals = new Reveals(this);
    private final PaintLoop loop = new PaintLoop(this, surfaces);
    private final Marks marks = new Marks(this);
    private final PairControls pair = new PairControls(this);
    private final TrackControls tracks = new TrackControls(this);
    private final Export export = new Export(this);
    private final Arrangement arrangement = new Arrangement(this, corner, proxies);
    private final Interaction interaction;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("timeline-frames").factory());
    private final AtomicBoolean wakePending = new AtomicBoolean();
    private final ReadOnlyObjectWrapper<TimelineSelection> selection =
            new ReadOnlyObjectWrapper<>(this, "selection", TimelineSelection.NOTHING);
    private final ReadOnlyObjectWrapper<TimeSpan> visibleSpan =
            new ReadOnlyObjectWrapper<>(this, "visibleSpan", new TimeSpan(0, 1_000_000_000));
    private final ReadOnlyObjectWrapper<Viewport> viewport =
            new ReadOnlyObjectWrapper<>(this, "viewport", picture.viewport);
    private final ReadOnlyObjectWrapper<Long> hoverTime = new ReadOnlyObjectWrapper<>(this, "hoverTime", null);
    private boolean layoutDirty = true;

    public TimelineView() {
        picture.frames = new FrameLoader(picture.palette, worker, this::wake, KEEP_BYTES);
        picture.frames.setModes(tree::mode);
        picture.frames.setShares(node -> tree.look(node.key()).shared());
        picture.looks = tree::look;
        picture.nodes = tree::node;
        getStyleClass().add("tg-timeline");
        getStylesheets()
                .add(Objects.requireNonNull(TimelineView.class.getResource("timeline.css"))
                        .toExternalForm());
        setAccessibleRole(AccessibleRole.TREE_VIEW);
        setAccessibleText("Timeline");
        setFocusTraversable(true);
        getChildren().addAll(surfaces.tracks, surfaces.overlay, proxies, corner, scroller.bar, tip);
        corner.back.setOnAction(_ -> mover.back());
        corner.forward.setOnAction(_ -> mover.forward());
        corner.expand.setOnAction(_ -> tracks.expandAll());
        corner.collapse.setOnAction(_ -> tracks.collapseAll());
        corner.filter.textProperty().addListener((_, _, text) -> applyFilter(text));
        setTheme(Theme.LIGHT);
        interaction = new Interaction(this);
        interaction.install();
        sceneProperty().addListener((_, _, _) -> changed());
        visibleProperty().addListener((_, _, _) -> changed());
    }

    // ---- what is shown ----

    /// Shows a trace from its beginning to its end and forgets the one before, with all that was opened, pinned and
    /// selected in it.
    public void setTrace(List<TrackNode> roots, TimeSpan bounds, TrackDataSource data) {
        tree.reset();
        picture.frames.setSource(data, true);
        picture.bounds = bounds;
        picture.viewport = Viewport.of(bounds);
        scroller.forgetPlace();
        picture.scrollY = 0;
        picture.pinnedScroll = 0;
        picture.focusedRow = null;
        marks.reset();
        pair.reset();
        reveals.forget();
        mover.reset();
        corner.filter.clear();
        setSelection(TimelineSelection.NOTHING);
        tree.setRoots(roots);
        picture.parents = tree.parents();
        viewportChanged();
        layoutChanged();
    }

    /// Replaces the tree, the bounds and the data of the same trace, as while it is being imported. Scroll
    /// position, open groups, pins, selection and window stay; a window that showed everything goes on showing
    /// everything, and one beside the trace comes back to it. Tracks show what they had until their new data is
    /// there.
    public void updateTrace(List<TrackNode> roots, TimeSpan bounds, TrackDataSource data) {
        boolean all = picture.viewport.start() <= picture.bounds.start()
                && picture.viewport.visible().end() >= picture.bounds.end();
        picture.frames.setSource(data, false);
        picture.bounds = bounds;
        Viewport kept = all ? Viewport.of(bounds) : picture.viewport.within(bounds);
        if (!kept.equals(picture.viewport)) {
            picture.viewport = kept;
            viewportChanged();
        }
        tree.setRoots(roots);
        picture.parents = tree.parents();
        layoutChanged();
    }

    /// The theme of everything in the control.
    public void setTheme(Theme theme) {
        boolean usual = arrangement.isUsualLabelWidth();
        picture.theme = theme;
        picture.palette = Palette.of(theme);
        picture.fonts = new Fonts(theme.scale());
        picture.frames.setPalette(picture.palette);
        tip.setNameFont(picture.fonts.ui(12, FontWeight.SEMI_BOLD).font());
        setStyle(picture.palette.tokens.css() + "-fx-font-family: \"" + Fonts.uiFamily() + "\";");
        if (usual) {
            arrangement.setUsualLabelWidth();
        }
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

    /// How times are written on the axis, in the corner and in tips.
    public void setTimeStyle(TimeStyle style) {
        picture.times = style;
        changed();
    }

    /// What is marked on the tracks and above them.
    public Marks marks() {
        return marks;
    }

    /// The exact visible window; changes with every step of a movement.
    public ReadOnlyObjectProperty<Viewport> viewportProperty() {
        return viewport.getReadOnlyProperty();
    }

    /// What it can do beside another timeline.
    public PairControls pair() {
        return pair;
    }

    void headerShown(boolean shown) {
        corner.setVisible(shown);
        layoutChanged();
    }

    /// What is selected; never null.
    public ReadOnlyObjectProperty<TimelineSelection> selectionProperty() {
        return selection.getReadOnlyProperty();
    }

    public TimelineSelection selection() {
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

    /// Whom it tells what a person asks of it.
    public Handlers handlers() {
        return handlers;
    }

    // ---- selection ----

    /// Selects; nothing moves.
    public void setSelection(TimelineSelection value) {
        picture.selection = value;
        selection.set(value);
        changed();
    }

    public void clearSelection() {
        setSelection(TimelineSelection.NOTHING);
    }

    /// Selects an area. Groups among the keys stand for all tracks in them.
    public void selectArea(TimeSpan span, Collection<String> keys) {
        setSelection(Areas.of(tree, span, keys));
    }

    /// An area over the whole trace: with the tracks of the selected area at first, with all tracks when that is
    /// the case already.
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

    /// Selects the next event (1) or the one before (−1) on the track and row of the selected one, and brings it
    /// into view.
    public void selectNeighbour(int direction) {
        if (!(selection() instanceof TimelineSelection.Event(TrackItem item))) {
            return;
        }
        TrackItem next = Neighbours.of(picture, tree.node(item.trackKey()), item, direction);
        if (next != null) {
            setSelection(new TimelineSelection.Event(next));
            mover.panTo(next.ts(), next.end());
            showRowOf(next);
            handlers.itemClicked(next);
        }
    }

    /// Shows an event: opens the groups it is in, scrolls and pans to it without changing the zoom, and selects it.
    ///
    /// @param table `slice`, `sched`, `thread_state` or `counter`
    /// @param id id in that table
    /// @param ts start, ns
    /// @param durNs duration, or −1 when it never ended
    /// @param trackKey key of its track in the tree
    public void reveal(String table, long id, long ts, long durNs, String trackKey) {
        long end = durNs < 0 ? picture.bounds.end() : ts + durNs;
        reveals.reveal(new TrackItem(trackKey, table, id, ts, end, "", durNs < 0));
    }

    // ---- time ----

    /// Shows exactly this stretch; eases there unless motion is reduced.
    public void zoomTo(TimeSpan span) {
        mover.go(Viewport.of(span).within(picture.reach()));
    }

    /// Shows the stretch at once.
    public void showSpan(TimeSpan span) {
        mover.jump(Viewport.of(span).within(picture.reach()));
    }

    /// What moves the visible window by steps, by keys and to what is selected.
    public Movement movement() {
        return movement;
    }

    // ---- tracks ----

    /// What can be done to the tracks.
    public TrackControls tracks() {
        return tracks;
    }

    /// Scrolls so that this height of all rows, px, is at the top; as far as there are rows.
    public void scrollTo(double y) {
        scroller.scrollTo(y);
    }

    public double scrollY() {
        return picture.scrollY;
    }

    /// What is scrolled to, to be kept; null for the very top.
    public ScrollPlace scrollPlace() {
        return scroller.anchor();
    }

    /// Scrolls to a place that was kept; null for the very top.
    public void scrollTo(ScrollPlace place) {
        scroller.go(place);
    }

    /// Height of all rows, px.
    public double contentHeight() {
        return picture.layout.height();
    }

    /// The field that filters tracks.
    TextField filterField() {
        return corner.filter;
    }

    // ---- pictures ----

    /// Draws what is visible, without what follows the pointer, once it is all there. Fails with an
    /// [IllegalArgumentException] when the picture would be larger than JavaFX can draw.
    ///
    /// @param scale device pixels a px
    public CompletableFuture<WritableImage> toImage(double scale) {
        return export.image(scale);
    }

    /// The same as an SVG file: boxes as boxes, text as text.
    ///
    /// @param detail how many times finer than a px events are told apart
    /// @param title what the picture shows
    public CompletableFuture<String> toSvg(double detail, String title) {
        return export.svg(detail, title);
    }

    // ---- when it is ready ----

    /// Completes, on the JavaFX thread, when everything visible is loaded, folded and painted and nothing moves.
    /// Fails never.
    public CompletableFuture<Void> whenIdle() {
        return loop.whenIdle();
    }

    /// Completes when all tracks that are visible are painted with what is on them. Needs a size, as [#whenIdle]
    /// does.
    public CompletableFuture<Void> whenDrawn() {
        return loop.whenDrawn();
    }

    /// What [#whenIdle] still waits for, in words for the log.
    public String waitsFor() {
        return loop.waitsFor();
    }

    /// Whether nothing moves and nothing is left to paint.
    public boolean isResting() {
        return loop.isResting();
    }

    /// Figures about painting since the last call, for benchmarks.
    public PaintStats stats() {
        return loop.stats();
    }

    /// Ends its worker thread. After that it paints no more; what is still called has no effect that can be seen.
    public void dispose() {
        loop.stop();
        worker.shutdownNow();
    }

    public boolean isDisposed() {
        return worker.isShutdown();
    }

    /// Where a time is, px from the left edge of the control; it may be outside of it.
    public double timeX(long ts) {
        return picture.x(ts);
    }

    /// Height of all that stands above the tracks, px.
    public double headerHeight() {
        return picture.geometry.headerHeight();
    }

    long timeAt(double x) {
        return picture.viewport.timeAt(x - picture.geometry.timeX(), picture.geometry.timeWidth());
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

    /// Width of the column with the labels, px.
    public double labelWidth() {
        return arrangement.labelWidth().get();
    }

    public ReadOnlyDoubleProperty labelWidthProperty() {
        return arrangement.labelWidth().getReadOnlyProperty();
    }

    /// @param width px; kept where there is room for labels and for time
    public void setLabelWidth(double width) {
        arrangement.setLabelWidth(width);
    }

    void setPinnedHeight(double height) {
        arrangement.setPinnedHeight(height);
    }

    public void setViewport(Viewport viewport) {
        picture.viewport = viewport;
        viewportChanged();
    }

    private void viewportChanged() {
        visibleSpan.set(picture.viewport.visible());
        viewport.set(picture.viewport);
        changed();
    }

    private void applyFilter(String text) {
        tree.setFilter(text);
        scroller.forgetPlace();
        picture.scrollY = 0;
        layoutChanged();
        pair.rowsChosen();
    }

    /// Scrolls to the row of an event, as soon as it is laid out.
    void showRowOf(TrackItem item) {
        relayout();
        scroller.bringIntoView(item);
    }

    /// Everything has to be painted again.
    void changed() {
        loop.tracksChanged();
        handlers.changed();
    }

    /// Only what lies over the tracks has to be painted again.
    void overlayChanged() {
        loop.overlayChanged();
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
                loop.arrived();
            });
        }
    }

    @Override
    protected void layoutChildren() {
        surfaces.resize(getWidth(), getHeight());
        layoutDirty = true;
        relayout();
        changed();
        if (getWidth() > 0 && getHeight() > 0) {
            // Folded while everything else is laid out and the window is painted for the first time, so
            // that tracks are in its first picture.
            requestFrames();
        }
    }

    /// Lays rows out where that is due; says whether it was.
    boolean relayout() {
        if (!layoutDirty) {
            return false;
        }
        layoutDirty = false;
        arrangement.arrange();
        return true;
    }

    Arrangement arrangement() {
        return arrangement;
    }

    /// Begins to fold what is visible as if it had this size, unless it has one: the first layout and style of a
    /// window take a tenth of a second, and tracks are there after it when the size is about what it will be.
    public void expectSize(double width, double height) {
        if (getWidth() == 0 && width > 0 && height > 0) {
            resize(width, height);
            layout();
        }
    }

    /// Asks for the frames of the visible tracks in the visible window.
    void requestFrames() {
        picture.frames.request(
                scroller.visibleNodes(),
                scroller.nearNodes(),
                picture.viewport,
                picture.geometry.timeWidth() * Math.max(surfaces.pixelScale(), export.scale()),
                picture.bounds);
        picture.frames.readAhead(scroller.ahead());
    }

    /// Brings what is not painted up to what is about to be.
    void beforePainting() {
        scroller.updateBar();
        proxies.follow(picture);
    }

    /// Nothing moves any more.
    void settled() {
        proxies.settle(picture);
    }

    void showHistory(boolean hasBack, boolean hasForward) {
        corner.setHistory(hasBack, hasForward);
    }

    Scroller scroller() {
        return scroller;
    }

    Mover mover() {
        return mover;
    }

    RowFocus rowFocus() {
        return rowFocus;
    }

    /// Key of the row that the keyboard is on, or null.
    public String focusedRow() {
        Row row = rowFocus.row();
        return row == null ? null : row.node().key();
    }

    Reveals reveals() {
        return reveals;
    }

    Interaction interaction() {
        return interaction;
    }
}
