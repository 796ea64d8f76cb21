package traceglass.render.input;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import traceglass.render.action.Arrangement;
import traceglass.render.action.Operations;
import traceglass.render.action.RowHighlight;
import traceglass.render.action.ViewSteps;
import traceglass.render.action.ViewportMover;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.Scene;
import traceglass.render.scene.Scenes;
import traceglass.render.time.Viewport;

/// Follows a button from press through drag to release, and passes the events to the controller of the gesture. The
/// handlers return whether they used the event.
public final class PointerInput {

    /// Current action of the pressed button.
    private enum Drag {
        NONE,
        PRESSED,
        AREA,
        AREA_EDGE,
        LASSO,
        PAN,
        MINIMAP,
        LABEL_WIDTH,
        PINNED_HEIGHT,
        ROW
    }

    /// Pixels before a press on a label becomes a drag, so that a shaky click does not move the track.
    private static final double ROW_DRAG = 8;

    private final Scenes scenes;
    private final TimelineModel model;
    private final HitTest hitTest;
    private final ViewportMover mover;
    private final ViewSteps steps;
    private final Arrangement arrangement;
    private final RowHighlight focus;
    private final HoverTracker hoverTracker;
    private final PointerFeedback feedback;
    private final Gestures gestures;
    private Drag drag = Drag.NONE;
    private HitTest.@Nullable Hit pressedOn;
    private double pressX;
    private double pressY;
    /// Position of the last event while a button is pressed.
    private double lastX;
    private double lastY;
    private Viewport pressView;

    /// Controllers of single gestures.
    public record Gestures(AreaDrag area, MinimapDrag minimap, LassoDrag lasso, RowDrag row, Clicks clicks) {}

    public PointerInput(
            Scenes scenes,
            HitTest hitTest,
            Operations operations,
            HoverTracker hoverTracker,
            PointerFeedback feedback,
            Gestures gestures) {
        this.scenes = scenes;
        this.model = scenes.model();
        this.hitTest = hitTest;
        this.mover = operations.mover();
        this.steps = operations.steps();
        this.arrangement = operations.arrangement();
        this.focus = operations.highlight();
        this.hoverTracker = hoverTracker;
        this.feedback = feedback;
        this.gestures = gestures;
        pressView = model.viewport();
    }

    private void setDrag(Drag value) {
        drag = value;
        model.pointer().setDragging(value != Drag.NONE);
    }

    public boolean onPressed(PointerEvent event) {
        focus.clear();
        double x = event.x();
        double y = event.y();
        hoverTracker.setPosition(x, y);
        hoverTracker.onPressed();
        HitTest.Hit hit = hitTest.at(x, y);
        if (event.button() == PointerEvent.Button.SECONDARY) {
            gestures.clicks.openMenu(hit, event);
            return false;
        }
        if (event.button() == PointerEvent.Button.OTHER) {
            return false;
        }
        mover.stopEasing();
        steps.addSettled();
        pressedOn = hit;
        pressX = x;
        pressY = y;
        lastX = x;
        lastY = y;
        pressView = model.viewport();
        gestures.area.begin(x, y);
        gestures.minimap.begin(x);
        gestures.lasso.begin(x, y);
        setDrag(dragAt(hit, event));
        if (drag == Drag.PAN) {
            feedback.cursor(CursorShape.CLOSED_HAND);
        }
        return true;
    }

    private Drag dragAt(HitTest.Hit hit, PointerEvent event) {
        boolean pans = (event.isShiftDown() || event.button() == PointerEvent.Button.MIDDLE)
                && event.x() > model.geometry().timeX()
                && event.y() > model.geometry().axisTop();
        return pans
                ? Drag.PAN
                : switch (hit.part()) {
                    case LABEL_EDGE -> Drag.LABEL_WIDTH;
                    case PINNED_EDGE -> Drag.PINNED_HEIGHT;
                    case MINIMAP -> Drag.MINIMAP;
                    case TRACK, AXIS ->
                        scenes.scene().areaEdgeAt(event.x(), event.y()) == null ? Drag.PRESSED : Drag.AREA_EDGE;
                    default -> Drag.PRESSED;
                };
    }

    public boolean onDragged(PointerEvent event) {
        if (drag == Drag.NONE) {
            return false;
        }
        double x = event.x();
        double y = event.y();
        lastX = x;
        lastY = y;
        hoverTracker.setPosition(x, y);
        if (drag == Drag.PRESSED && Math.hypot(x - pressX, y - pressY) >= 3) {
            begin(y, event.isShortcutDown());
        }
        switch (drag) {
            case AREA -> gestures.area.dragTo(x, y, event.isAltDown());
            case LASSO -> gestures.lasso.dragTo(x, y);
            case AREA_EDGE -> gestures.area.dragEdgeTo(x, y, event.isAltDown());
            case PAN -> {
                double ns = (pressX - x) * pressView.nsPerPx(model.geometry().timeWidth());
                mover.set(pressView.pan(ns, model.allowedSpan()));
            }
            case ROW -> gestures.row.dragTo(y);
            case LABEL_WIDTH -> arrangement.setLabelWidth(x);
            case PINNED_HEIGHT ->
                arrangement.setPinnedHeight(y - model.geometry().headerHeight());
            case MINIMAP -> gestures.minimap.dragTo(x);
            default -> {
                return false;
            }
        }
        return true;
    }

    /// Starts a drag once the pointer has moved too far for a click.
    ///
    /// @param isPicking whether the drag selects events instead of an area
    private void begin(double y, boolean isPicking) {
        HitTest.Hit hit = Objects.requireNonNull(pressedOn);
        switch (hit.part()) {
            case TRACK, AXIS -> {
                if (isPicking && hit.part() == Scene.Part.TRACK) {
                    setDrag(Drag.LASSO);
                    return;
                }
                setDrag(Drag.AREA);
                gestures.area.setOnAxis(hit.part() == Scene.Part.AXIS);
            }
            case LABEL -> {
                if (hit.row() != null && Math.abs(y - pressY) >= ROW_DRAG) {
                    setDrag(Drag.ROW);
                    gestures.row.begin(hit.row(), hit.isPinned());
                }
            }
            default -> {}
        }
    }

    public boolean onReleased(PointerEvent event) {
        if (drag == Drag.NONE) {
            return false;
        }
        if (event.x() != lastX || event.y() != lastY) {
            // On a busy machine, the last movement arrives only with the release.
            onDragged(event);
        }
        Drag ended = drag;
        setDrag(Drag.NONE);
        model.pointer().setSnappedTo(Long.MIN_VALUE);
        feedback.hideTooltip();
        if (ended == Drag.ROW) {
            gestures.row.drop();
        } else if (ended == Drag.LASSO) {
            gestures.lasso.drop();
        } else if (ended == Drag.PINNED_HEIGHT && event.clicks() >= 2) {
            // Reset to the height that the pinned tracks need.
            arrangement.setPinnedHeight(-1);
        }
        if (ended == Drag.PRESSED && event.button() == PointerEvent.Button.PRIMARY) {
            gestures.clicks.onClick(Objects.requireNonNull(pressedOn), event);
        } else if (ended == Drag.MINIMAP) {
            gestures.minimap.end(event.x());
        }
        hoverTracker.update(event.x(), event.y());
        model.changes().markTracks();
        return true;
    }
}
