package traceglass.render;

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
import traceglass.render.color.TokenCss;
import traceglass.render.control.CornerControls;
import traceglass.render.control.RowProxies;
import traceglass.render.control.TooltipBox;
import traceglass.render.frame.FrameLoader;
import traceglass.render.item.ScrollPlace;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.Scenes;
import traceglass.render.surface.Fonts;
import traceglass.render.text.TimelineViewTexts;
import traceglass.render.time.Viewport;
import traceglass.render.tree.TrackTree;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeStyle;

/// Timeline control for one trace: minimap, time axis, notes, labels and tracks.
///
/// Pass a trace to [#setTrace]; while it is still being imported, pass newer trees to [#updateTrace]. The mouse
/// and the keys W A S D work without further setup; every such action is also a method, for commands, keys and
/// tests. All methods are called on the JavaFX thread. On other threads, data is loaded and folded: events are
/// merged into as many boxes as there are pixels (see [traceglass.render.frame]). The control paints once per
/// pulse, only when something has changed. Times are nanoseconds of the trace's clock.
public final class TimelineView extends Region {

    private static final long KEEP_BYTES =
            Math.min(512L << 20, Runtime.getRuntime().maxMemory() / 6);

    public final TimelineModel model = new TimelineModel();
    final TrackTree tree = new TrackTree();
    final Scenes scenes = new Scenes(model);
    final HitTest hitTest = new HitTest(scenes);
    final TooltipBox tooltip = new TooltipBox();
    private final CornerControls corner = new CornerControls();
    private final Surfaces surfaces = new Surfaces(scenes);
    private final Scroller scroller = new Scroller(this);
    private final RowProxies proxies = new RowProxies();
    private final ViewportMover mover = new ViewportMover(this);
    private final Movement movement = new Movement(this);
    private final Handlers handlers = new Handlers(this, corner);
    private final RowFocus rowFocus = new RowFocus(this);
    private final PendingReveal reveals = new PendingReveal(this);
    private final PaintLoop loop = new PaintLoop(this, surfaces);
    private final Marks marks = new Marks(this);
    private final PairControls pair = new PairControls(this);
    private final TrackControls tracks = new TrackControls(this);
    private final SelectionControls selecting = new SelectionControls(this);
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
            new ReadOnlyObjectWrapper<>(this, "viewport", model.viewport());
    private final ReadOnlyObjectWrapper<Long> hoverTime = new ReadOnlyObjectWrapper<>(this, "hoverTime", null);
    private boolean layoutDirty = true;

    public TimelineView() {
        model.setFrames(new FrameLoader(model.palette(), worker, this::wake, KEEP_BYTES));
        model.frames().setModes(tree::mode);
        model.frames().setShares(node -> tree.counterLook(node.key()).shared());
        model.tracks().setLooks(tree::counterLook);
        model.tracks().setNodes(tree::node);
        getStyleClass().add("tg-timeline");
        getStylesheets()
                .add(Objects.requireNonNull(TimelineView.class.getResource("timeline.css"))
                        .toExternalForm());
        setAccessibleRole(AccessibleRole.TREE_VIEW);
        setAccessibleText(TimelineViewTexts.TIMELINE);
        setFocusTraversable(true);
        getChildren().addAll(surfaces.tracks, surfaces.overlay, proxies, corner, scroller.bar, tooltip);
        corner.back.setOnAction(_ -> mover.back());
        corner.forward.setOnAction(_ -> mover.forward());
        corner.expand.setOnAction(_ -> tracks.expandAll());
        corner.collapse.setOnAction(_ -> tracks.collapseAll());
        corner.filter.textProperty().addListener((_, _, text) -> tracks.applyFilter(text));
        corner.clear.setOnAction(_ -> tracks.setFilter(""));
        setTheme(Theme.LIGHT);
        interaction = new Interaction(this);
        interaction.install();
        sceneProperty().addListener((_, _, _) -> changed());
        visibleProperty().addListener((_, _, _) -> changed());
    }

