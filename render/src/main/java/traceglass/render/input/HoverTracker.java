package traceglass.render.input;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.track.TrackNode;
import traceglass.render.action.Scrolling;
import traceglass.render.box.Box;
import traceglass.render.box.TooltipText;
import traceglass.render.model.Hover;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.Scene;
import traceglass.render.scene.Scenes;

/// Tracks the pointer: its time, the highlighted event or label, dimmed names, the tooltip and the cursor.
public final class HoverTracker {

    private static final long TOOLTIP_DELAY_MS = 350;
    private static final long DIM_DELAY_MS = 250;

    private final Scenes scenes;
    private final TimelineModel model;
    private final HitTest hitTest;
    private final Scrolling scrolling;
    private final PointerFeedback feedback;
    private final PointerFeedback.Delay tooltipDelay;
    private final PointerFeedback.Delay dimDelay;
    private double lastX;
    private double lastY;
    private boolean isBoxShown;

    public HoverTracker(Scenes scenes, HitTest hitTest, Scrolling scrolling, PointerFeedback feedback) {
        this.scenes = scenes;
        this.model = scenes.model();
        this.hitTest = hitTest;
        this.scrolling = scrolling;
        this.feedback = feedback;
        tooltipDelay = feedback.delay(TOOLTIP_DELAY_MS, this::showTooltip);
        dimDelay = feedback.delay(DIM_DELAY_MS, this::dimOthers);
    }

    /// Stores the position of the pointer; [#update] evaluates it.
    void setPosition(double x, double y) {
        lastX = x;
        lastY = y;
    }

    /// Handles a movement without a button.
    public void onMoved(double x, double y) {
        setPosition(x, y);
        update(x, y);
    }

    /// Hides the tooltip and cancels a pending one when a button is pressed.
    void onPressed() {
        feedback.hideTooltip();
        tooltipDelay.stop();
    }

    public void onExited() {
        if (!model.pointer().isDragging()) {
            setPointer(Double.NaN);
            setHover(Hover.NONE);
            showBox(null);
            model.pointer().setNoteX(Double.NaN);
            model.changes().markTracks();
        }
    }

    /// Updates the hover when the viewport moves under a resting pointer.
    public void onViewportMoved() {
        if (!model.pointer().isDragging() && !Double.isNaN(model.pointer().x())) {
            update(lastX, lastY);
        }
    }

    void update(double x, double y) {
        HitTest.Hit hit = hitTest.at(x, y);
        boolean isOverTime = x >= model.geometry().timeX()
                && hit.part() != Scene.Part.LABEL_EDGE
                && hit.part() != Scene.Part.MINIMAP;
        setPointer(isOverTime ? x : Double.NaN);
        double note = hit.part() == Scene.Part.NOTES ? x : Double.NaN;
        if (Double.compare(note, model.pointer().noteX()) != 0) {
            model.pointer().setNoteX(note);
            model.changes().markTracks();
        }
        setHover(hitTest.hover(hit, x, y));
        showBox(
                model.pointer().hover().item() == null && !model.pointer().isDragging()
                        ? scenes.scene().boxAt(x, y)
                        : null);
        feedback.cursor(cursor(hit, x, y));
    }

    private CursorShape cursor(HitTest.Hit hit, double x, double y) {
        return switch (hit.part()) {
            case LABEL_EDGE -> CursorShape.RESIZE_WIDTH;
            case PINNED_EDGE -> CursorShape.RESIZE_HEIGHT;
            case MINIMAP ->
                switch (scenes.scene().window().partAt(x)) {
                    case START, END -> CursorShape.RESIZE_WIDTH;
                    case WINDOW -> CursorShape.OPEN_HAND;
                    case NEW -> CursorShape.DEFAULT;
                };
            case TRACK, AXIS ->
                scenes.scene().areaEdgeAt(x, y) == null ? CursorShape.DEFAULT : CursorShape.RESIZE_WIDTH;
            default -> CursorShape.DEFAULT;
        };
    }

    /// Sets the position over the time area, or NaN.
    void setPointer(double x) {
        if (Double.compare(x, model.pointer().x()) != 0) {
            model.pointer().setX(x);
            feedback.time(Double.isNaN(x) ? null : model.timeAt(x));
            onTimeMoved();
        } else if (!Double.isNaN(x)) {
            feedback.time(model.timeAt(x));
        }
    }

    private void onTimeMoved() {
        // Labels of visible counters show the values at the pointer.
        if (scrolling.showsCounters()) {
            model.changes().markTracks();
        } else {
            model.changes().markOverlay();
        }
    }

    private void setHover(Hover hover) {
        Hover before = model.pointer().hover();
        model.pointer().setHover(hover);
        if (before.hasSameTarget(hover)) {
            if (hover.item() != null) {
                model.changes().markOverlay();
                if (feedback.isTooltipShown()) {
                    showTooltip();
                }
            }
            return;
        }
        boolean hasRowChanged = !Objects.equals(before.rowKey(), hover.rowKey())
                || before.isOnLabel() != hover.isOnLabel()
                || before.isPinned() != hover.isPinned();
        if (hasRowChanged) {
            model.changes().markTracks();
        } else {
            model.changes().markOverlay();
        }
        String name = hover.item() == null || isCounter(hover.rowKey())
                ? null
                : hover.item().name();
        if (model.highlights().name() != null && !model.highlights().name().equals(name)) {
            model.highlights().clearName();
            model.changes().markTracks();
        }
        if (hover.item() == null) {
            tooltipDelay.stop();
            dimDelay.stop();
            feedback.hideTooltip();
            return;
        }
        if (model.highlights().name() == null) {
            dimDelay.restart();
        }
        if (feedback.isTooltipShown()) {
            showTooltip();
        } else {
            tooltipDelay.restart();
        }
    }

    /// Shows the tooltip of a box at a position without an event; hides it if the box is null or has no tooltip.
    private void showBox(@Nullable Box box) {
        TooltipText text = box == null ? null : box.tooltip(model, lastX, lastY);
        if (text != null) {
            show(text);
        } else if (isBoxShown && model.pointer().hover().item() == null) {
            feedback.hideTooltip();
        }
        isBoxShown = text != null;
    }

    private boolean isCounter(@Nullable String key) {
        TrackNode node = model.tracks().node(key);
        return node != null && node.isCounter();
    }

    private void dimOthers() {
        Hover hover = model.pointer().hover();
        TrackNode node = hover.rowKey() == null ? null : model.tracks().node(hover.rowKey());
        if (node == null || hover.item() == null || model.pointer().isDragging()) {
            return;
        }
        if (node.kind().fadesOthers()) {
            model.highlights().setName(hover.item().name(), node.kind().style());
            model.changes().markTracks();
        }
    }

    private void showTooltip() {
        Hover hover = model.pointer().hover();
        if (hover.item() != null && !model.pointer().isDragging()) {
            TrackNode node = model.tracks().node(hover.rowKey());
            TooltipText text = TooltipText.of(model, node, hover);
            show(text);
            model.frames()
                    .category(node, hover.item().id())
                    .thenAccept(category -> feedback.later(() -> {
                        if (!category.isEmpty()
                                && feedback.isTooltipShown()
                                && model.pointer().hover().hasSameTarget(hover)) {
                            show(text.withCategory(category));
                        }
                    }));
        }
    }

    private void show(TooltipText text) {
        feedback.showTooltip(text, lastX, lastY);
    }
}
