package traceglass.render;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.AccessibleRole;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackNode;
import traceglass.render.action.Marks;
import traceglass.render.action.MoveDirection;
import traceglass.render.action.Operations;
import traceglass.render.action.PairControls;
import traceglass.render.action.SelectionControls;
import traceglass.render.action.TrackControls;
import traceglass.render.action.ViewportControls;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;
import traceglass.render.color.TokenCss;
import traceglass.render.control.CornerControls;
import traceglass.render.control.TooltipBox;
import traceglass.render.font.Weight;
import traceglass.render.frame.FrameLoader;
import traceglass.render.input.Controllers;
import traceglass.render.item.ScrollPosition;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.mark.TimelineBoxes;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.Scenes;
import traceglass.render.surface.InstalledFonts;
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

    private static final long CACHE_BYTES =
            Math.min(160L << 20, Runtime.getRuntime().maxMemory() / 6);

    public final TimelineModel model = new TimelineModel(new InstalledFonts());
    final TrackTree tree = new TrackTree();
    final Scenes scenes = TimelineBoxes.scenes(model);
    final HitTest hitTest = new HitTest(scenes);
    private final CornerControls corner = new CornerControls();
    private final Handlers handlers = new Handlers(this, corner);
    final Operations operations = Operations.of(model, tree, handlers, corner, this::isOnScreen);
    private final TimelineNodes nodes = new TimelineNodes(scenes, operations.scrolling(), corner);
    final TooltipBox tooltip = nodes.tooltip;
    private final Surfaces surfaces = new Surfaces(scenes);
    private final KeyTranslator keys;
    private final PaintLoop loop;
    private final Export export;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("timeline-frames").factory());
    private final AtomicBoolean isWakePending = new AtomicBoolean();
    private final ReadOnlyObjectWrapper<TimelineSelection> selection =
            new ReadOnlyObjectWrapper<>(this, "selection", TimelineSelection.NOTHING);
    private final ReadOnlyObjectWrapper<TimeSpan> visibleSpan =
            new ReadOnlyObjectWrapper<>(this, "visibleSpan", new TimeSpan(0, 1_000_000_000));
    private final ReadOnlyObjectWrapper<Viewport> viewport =
            new ReadOnlyObjectWrapper<>(this, "viewport", model.viewport());
    private final ReadOnlyObjectWrapper<Long> hoverTime = new ReadOnlyObjectWrapper<>(this, "hoverTime", null);
    private final ReadOnlyDoubleWrapper labelWidth = new ReadOnlyDoubleWrapper(
            this, "labelWidth", operations.arrangement().labelWidth());
    private final ReadOnlyStringWrapper unmatched = new ReadOnlyStringWrapper(this, "unmatched", "");

    public TimelineView() {
        model.setFrames(new FrameLoader(model.palette(), worker, this::wake, CACHE_BYTES));
        model.frames().setModes(tree::mode);
        model.frames().setSharedScales(node -> tree.counterStyle(node.key()).sharesScale());
        model.tracks().setCounterStyles(tree::counterStyle);
        model.tracks().setNodes(tree::node);
        getStyleClass().add("tg-timeline");
        getStylesheets()
                .add(Objects.requireNonNull(TimelineView.class.getResource("timeline.css"))
                        .toExternalForm());
        setAccessibleRole(AccessibleRole.TREE_VIEW);
        setAccessibleText(TimelineViewTexts.TIMELINE);
        setFocusTraversable(true);
        getChildren().addAll(surfaces.tracks, surfaces.overlay, nodes.proxies, corner, nodes.bar, nodes.tooltip);
        corner.back.setOnAction(_ -> operations.viewportControls().goBack());
        corner.forward.setOnAction(_ -> operations.viewportControls().forward());
        corner.expand.setOnAction(_ -> operations.tracks().expandAll());
        corner.collapse.setOnAction(_ -> operations.tracks().collapseAll());
        corner.filter
                .textProperty()
                .addListener((_, _, text) -> operations.tracks().setFilter(text));
        corner.clear.setOnAction(_ -> operations.tracks().setFilter(""));
        PointerNodes feedback = new PointerNodes(this, nodes.tooltip, hoverTime::set);
        Controllers controllers = Controllers.of(scenes, hitTest, operations, handlers, feedback);
        loop = new PaintLoop(model, operations, controllers.hoverTracker(), surfaces, nodes);
        export = new Export(model, operations.arrangement(), operations.frames(), loop);
        model.changes().setOnChange(this::updateProperties);
        operations.arrangement().setOnArranged(this::onArranged);
        setTheme(Theme.LIGHT);
        new PointerTranslator(this, controllers.pointer(), controllers.hoverTracker(), controllers.wheel()).install();
        keys = new KeyTranslator(
                this,
                corner.filter,
                controllers.keys(),
                controllers.focus(),
                operations.viewportControls(),
                operations.mover());
        keys.install();
        widthProperty().addListener(_ -> operations.arrangement().setSize(getWidth(), getHeight()));
        heightProperty().addListener(_ -> operations.arrangement().setSize(getWidth(), getHeight()));
        sceneProperty().addListener((_, _, _) -> model.changes().markTracks());
        visibleProperty().addListener((_, _, _) -> model.changes().markTracks());
    }

    private boolean isOnScreen() {
        return getScene() != null && getScene().getWindow() != null;
    }

    private void onArranged() {
        nodes.layOut();
        unmatched.set(operations.tracks().unmatched());
    }

    /// Updates the properties after a change of the model.
    private void updateProperties() {
        if (selection.get() != model.selection()) {
            selection.set(model.selection());
        }
        if (viewport.get() != model.viewport()) {
            visibleSpan.set(model.viewport().visible());
            viewport.set(model.viewport());
        }
        labelWidth.set(operations.arrangement().labelWidth());
        handlers.notifyChange();
    }

    // ---- trace and appearance ----

    /// Shows a trace from its start to its end and discards all state of the previous one, such as open groups,
    /// pins and the selection.
    public void setTrace(List<TrackNode> roots, TimeSpan bounds, TrackDataSource data) {
        tree.reset();
        model.frames().setSource(data, true);
        model.setBounds(bounds);
        operations.scrolling().releasePosition();
        model.setScrollY(0);
        model.setPinnedScroll(0);
        model.highlights().setFocusedRow(null);
        operations.marks().reset();
        operations.pair().reset();
        operations.reveals().cancel();
        operations.steps().reset();
        operations.mover().reset();
        operations.tracks().setFilter("");
        clearSelection();
        tree.setRoots(roots);
        model.tracks().setParents(tree.parents());
        model.setViewport(Viewport.of(bounds));
        model.changes().markLayout();
    }

    /// Replaces the tree, the bounds and the data of the same trace, for example during an import. Scroll position,
    /// open groups, pins, selection and window stay. A window that showed the whole trace continues to do so, and
    /// one outside the trace returns to it, unless a second trace is shown with this one. Tracks keep their old
    /// content until the new data is loaded.
    public void updateTrace(List<TrackNode> roots, TimeSpan bounds, TrackDataSource data) {
        boolean showsAll = model.viewport().start() <= model.bounds().start()
                && model.viewport().visible().end() >= model.bounds().end();
        model.frames().setSource(data, false);
        model.setBounds(bounds);
        // The other trace of a pair may be shown where this one has no data yet.
        Viewport restored = operations.pair().isPaired()
                ? model.viewport()
                : showsAll ? Viewport.of(bounds) : model.viewport().clampTo(bounds);
        if (!restored.equals(model.viewport())) {
            operations.mover().set(restored);
        }
        tree.setRoots(roots);
        model.tracks().setParents(tree.parents());
        model.changes().markLayout();
    }

    /// Sets the theme of the whole control.
    public void setTheme(Theme theme) {
        boolean isDefaultWidth = operations.arrangement().hasDefaultLabelWidth();
        model.setTheme(theme);
        model.frames().setPalette(model.palette());
        tooltip.setNameFont(
                InstalledFonts.font(model.fonts().ui(12, Weight.SEMI_BOLD).face()));
        setStyle(TokenCss.of(model.palette().tokens) + "-fx-font-family: \""
                + model.fonts().uiFamily() + "\";");
        if (isDefaultWidth) {
            operations.arrangement().setDefaultLabelWidth();
        }
        model.changes().markLayout();
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
        operations.frames().setScreenScale(scale);
        requestLayout();
        model.changes().markTracks();
    }

    /// Sets the time format of the axis, the corner and tooltips.
    public void setTimeStyle(TimeStyle style) {
        model.setTimes(style);
        model.changes().markTracks();
    }

    /// Marks on and above the tracks.
    public Marks marks() {
        return operations.marks();
    }

    /// Exact visible window; changes with every step of a movement.
    public ReadOnlyObjectProperty<Viewport> viewportProperty() {
        return viewport.getReadOnlyProperty();
    }

    /// Settings for showing this timeline together with a second one.
    public PairControls pair() {
        return operations.pair();
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

    /// The filter text while no track matches it, else empty.
    public ReadOnlyStringProperty unmatchedProperty() {
        return unmatched.getReadOnlyProperty();
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
        operations.selectionControls().select(value);
    }

    public void clearSelection() {
        setSelection(TimelineSelection.NOTHING);
    }

    /// Selects areas and neighbors of the selection.
    public SelectionControls selectionControls() {
        return operations.selectionControls();
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
        operations.reveals().reveal(new TrackItem(trackKey, table, id, ts, end, "", durNs < 0));
    }

    // ---- time ----

    /// Shows exactly this span; eases there unless motion is reduced.
    public void zoomTo(TimeSpan span) {
        operations.viewportControls().zoomTo(span);
    }

    /// Shows the span immediately.
    public void showSpan(TimeSpan span) {
        operations.mover().jumpTo(span);
    }

    /// Moves the visible window by steps, by keys and to the selection.
    public ViewportControls viewportControls() {
        return operations.viewportControls();
    }

    /// Sets the keys that move the window while held; the default is W, A, S and D. For other keyboard layouts,
    /// pass the keys at the same positions.
    public void setMoveKeys(Map<KeyCode, MoveDirection> moves) {
        keys.setMoves(moves);
    }

    // ---- tracks ----

    /// Operations on tracks.
    public TrackControls tracks() {
        return operations.tracks();
    }

    /// Scrolls so that `y` px of all rows is at the top, as far as there are rows.
    public void scrollTo(double y) {
        operations.scrolling().scrollTo(y);
    }

    public double scrollY() {
        return model.scrollY();
    }

    /// Scroll position to be saved; null for the very top.
    public ScrollPosition scrollPosition() {
        return operations.scrolling().topPosition();
    }

    /// Scrolls to a saved position; null for the very top.
    public void scrollTo(ScrollPosition position) {
        operations.scrolling().restorePosition(position);
    }

    /// Height of all rows, px.
    public double contentHeight() {
        return model.layout().height();
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

    /// Position of a time, px from the left edge of the control; may be outside it.
    public double timeX(long ts) {
        return model.x(ts);
    }

    /// Height of everything above the tracks, px.
    public double headerHeight() {
        return model.geometry().headerHeight();
    }

    /// Width of the label column, px.
    public double labelWidth() {
        return operations.arrangement().labelWidth();
    }

    public ReadOnlyDoubleProperty labelWidthProperty() {
        return labelWidth.getReadOnlyProperty();
    }

    /// @param width width in px; clamped so that both labels and time have room
    public void setLabelWidth(double width) {
        operations.arrangement().setLabelWidth(width);
    }

    /// Exact visible window, without easing.
    public void setViewport(Viewport viewport) {
        operations.mover().set(viewport);
    }

    /// Schedules a check of the worker's results. Called from any thread.
    private void wake() {
        if (isWakePending.compareAndSet(false, true)) {
            Platform.runLater(() -> {
                isWakePending.set(false);
                loop.onResultsArrived();
            });
        }
    }

    @Override
    protected void layoutChildren() {
        surfaces.resize(getWidth(), getHeight());
        model.changes().markLayout();
        operations.arrangement().update();
        if (getWidth() > 0 && getHeight() > 0) {
            // Folding runs during the first layout, so that the first picture already has tracks.
            operations.frames().send();
        }
    }

    /// Starts folding for an expected size, unless the control already has one. The first layout and styling of a
    /// window take a tenth of a second; with about the right size, tracks are ready afterwards.
    public void expectSize(double width, double height) {
        if (getWidth() == 0 && width > 0 && height > 0) {
            resize(width, height);
            layout();
        }
    }

    /// Key of the row with the keyboard focus, or null.
    public String focusedRow() {
        Row row = operations.highlight().row();
        return row == null ? null : row.node().key();
    }
}