    // ---- trace and appearance ----

    /// Shows a trace from its start to its end and discards all state of the previous one, such as open groups,
    /// pins and the selection.
    public void setTrace(List<TrackNode> roots, TimeSpan bounds, TrackDataSource data) {
        tree.reset();
        model.frames().setSource(data, true);
        model.setBounds(bounds);
        model.setViewport(Viewport.of(bounds));
        scroller.releasePosition();
        model.setScrollY(0);
        model.setPinnedScroll(0);
        model.highlights().setFocusedRow(null);
        marks.reset();
        pair.reset();
        reveals.forget();
        mover.reset();
        corner.filter.clear();
        setSelection(TimelineSelection.NOTHING);
        tree.setRoots(roots);
        model.tracks().setParents(tree.parents());
        viewportChanged();
        layoutChanged();
    }

    /// Replaces the tree, the bounds and the data of the same trace, for example during an import. Scroll position,
    /// open groups, pins, selection and window stay. A window that showed the whole trace continues to do so, and
    /// one outside of the trace returns to it, unless a second trace is shown with this one. Tracks keep their old
    /// content until the new data is loaded.
    public void updateTrace(List<TrackNode> roots, TimeSpan bounds, TrackDataSource data) {
        boolean all = model.viewport().start() <= model.bounds().start()
                && model.viewport().visible().end() >= model.bounds().end();
        model.frames().setSource(data, false);
        model.setBounds(bounds);
        // The other trace of a pair may be shown where this one has no data yet.
        Viewport kept = pair.isPaired()
                ? model.viewport()
                : all ? Viewport.of(bounds) : model.viewport().within(bounds);
        if (!kept.equals(model.viewport())) {
            model.setViewport(kept);
            viewportChanged();
        }
        tree.setRoots(roots);
        model.tracks().setParents(tree.parents());
        layoutChanged();
    }

    /// Sets the theme of the whole control.
    public void setTheme(Theme theme) {
        boolean isDefaultWidth = arrangement.hasDefaultLabelWidth();
        model.setTheme(theme);
        model.frames().setPalette(model.palette());
        tooltip.setNameFont(model.fonts().ui(12, FontWeight.SEMI_BOLD).font());
        setStyle(TokenCss.of(model.palette().tokens) + "-fx-font-family: \"" + Fonts.uiFamily() + "\";");
        if (isDefaultWidth) {
            arrangement.setDefaultLabelWidth();
        }
        layoutChanged();
        requestLayout();
    }

    public Theme theme() {
        return model.theme();
    }

    /// Colors in use, for legends, state bars and grids around the timeline.
    public Palette palette() {
        return model.palette();
    }

    /// Sets the number of device pixels per px; 2 keeps pictures of twice the size sharp.
    public void setPixelScale(double scale) {
        surfaces.setPixelScale(scale);
        requestLayout();
        changed();
    }

    /// Sets the time format of the axis, the corner and tooltips.
    public void setTimeStyle(TimeStyle style) {
        model.setTimes(style);
        changed();
    }

    /// Marks on and above the tracks.
    public Marks marks() {
        return marks;
    }

    /// Exact visible window; changes with every step of a movement.
    public ReadOnlyObjectProperty<Viewport> viewportProperty() {
        return viewport.getReadOnlyProperty();
    }

    /// Settings for showing this timeline together with a second one.
    public PairControls pair() {
        return pair;
    }

    void headerShown(boolean shown) {
        corner.setVisible(shown);
        layoutChanged();
    }

    /// The selection; never null.
    public ReadOnlyObjectProperty<TimelineSelection> selectionProperty() {
        return selection.getReadOnlyProperty();
    }

    public TimelineSelection selection() {
        return selection.get();
    }

    /// Visible time, rounded outwards to nanoseconds.
    public ReadOnlyObjectProperty<TimeSpan> visibleSpanProperty() {
        return visibleSpan.getReadOnlyProperty();
    }

