package traceglass.render;

import java.util.LinkedHashSet;
import java.util.Set;
import javafx.application.Platform;
import javafx.animation.PauseTransition;
import javafx.geometry.Point2D;
import javafx.scene.Cursor;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.input.ZoomEvent;
import javafx.util.Duration;
import traceglass.model.time.TimeSpan;
import traceglass.model.track.TrackNode;
import traceglass.render.item.Selection;
import traceglass.render.layout.Row;
import traceglass.render.paint.Geometry;
import traceglass.render.paint.HitTest;
import traceglass.render.paint.Hover;
import traceglass.render.paint.Picture;
import traceglass.render.time.Viewport;

/// Turns what mouse, wheel and held keys do into calls of the timeline.
final class Interaction {

    /// What the pressed button is doing.
    private enum Drag {
        NONE, PRESSED, AREA, AREA_START, AREA_END, PAN, AXIS, MINIMAP_WINDOW, MINIMAP_START, MINIMAP_END, MINIMAP_NEW, LABEL_WIDTH, PINNED_HEIGHT, ROW
    }

    private static final double EDGE_REACH = 5;
    /// A hand that trembles while it clicks a label must not move the track.
    private static final double ROW_DRAG = 8;
    private static final Duration TIP_DELAY = Duration.millis(350);
    private static final Duration PALE_DELAY = Duration.millis(250);

    private final TimelineView view;
    private final Picture picture;
    private final Snapping snapping;
    private final RowDrag rowDrag;
    private final RowFocus focus;
    private final PauseTransition tipDelay = new PauseTransition(TIP_DELAY);
    private final PauseTransition paleDelay = new PauseTransition(PALE_DELAY);
    private Drag drag = Drag.NONE;
    private HitTest.Hit pressedOn;
    private double pressX;
    private double pressY;
    private double lastX;
    private double lastY;
    private Viewport pressView;
    private long anchorTs;
    private double anchorContentY;
    private boolean anchorPinned;
    private boolean lossShown;

    Interaction(TimelineView view) {
        this.view = view;
        this.picture = view.picture;
        this.snapping = new Snapping(picture);
        this.rowDrag = new RowDrag(view);
        this.focus = view.rowFocus();
        tipDelay.setOnFinished(_ -> showTip());
        paleDelay.setOnFinished(_ -> pale());
    }

