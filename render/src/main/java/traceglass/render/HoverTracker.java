package traceglass.render;

import java.util.Objects;
import javafx.animation.PauseTransition;
import javafx.application.Platform;
import javafx.scene.Cursor;
import javafx.util.Duration;
import traceglass.analysis.track.TrackNode;
import traceglass.render.control.LossTooltip;
import traceglass.render.control.TooltipText;
import traceglass.render.model.Hover;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.Scene;

/// Tracks the pointer: its time, the highlighted event or label, dimmed names, the tooltip and the cursor.
final class HoverTracker {

    private static final Duration TOOLTIP_DELAY = Duration.millis(350);
    private static final Duration DIM_DELAY = Duration.millis(250);

    private final TimelineView view;
    private final TimelineModel model;
    private final Interaction interaction;
    private final PauseTransition tooltipDelay = new PauseTransition(TOOLTIP_DELAY);
    private final PauseTransition dimDelay = new PauseTransition(DIM_DELAY);
    private double lastX;
    private double lastY;
    private boolean lossShown;

    HoverTracker(TimelineView view, Interaction interaction) {
        this.view = view;
        this.model = view.model;
        this.interaction = interaction;
        tooltipDelay.setOnFinished(_ -> showTooltip());
        dimDelay.setOnFinished(_ -> dimOthers());
    }

    /// Stores the position of the pointer; [#update] evaluates it.
    void at(double x, double y) {
        lastX = x;
        lastY = y;
    }

    /// Hides the tooltip and cancels a pending one when a button is pressed.
    void pressed() {
        view.tooltip.hide();
        tooltipDelay.stop();
    }

    void exited() {
        if (!interaction.isDragging()) {
            pointer(Double.NaN);
            hover(Hover.NONE);
            showLoss(null);
            model.pointer().setNoteX(Double.NaN);
            view.changed();
        }
    }

    /// Updates the hover when the viewport moves under a resting pointer.
    void viewportMoved() {
        if (!interaction.isDragging() && !Double.isNaN(model.pointer().x())) {
            update(lastX, lastY);
        }
    }

    void update(double x, double y) {
        HitTest.Hit hit = view.hitTest.at(x, y);
        boolean overTime = x >= model.geometry().timeX()
                && hit.part() != Scene.Part.LABEL_EDGE
                && hit.part() != Scene.Part.MINIMAP;
        pointer(overTime ? x : Double.NaN);
        double note = hit.part() == Scene.Part.NOTES ? x : Double.NaN;
        if (Double.compare(note, model.pointer().noteX()) != 0) {
            model.pointer().setNoteX(note);
            view.changed();
        }
        hover(view.hitTest.hover(hit, x, y));
        showLoss(
                model.pointer().hover().item() == null && !interaction.isDragging()
                        ? LossTooltip.at(model, hit, x)
                        : null);
        view.setCursor(cursor(hit, x, y));
    }

    private Cursor cursor(HitTest.Hit hit, double x, double y) {
        return switch (hit.part()) {
            case LABEL_EDGE -> Cursor.H_RESIZE;
            case PINNED_EDGE -> Cursor.V_RESIZE;
            case MINIMAP ->
                switch (view.scenes.scene().window().partAt(x)) {
                    case START, END -> Cursor.H_RESIZE;
                    case WINDOW -> Cursor.OPEN_HAND;
                    case NEW -> Cursor.DEFAULT;
                };
            case TRACK, AXIS -> view.scenes.scene().areaEdgeAt(x, y) == null ? Cursor.DEFAULT : Cursor.H_RESIZE;
            default -> Cursor.DEFAULT;
        };
    }

    void pointer(double x) {
        if (Double.compare(x, model.pointer().x()) != 0) {
            model.pointer().setX(x);
            view.setHoverTime(Double.isNaN(x) ? null : view.timeAt(x));
            view.pointerMoved();
        } else if (!Double.isNaN(x)) {
            view.setHoverTime(view.timeAt(x));
        }
    }

    private void hover(Hover hover) {
        Hover before = model.pointer().hover();
        model.pointer().setHover(hover);
        if (before.sameTarget(hover)) {
            if (hover.item() != null) {
                view.overlayChanged();
                if (view.tooltip.isVisible()) {
                    showTooltip();
                }
            }
            return;
        }
        boolean rowChanged = !Objects.equals(before.rowKey(), hover.rowKey())
                || before.onLabel() != hover.onLabel()
                || before.pinned() != hover.pinned();
        if (rowChanged) {
            view.changed();
        } else {
            view.overlayChanged();
        }
        String name = hover.item() == null || isCounter(hover.rowKey())
                ? null
                : hover.item().name();
        if (model.highlights().name() != null && !model.highlights().name().equals(name)) {
            model.highlights().clearName();
            view.changed();
        }
        if (hover.item() == null) {
            tooltipDelay.stop();
            dimDelay.stop();
            view.tooltip.hide();
            return;
        }
        if (model.highlights().name() == null) {
            dimDelay.playFromStart();
        }
        if (view.tooltip.isVisible()) {
            showTooltip();
        } else {
            tooltipDelay.playFromStart();
        }
    }

    /// Shows or hides the tooltip for lost data where there is no event; null hides it.
    private void showLoss(TooltipText text) {
        if (text != null) {
            show(text);
        } else if (lossShown && model.pointer().hover().item() == null) {
            view.tooltip.hide();
        }
        lossShown = text != null;
    }

    private boolean isCounter(String key) {
        TrackNode node = view.tracks().node(key);
        return node != null && node.isCounter();
    }

    private void dimOthers() {
        Hover hover = model.pointer().hover();
        TrackNode node = hover.rowKey() == null ? null : view.tracks().node(hover.rowKey());
        boolean fades = node != null && hover.item() != null && node.kind().fadesOthers();
        if (fades && !interaction.isDragging()) {
            model.highlights().setName(hover.item().name(), node.kind().style());
            view.changed();
        }
    }

    private void showTooltip() {
        Hover hover = model.pointer().hover();
        if (hover.item() != null && !interaction.isDragging()) {
            TrackNode node = view.tracks().node(hover.rowKey());
            TooltipText text = TooltipText.of(model, node, hover);
            show(text);
            model.frames()
                    .category(node, hover.item().id())
                    .thenAccept(category -> Platform.runLater(() -> {
                        if (!category.isEmpty()
                                && view.tooltip.isVisible()
                                && model.pointer().hover().sameTarget(hover)) {
                            show(text.withCategory(category));
                        }
                    }));
        }
    }

    private void show(TooltipText text) {
        view.tooltip.show(text.name(), text.numbers(), text.quiet(), lastX, lastY, view.getWidth(), view.getHeight());
    }
}