    /// Time under the pointer, or null if it is not over the tracks or the axis.
    public ReadOnlyObjectProperty<Long> hoverTimeProperty() {
        return hoverTime.getReadOnlyProperty();
    }

    /// Exact visible window.
    public Viewport viewport() {
        return model.viewport();
    }

    public TimeSpan bounds() {
        return model.bounds();
    }

    /// Callbacks for requests of the user.
    public Handlers handlers() {
        return handlers;
    }

    // ---- selection ----

    /// Sets the selection without moving the window.
    public void setSelection(TimelineSelection value) {
        if (!value.equals(model.selection())) {
            mover.keep();
        }
        showSelection(value);
    }

    void showSelection(TimelineSelection value) {
        model.setSelection(value);
        selection.set(value);
        changed();
    }

    public void clearSelection() {
        setSelection(TimelineSelection.NOTHING);
    }

    /// Selects areas and neighbors of the selection.
    public SelectionControls selecting() {
        return selecting;
    }

    /// Shows an event: opens the groups that contain it, scrolls and pans to it without changing the zoom, and
    /// selects it.
    ///
    /// @param table `slice`, `sched`, `thread_state` or `counter`
    /// @param id id in that table
    /// @param ts start, ns
    /// @param durNs duration, or −1 if it never ended
    /// @param trackKey key of its track in the tree
    public void reveal(String table, long id, long ts, long durNs, String trackKey) {
        long end = durNs < 0 ? model.bounds().end() : ts + durNs;
        reveals.reveal(new TrackItem(trackKey, table, id, ts, end, "", durNs < 0));
    }

    // ---- time ----

    /// Shows exactly this span; eases there unless motion is reduced.
    public void zoomTo(TimeSpan span) {
        mover.go(Viewport.of(span).within(model.reach()));
    }

    /// Shows the span at once.
    public void showSpan(TimeSpan span) {
        mover.jump(Viewport.of(span).within(model.reach()));
    }

    /// Moves the visible window by steps, by keys and to the selection.
    public Movement movement() {
        return movement;
    }

    // ---- tracks ----

    /// Operations on tracks.
    public TrackControls tracks() {
        return tracks;
    }

    /// Scrolls so that `y` px of all rows is at the top, as far as there are rows.
    public void scrollTo(double y) {
        scroller.scrollTo(y);
    }

    public double scrollY() {
        return model.scrollY();
    }

    /// Scroll position to be saved; null for the very top.
    public ScrollPlace scrollPlace() {
        return scroller.anchor();
    }

    /// Scrolls to a saved position; null for the very top.
    public void scrollTo(ScrollPlace place) {
        scroller.go(place);
    }

    /// Height of all rows, px.
    public double contentHeight() {
        return model.layout().height();
    }

    /// Field of the track filter.
    TextField filterField() {
        return corner.filter;
    }

    // ---- pictures ----

    /// Draws the visible part, without the pointer's overlay, once everything is loaded. Fails with an
    /// [IllegalArgumentException] if the picture is larger than JavaFX can draw.
    ///
    /// @param scale device pixels per px
    public CompletableFuture<WritableImage> toImage(double scale) {
        return export.image(scale);
    }

    /// Draws the visible part as an SVG file with real boxes and text.
    ///
    /// @param detail how many times finer than a px events are resolved
    /// @param title description of the picture
    public CompletableFuture<String> toSvg(double detail, String title) {
        return export.svg(detail, title);
    }

    // ---- readiness ----

    /// Completes, on the JavaFX thread, when everything visible is loaded, folded and painted and nothing moves.
    /// Never fails.
    public CompletableFuture<Void> whenIdle() {
        return loop.whenIdle();
    }

    /// Completes when all visible tracks are painted with their data. Needs a size, as [#whenIdle] does.
    public CompletableFuture<Void> whenDrawn() {
        return loop.whenDrawn();
    }

    /// Describes the work that [#whenIdle] is still waiting for, for the log.
    public String pendingWork() {
        return loop.pendingWork();
    }