    void install() {
        view.addEventHandler(MouseEvent.MOUSE_MOVED, this::moved);
        view.addEventHandler(MouseEvent.MOUSE_EXITED, _ -> exited());
        view.addEventHandler(MouseEvent.MOUSE_PRESSED, this::pressed);
        view.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::dragged);
        view.addEventHandler(MouseEvent.MOUSE_RELEASED, this::released);
        view.addEventHandler(ScrollEvent.SCROLL, this::scrolled);
        view.addEventHandler(ZoomEvent.ZOOM, event -> zoomAt(event.getX(), 1 / event.getZoomFactor()));
        view.addEventHandler(KeyEvent.KEY_PRESSED, this::keyPressed);
        view.addEventHandler(KeyEvent.KEY_RELEASED, this::keyReleased);
        view.addEventHandler(KeyEvent.KEY_TYPED, this::keyTyped);
        view.focusedProperty().addListener((_, _, focused) -> {
            if (!focused) {
                view.mover().releaseAll();
            }
        });
    }

    boolean isDragging() {
        return drag != Drag.NONE;
    }

    // ---- keys ----

    private void keyPressed(KeyEvent event) {
        TimelineView.Move move = moveOf(event);
        if (move != null) {
            view.startMove(move);
            event.consume();
            return;
        }
        if (event.getTarget() != view || event.isShortcutDown() || event.isAltDown()) {
            return;
        }
        double page = picture.geometry.tracksHeight() * .9;
        boolean menu = event.getCode() == KeyCode.CONTEXT_MENU || event.getCode() == KeyCode.F10 && event.isShiftDown();
        switch (event.getCode()) {
            case PAGE_UP -> view.scrollTo(picture.scrollY - page);
            case PAGE_DOWN -> view.scrollTo(picture.scrollY + page);
            default -> {
                if (event.isShiftDown() && !menu || !focus.pressed(event.getCode(), menu)) {
                    return;
                }
            }
        }
        event.consume();
    }

    /// A sign that moves the timeline is no command, too.
    private void keyTyped(KeyEvent event) {
        boolean plain = event.getTarget() == view && !event.isShortcutDown() && !event.isAltDown() && !event.isControlDown();
        if (plain && view.moveKeys().keySet().stream().anyMatch(code -> code.getChar().equalsIgnoreCase(event.getCharacter()))) {
            event.consume();
        }
    }

    private void keyReleased(KeyEvent event) {
        if (event.getCode() == KeyCode.UNDEFINED) {
            view.mover().releaseAll();
        }
        for (TimelineView.Move move : TimelineView.Move.values()) {
            if (move == moveOf(event.getCode())) {
                view.stopMove(move);
            }
        }
    }

    private TimelineView.Move moveOf(KeyEvent event) {
        boolean plain = event.getTarget() == view && !event.isShortcutDown() && !event.isControlDown() && !event.isAltDown() && !event.isMetaDown();
        return plain ? moveOf(inPlace(event)) : null;
    }

    /// The Latin letter that lies where the key does: keyboards with other scripts have codes for few of their letters.
    private static KeyCode inPlace(KeyEvent event) {
        if (event.getCode() != KeyCode.UNDEFINED) {
            return event.getCode();
        }
        return switch (event.getText().toLowerCase(java.util.Locale.ROOT)) {
            case "ц", "ς", "ص", "ไ" -> KeyCode.W;
            case "ф", "α", "ש", "ش", "ฟ" -> KeyCode.A;
            case "ы", "і", "σ", "ד", "س", "ห" -> KeyCode.S;
            case "в", "δ", "ג", "ي", "ก" -> KeyCode.D;
            default -> KeyCode.UNDEFINED;
        };
    }

    private TimelineView.Move moveOf(KeyCode code) {
        return view.moveKeys().get(code);
    }

    // ---- pointer ----

    private void moved(MouseEvent event) {
        lastX = event.getX();
        lastY = event.getY();
        update(event.getX(), event.getY());
    }

    private void exited() {
        if (drag == Drag.NONE) {
            pointer(Double.NaN);
            hover(Hover.NONE);
            lossTip(null);
            picture.noteHoverX = Double.NaN;
            view.changed();
        }
    }

    /// The window has moved under a pointer that stands still.
    void viewportMoved() {
        if (drag == Drag.NONE && !Double.isNaN(picture.pointerX)) {
            update(lastX, lastY);
        }
    }

    private void update(double x, double y) {
        HitTest.Hit hit = view.hitTest.at(x, y);
        boolean overTime = x >= picture.geometry.timeX() && hit.part() != HitTest.Part.LABEL_EDGE && hit.part() != HitTest.Part.MINIMAP;
        pointer(overTime ? x : Double.NaN);
        double note = hit.part() == HitTest.Part.NOTES ? x : Double.NaN;
        if (Double.compare(note, picture.noteHoverX) != 0) {
            picture.noteHoverX = note;
            view.changed();
        }
        hover(view.hitTest.hover(hit, x, y));
        lossTip(picture.hover.item() == null && drag == Drag.NONE ? LossTip.at(picture, hit, x) : null);
        view.setCursor(cursor(hit, x, y));
    }

    private Cursor cursor(HitTest.Hit hit, double x, double y) {
        return switch (hit.part()) {
            case LABEL_EDGE -> Cursor.H_RESIZE;
            case PINNED_EDGE -> Cursor.V_RESIZE;
            case MINIMAP -> minimapDrag(x) == Drag.MINIMAP_START || minimapDrag(x) == Drag.MINIMAP_END ? Cursor.H_RESIZE
                    : minimapDrag(x) == Drag.MINIMAP_WINDOW ? Cursor.OPEN_HAND : Cursor.DEFAULT;
            case TRACK, AXIS -> areaEdge(x, y) == Drag.NONE ? Cursor.DEFAULT : Cursor.H_RESIZE;
            default -> Cursor.DEFAULT;
        };
    }

    private void pointer(double x) {
        if (Double.compare(x, picture.pointerX) != 0) {
            picture.pointerX = x;
            view.setHoverTime(Double.isNaN(x) ? null : view.timeAt(x));
            view.pointerMoved();
        } else if (!Double.isNaN(x)) {
            view.setHoverTime(view.timeAt(x));
        }
    }

    private void hover(Hover hover) {
        Hover before = picture.hover;
        picture.hover = hover;
        if (before.sameTarget(hover)) {
            if (hover.item() != null) {
                view.overlayChanged();
                if (view.tip.isVisible()) {
                    showTip();
                }
            }
            return;
        }
        boolean rowChanged = !java.util.Objects.equals(before.rowKey(), hover.rowKey()) || before.onLabel() != hover.onLabel()
                || before.pinned() != hover.pinned();
        if (rowChanged) {
            view.changed();
        } else {
            view.overlayChanged();
        }
        String name = hover.item() == null || isCounter(hover.rowKey()) ? null : hover.item().name();
        if (picture.highlightName != null && !picture.highlightName.equals(name)) {
            picture.highlightName = null;
            view.changed();
        }
        if (hover.item() == null) {
            tipDelay.stop();
            paleDelay.stop();
            view.tip.hide();
            return;
        }
        if (picture.highlightName == null) {
            paleDelay.playFromStart();
        }
        if (view.tip.isVisible()) {
            showTip();
        } else {
            tipDelay.playFromStart();
        }
    }

    /// Says what was lost where there is no event that could be told of; null for nothing.
    private void lossTip(TipText text) {
        if (text != null) {
            show(text);
        } else if (lossShown && picture.hover.item() == null) {
            view.tip.hide();
        }
        lossShown = text != null;
    }

    private boolean isCounter(String key) {
        TrackNode node = view.tracks().node(key);
        return node != null && node.kind() == traceglass.model.track.TrackKind.COUNTER;
    }

    private void pale() {
        Hover hover = picture.hover;
        TrackNode node = hover.rowKey() == null ? null : view.tracks().node(hover.rowKey());
        boolean names = node != null && hover.item() != null && (hover.item().table().equals("slice") || hover.item().table().equals("sched"));
        if (names && !node.isGroup() && drag == Drag.NONE) {
            picture.highlightName = hover.item().name();
            picture.highlightKind = node.kind();
            view.changed();
        }
    }

    private void showTip() {
        Hover hover = picture.hover;
        if (hover.item() != null && drag == Drag.NONE) {
            TipText text = TipText.of(picture, view.tracks().node(hover.rowKey()), hover);
            show(text);
            picture.frames.category(hover.item().table(), hover.item().id()).thenAccept(category -> Platform.runLater(() -> {
                if (!category.isEmpty() && view.tip.isVisible() && picture.hover.sameTarget(hover)) {
                    show(text.withCategory(category));
                }
            }));
        }
    }

    private void show(TipText text) {
        view.tip.show(text.name(), text.numbers(), text.quiet(), lastX, lastY, view.getWidth(), view.getHeight());
    }

    // ---- buttons ----

    private void pressed(MouseEvent event) {
        view.requestFocus();
        focus.clear();
        lastX = event.getX();
        lastY = event.getY();
        view.tip.hide();
        tipDelay.stop();
        HitTest.Hit hit = view.hitTest.at(lastX, lastY);
        if (event.getButton() == MouseButton.SECONDARY) {
            menu(hit, event);
            return;
        }
        if (event.getButton() != MouseButton.PRIMARY && event.getButton() != MouseButton.MIDDLE) {
            return;
        }
        view.mover().stopEasing();
        pressedOn = hit;
        pressX = lastX;
        pressY = lastY;
        pressView = picture.viewport;
        anchorTs = view.timeAt(lastX);
        anchorPinned = lastY < picture.geometry.tracksTop();
        anchorContentY = contentY(lastY, anchorPinned);
        boolean shiftPan = (event.isShiftDown() || event.getButton() == MouseButton.MIDDLE) && lastX > picture.geometry.timeX()
                && lastY > picture.geometry.axisTop();
        drag = shiftPan ? Drag.PAN : switch (hit.part()) {
            case LABEL_EDGE -> Drag.LABEL_WIDTH;
            case PINNED_EDGE -> Drag.PINNED_HEIGHT;
            case MINIMAP -> minimapDrag(lastX);
            case TRACK, AXIS -> areaEdge(lastX, lastY) == Drag.NONE ? Drag.PRESSED : areaEdge(lastX, lastY);
            default -> Drag.PRESSED;
        };
        if (drag == Drag.PAN) {
            view.setCursor(Cursor.CLOSED_HAND);
        }
        event.consume();
    }

    private void menu(HitTest.Hit hit, MouseEvent event) {
        if (hit.row() != null) {
            view.trackMenu(hit.row().node(), new Point2D(event.getScreenX(), event.getScreenY()));
        }
    }

    private double contentY(double y, boolean pinned) {
        Geometry geometry = picture.geometry;
        return pinned ? y - geometry.headerHeight() + picture.pinnedScroll : y - geometry.tracksTop() + picture.scrollY;
    }

    private Drag areaEdge(double x, double y) {
        if (!(picture.selection instanceof Selection.Area area) || y < picture.geometry.axisTop()) {
            return Drag.NONE;
        }
        double start = picture.x(area.span().start());
        double end = picture.x(area.span().end());
        if (Math.abs(x - end) <= EDGE_REACH && Math.abs(x - end) <= Math.abs(x - start)) {
            return Drag.AREA_END;
        }
        return Math.abs(x - start) <= EDGE_REACH ? Drag.AREA_START : Drag.NONE;
    }

    private Drag minimapDrag(double x) {
        double a = minimapX(picture.viewport.start());
        double b = minimapX(picture.viewport.visible().end());
        if (Math.abs(x - a) <= 4 && b - a > 6) {
            return Drag.MINIMAP_START;
        }
        if (Math.abs(x - b) <= 4 && b - a > 6) {
            return Drag.MINIMAP_END;
        }
        boolean inside = x > Math.min(a, (a + b) / 2 - 4) && x < Math.max(b, (a + b) / 2 + 4);
        boolean whole = b - a > picture.geometry.timeWidth() - 8;
        return inside && !whole ? Drag.MINIMAP_WINDOW : Drag.MINIMAP_NEW;
    }

    private double minimapX(long ts) {
        double share = (double) (ts - picture.reach().start()) / Math.max(1, picture.reach().durNs());
        return picture.geometry.timeX() + Math.clamp(share, 0, 1) * picture.geometry.timeWidth();
    }

    private long minimapTime(double x) {
        double share = Math.clamp((x - picture.geometry.timeX()) / picture.geometry.timeWidth(), 0, 1);
        return picture.reach().start() + Math.round(share * picture.reach().durNs());
    }

    private void dragged(MouseEvent event) {
        if (drag == Drag.NONE) {
            return;
        }
        lastX = event.getX();
        lastY = event.getY();
        if (drag == Drag.PRESSED && Math.hypot(lastX - pressX, lastY - pressY) >= 3) {
            drag = switch (pressedOn.part()) {
                case TRACK -> Drag.AREA;
                case AXIS -> Drag.AXIS;
                case LABEL -> pressedOn.row() == null || Math.abs(lastY - pressY) < ROW_DRAG ? Drag.PRESSED : Drag.ROW;
                default -> Drag.PRESSED;
            };
            if (drag == Drag.ROW) {
                rowDrag.begin(pressedOn.row(), pressedOn.pinned());
            }
        }
        switch (drag) {
            case AREA, AXIS -> dragArea(event.isAltDown());
            case AREA_START, AREA_END -> dragEdge(event.isAltDown());
            case PAN -> {
                double ns = (pressX - lastX) * pressView.nsPerPx(picture.geometry.timeWidth());
                view.setViewport(pressView.pan(ns, picture.reach()));
            }
            case ROW -> rowDrag.to(lastY);
            case LABEL_WIDTH -> view.setLabelWidth(lastX);
            case PINNED_HEIGHT -> view.setPinnedHeight(lastY - picture.geometry.headerHeight());
            case MINIMAP_WINDOW, MINIMAP_START, MINIMAP_END, MINIMAP_NEW -> dragMinimap();
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void dragMinimap() {
        double perPx = picture.reach().durNs() / picture.geometry.timeWidth();
        TimeSpan before = pressView.visible();
        switch (drag) {
            case MINIMAP_WINDOW -> view.setViewport(pressView.pan((lastX - pressX) * perPx, picture.reach()));
            case MINIMAP_START -> showBetween(minimapTime(lastX), before.end());
            case MINIMAP_END -> showBetween(before.start(), minimapTime(lastX));
            default -> showBetween(minimapTime(pressX), minimapTime(lastX));
        }
    }

    private void showBetween(long a, long b) {
        if (a != b) {
            view.showSpan(new TimeSpan(Math.min(a, b), Math.max(a, b)));
        }
    }

    private void dragArea(boolean free) {
        long ts = snapped(free);
        TimeSpan span = new TimeSpan(Math.min(anchorTs, ts), Math.max(anchorTs + 1, ts));
        Set<String> keys = drag == Drag.AXIS ? Set.of() : keysBetween(anchorContentY, contentY(lastY, anchorPinned), anchorPinned);
        if (drag == Drag.AXIS) {
            view.setSelection(new Selection.Area(span, keys));
        } else {
            view.selectArea(span, keys);
        }
        pointer(Double.NaN);
    }

    private Set<String> keysBetween(double a, double b, boolean pinned) {
        double top = Math.min(a, b);
        double bottom = Math.max(a, b);
        Set<String> keys = new LinkedHashSet<>();
        for (Row row : pinned ? picture.layout.pinned() : picture.layout.rows()) {
            boolean header = row.node().isGroup() && row.open();
            if (!header && row.bottom() > top && row.y() < bottom) {
                keys.add(row.node().key());
            }
        }
        return keys;
    }

    private void dragEdge(boolean free) {
        if (!(picture.selection instanceof Selection.Area area)) {
            return;
        }
        long ts = snapped(free);
        long start = drag == Drag.AREA_START ? ts : area.span().start();
        long end = drag == Drag.AREA_END ? ts : area.span().end();
        if (start > end) {
            drag = drag == Drag.AREA_START ? Drag.AREA_END : Drag.AREA_START;
        }
        view.setSelection(new Selection.Area(new TimeSpan(Math.min(start, end), Math.max(start, end)), area.trackKeys()));
        pointer(Double.NaN);
    }

    private long snapped(boolean free) {
        long ts = Math.clamp(view.timeAt(lastX), picture.bounds.start(), picture.bounds.end());
        Snapping.Point point = free || drag == Drag.AXIS ? null : snapping.near(lastX, lastY, view.hitTest);
        picture.snappedTo = point == null ? Long.MIN_VALUE : point.ts();
        if (point == null) {
            view.tip.hide();
            return ts;
        }
        view.tip.show((point.isEnd() ? "End of " : "Start of ") + point.name(), "", "Hold Alt to drag freely", lastX, lastY, view.getWidth(),
                view.getHeight());
        return point.ts();
    }

    private void released(MouseEvent event) {
        Drag ended = drag;
        drag = Drag.NONE;
        if (ended != Drag.NONE) {
            picture.snappedTo = Long.MIN_VALUE;
            view.tip.hide();
        }
        if (ended == Drag.ROW) {
            rowDrag.drop();
        } else if (ended == Drag.PINNED_HEIGHT && event.getClickCount() >= 2) {
            // As high as the pins need, again.
            view.setPinnedHeight(-1);
        }
        if (ended == Drag.PRESSED && event.getButton() == MouseButton.PRIMARY) {
            clicked(event);
        } else if (ended == Drag.MINIMAP_NEW && Math.abs(event.getX() - pressX) < 3) {
            double middle = (double) (minimapTime(event.getX()) - picture.viewport.start()) - picture.viewport.fraction();
            view.panBy((middle - picture.viewport.spanNs() / 2) / picture.viewport.spanNs());
        }
        if (ended != Drag.NONE) {
            update(event.getX(), event.getY());
            view.changed();
            event.consume();
        }
    }

    private void clicked(MouseEvent event) {
        HitTest.Hit hit = pressedOn;
        switch (hit.part()) {
            case LABEL -> labelClicked(hit, event);
            case TRACK -> trackClicked(hit, event);
            case NOTES -> view.noteClicked(event.getX());
            case AXIS -> view.clearSelection();
            default -> { }
        }
    }

    private void labelClicked(HitTest.Hit hit, MouseEvent event) {
        if (hit.row() == null) {
            return;
        }
        TrackNode node = hit.row().node();
        double fromRight = picture.geometry.labelWidth() - event.getX();
        double scale = picture.theme.scale();
        double box = 0;
        if (picture.selection instanceof Selection.Area area && !area.trackKeys().isEmpty()) {
            box = 21 * scale;
            if (fromRight <= box + 6 * scale) {
                view.toggleInArea(node.key());
                return;
            }
        }
        double tools = fromRight - box;
        if (tools < 26 * scale) {
            view.trackMenu(node, new Point2D(event.getScreenX(), event.getScreenY()));
        } else if (tools < 50 * scale) {
            view.tracks().setPinned(node.key(), !view.tracks().isPinned(node.key()));
        } else if (tools < 73 * scale && picture.help.test(node)) {
            view.tracks().help(node, new Point2D(24, hit.top() + hit.row().height() + 2));
        } else if (node.isGroup() && !hit.pinned()) {
            view.tracks().toggle(node.key());
        }
    }

    private void trackClicked(HitTest.Hit hit, MouseEvent event) {
        if (hit.row() == null) {
            view.clearSelection();
            return;
        }
        TrackNode node = hit.row().node();
        if (node.isGroup() && !hit.row().summary()) {
            view.tracks().toggle(node.key());
            return;
        }
        var entry = picture.frames.entry(node.key());
        if (entry != null && entry.error() != null) {
            view.tracks().retry(node.key());
            return;
        }
        Hover hover = view.hitTest.hover(hit, event.getX(), event.getY());
        if (hover.item() == null) {
            view.clearSelection();
            return;
        }
        view.setSelection(new Selection.Event(hover.item()));
        view.itemClicked(hover.item());
        if (event.getClickCount() >= 2) {
            view.focusSelection();
        }
    }

    // ---- wheel ----

    private void scrolled(ScrollEvent event) {
        double dx = event.getDeltaX();
        double dy = event.getDeltaY();
        view.mover().stopEasing();
        if (event.isControlDown() || event.isMetaDown()) {
            // A notch of a wheel is 40; pads send many small steps.
            zoomAt(event.getX(), Math.exp(-Math.signum(dy) * .045 * log2(1 + Math.abs(dy))));
        } else if (Math.abs(dx) > Math.abs(dy) || event.isShiftDown()) {
            double by = Math.abs(dx) > Math.abs(dy) ? dx : dy;
            view.setViewport(picture.viewport.pan(-by * picture.viewport.nsPerPx(picture.geometry.timeWidth()), picture.reach()));
        } else if (event.getY() < picture.geometry.tracksTop() && event.getY() > picture.geometry.headerHeight()) {
            view.scrollPinned(-dy);
        } else {
            view.scrollTo(picture.scrollY - dy);
        }
        lastX = event.getX();
        lastY = event.getY();
        viewportMoved();
        event.consume();
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }

    private void zoomAt(double x, double factor) {
        Geometry geometry = picture.geometry;
        double anchor = Math.clamp(x - geometry.timeX(), 0, geometry.timeWidth());
        view.setViewport(picture.viewport.zoom(factor, anchor, geometry.timeWidth(), picture.reach()));
    }
}
