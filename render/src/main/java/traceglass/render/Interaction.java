package traceglass.render;

import javafx.scene.Cursor;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.Scene;
import traceglass.render.time.Viewport;

/// Follows a mouse button from press through drag to release and dispatches to the drag and click handlers. Separate
/// classes handle the pointer, the wheel and the keys.
final class Interaction {

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

    private final TimelineView view;
    private final TimelineModel model;
    private final RowDrag rowDrag;
    private final RowFocus focus;
    private final HoverTracker hovering;
    private final AreaDrag area;
    private final MinimapDrag minimap;
    private final LassoDrag lasso;
    private final ClickHandler clicks;
    private Drag drag = Drag.NONE;
    private HitTest.Hit pressedOn;
    private double pressX;
    private double pressY;
    private Viewport pressView;

    Interaction(TimelineView view) {
        this.view = view;
        this.model = view.model;
        this.rowDrag = new RowDrag(view);
        this.focus = view.rowFocus();
        this.hovering = new HoverTracker(view, this);
        this.area = new AreaDrag(view, hovering);
        this.minimap = new MinimapDrag(view);
        this.lasso = new LassoDrag(view);
        this.clicks = new ClickHandler(view);
    }

    void install() {
        view.addEventHandler(MouseEvent.MOUSE_MOVED, this::moved);
        view.addEventHandler(MouseEvent.MOUSE_EXITED, _ -> hovering.exited());
        view.addEventHandler(MouseEvent.MOUSE_PRESSED, this::pressed);
        view.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::dragged);
        view.addEventHandler(MouseEvent.MOUSE_RELEASED, this::released);
        new WheelInput(view, hovering).install();
        new KeyInput(view).install();
    }

    boolean isDragging() {
        return drag != Drag.NONE;
    }

    /// Updates the hover when the viewport moves under a resting pointer.
    void viewportMoved() {
        hovering.viewportMoved();
    }

    private void moved(MouseEvent event) {
        hovering.at(event.getX(), event.getY());
        hovering.update(event.getX(), event.getY());
    }

    private void pressed(MouseEvent event) {
        view.requestFocus();
        focus.clear();
        double x = event.getX();
        double y = event.getY();
        hovering.at(x, y);
        hovering.pressed();
        HitTest.Hit hit = view.hitTest.at(x, y);
        if (event.getButton() == MouseButton.SECONDARY) {
            clicks.menu(hit, event);
            return;
        }
        if (event.getButton() != MouseButton.PRIMARY && event.getButton() != MouseButton.MIDDLE) {
            return;
        }
        view.mover().stopEasing();
        view.mover().keep();
        pressedOn = hit;
        pressX = x;
        pressY = y;
        pressView = model.viewport();
        area.begin(x, y);
        minimap.begin(x);
        lasso.begin(x, y);
        boolean shiftPan = (event.isShiftDown() || event.getButton() == MouseButton.MIDDLE)
                && x > model.geometry().timeX()
                && y > model.geometry().axisTop();
        drag = shiftPan
                ? Drag.PAN
                : switch (hit.part()) {
                    case LABEL_EDGE -> Drag.LABEL_WIDTH;
                    case PINNED_EDGE -> Drag.PINNED_HEIGHT;
                    case MINIMAP -> Drag.MINIMAP;
                    case TRACK, AXIS -> view.scenes.scene().areaEdgeAt(x, y) == null ? Drag.PRESSED : Drag.AREA_EDGE;
                    default -> Drag.PRESSED;
                };
        if (drag == Drag.PAN) {
            view.setCursor(Cursor.CLOSED_HAND);
        }
        event.consume();
    }

    private void dragged(MouseEvent event) {
        if (drag == Drag.NONE) {
            return;
        }
        double x = event.getX();
        double y = event.getY();
        hovering.at(x, y);
        if (drag == Drag.PRESSED && Math.hypot(x - pressX, y - pressY) >= 3) {
            begin(y, event.isShortcutDown());
        }
        switch (drag) {
            case AREA -> area.to(x, y, event.isAltDown());
            case LASSO -> lasso.to(x, y);
            case AREA_EDGE -> area.edgeTo(x, y, event.isAltDown());
            case PAN -> {
                double ns = (pressX - x) * pressView.nsPerPx(model.geometry().timeWidth());
                view.setViewport(pressView.pan(ns, model.reach()));
            }
            case ROW -> rowDrag.to(y);
            case LABEL_WIDTH -> view.setLabelWidth(x);
            case PINNED_HEIGHT -> view.setPinnedHeight(y - model.geometry().headerHeight());
            case MINIMAP -> minimap.to(x);
            default -> {
                return;
            }
        }
        event.consume();
    }

    /// Starts a drag once the pointer has moved too far for a click.
    ///
    /// @param picking whether the drag selects events instead of an area
    private void begin(double y, boolean picking) {
        switch (pressedOn.part()) {
            case TRACK, AXIS -> {
                if (picking && pressedOn.part() == Scene.Part.TRACK) {
                    drag = Drag.LASSO;
                    return;
                }
                drag = Drag.AREA;
                area.alongAxis(pressedOn.part() == Scene.Part.AXIS);
            }
            case LABEL -> {
                if (pressedOn.row() != null && Math.abs(y - pressY) >= ROW_DRAG) {
                    drag = Drag.ROW;
                    rowDrag.begin(pressedOn.row(), pressedOn.pinned());
                }
            }
            default -> {}
        }
    }

    private void released(MouseEvent event) {
        Drag ended = drag;
        drag = Drag.NONE;
        if (ended != Drag.NONE) {
            model.pointer().setSnappedTo(Long.MIN_VALUE);
            view.tooltip.hide();
        }
        if (ended == Drag.ROW) {
            rowDrag.drop();
        } else if (ended == Drag.LASSO) {
            lasso.drop();
        } else if (ended == Drag.PINNED_HEIGHT && event.getClickCount() >= 2) {
            // Reset to the height that the pinned tracks need.
            view.setPinnedHeight(-1);
        }
        if (ended == Drag.PRESSED && event.getButton() == MouseButton.PRIMARY) {
            clicks.clicked(pressedOn, event);
        } else if (ended == Drag.MINIMAP) {
            minimap.end(event.getX());
        }
        if (ended != Drag.NONE) {
            hovering.update(event.getX(), event.getY());
            view.changed();
            event.consume();
        }
    }
}