    /// Whether nothing moves and nothing is left to paint.
    public boolean isResting() {
        return loop.isResting();
    }

    /// Statistics of painting since the last call, for benchmarks.
    public PaintStats stats() {
        return loop.stats();
    }

    /// Stops the worker thread. The control then paints no more; later calls have no visible effect.
    public void dispose() {
        loop.stop();
        worker.shutdownNow();
    }

    public boolean isDisposed() {
        return worker.isShutdown();
    }

    /// Position of a time, px from the left edge of the control; may be outside of it.
    public double timeX(long ts) {
        return model.x(ts);
    }

    /// Height of everything above the tracks, px.
    public double headerHeight() {
        return model.geometry().headerHeight();
    }

    long timeAt(double x) {
        return model.viewport()
                .timeAt(x - model.geometry().timeX(), model.geometry().timeWidth());
    }

    /// Updates for a new pointer time: labels of visible counters show other values.
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

    /// Width of the label column, px.
    public double labelWidth() {
        return arrangement.labelWidth().get();
    }

    public ReadOnlyDoubleProperty labelWidthProperty() {
        return arrangement.labelWidth().getReadOnlyProperty();
    }

    /// @param width px; clamped so that both labels and time have room
    public void setLabelWidth(double width) {
        arrangement.setLabelWidth(width);
    }

    void setPinnedHeight(double height) {
        arrangement.setPinnedHeight(height);
    }

    public void setViewport(Viewport viewport) {
        model.setViewport(viewport);
        viewportChanged();
    }

    private void viewportChanged() {
        visibleSpan.set(model.viewport().visible());
        viewport.set(model.viewport());
        changed();
    }

    /// Scrolls to the row of an event as soon as it is laid out.
    void showRowOf(TrackItem item) {
        relayout();
        scroller.bringIntoView(item);
    }

    /// Requests a repaint of everything.
    void changed() {
        loop.tracksChanged();
        handlers.changed();
    }

    /// Requests a repaint of the overlay only.
    void overlayChanged() {
        loop.overlayChanged();
    }

    void layoutChanged() {
        layoutDirty = true;
        changed();
    }

    /// Schedules a check of the worker's results. Called from any thread.
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
            // Folding runs while the window is laid out and painted for the first time, so that its first
            // picture already has tracks.
            requestFrames();
        }
    }

    /// Lays out the rows if needed; returns whether it did.
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

    /// Starts folding for an expected size, unless the control already has one. The first layout and styling of a
    /// window take a tenth of a second; with about the right size, tracks are ready afterwards.
    public void expectSize(double width, double height) {
        if (getWidth() == 0 && width > 0 && height > 0) {
            resize(width, height);
            layout();
        }
    }

    /// Requests frames of the visible tracks for the visible window.
    void requestFrames() {
        model.frames()
                .request(
                        scroller.visibleNodes(),
                        scroller.nearNodes(),
                        model.viewport(),
                        model.geometry().timeWidth() * Math.max(surfaces.pixelScale(), export.scale()),
                        model.bounds());
        model.frames().readAhead(scroller.ahead());
    }

    /// Updates the scroll bar and the accessible labels before painting.
    void beforePainting() {
        scroller.updateBar();
        proxies.follow(scenes.scene(), model.painting().nowNs());
    }

    /// Called when all movement has ended.
    void settled() {
        proxies.settle(scenes.scene(), model.painting().nowNs());
    }

    void showHistory(boolean hasBack, boolean hasForward) {
        corner.setHistory(hasBack, hasForward);
    }

    Scroller scroller() {
        return scroller;
    }

    ViewportMover mover() {
        return mover;
    }

    RowFocus rowFocus() {
        return rowFocus;
    }

    /// Key of the row with the keyboard focus, or null.
    public String focusedRow() {
        Row row = rowFocus.row();
        return row == null ? null : row.node().key();
    }

    PendingReveal reveals() {
        return reveals;
    }

    Interaction interaction() {
        return interaction;
    }
}
