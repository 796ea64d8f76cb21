package traceglass.render.mark;

import org.jspecify.annotations.Nullable;
import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.color.Palette;
import traceglass.render.color.Tokens;
import traceglass.render.model.Geometry;
import traceglass.render.scene.EventBox;

/// Curve between two events that a flow connects, px of the control, with outlines of the events.
///
/// @param from box of the first event
/// @param to box of the second event
/// @param startX position of the start; positions far outside the control are moved nearer to it
/// @param startY vertical position of the start: the middle of the first box, or the edge of the area in which it is
///     scrolled away
/// @param endX position of the head, in the same range
/// @param endY vertical position of the head
/// @param isFocused whether the arrow is emphasized
/// @param pill its duration, or null if there are too many arrows or no part of it is visible
public record FlowArrow(
        EventBox from,
        EventBox to,
        double startX,
        double startY,
        double endX,
        double endY,
        boolean isFocused,
        @Nullable DurationPill pill)
        implements Box {

    /// Distance between an event and its outline.
    private static final double FRAME_MARGIN = 1;
    private static final double FRAME_STROKE = 1.5;
    private static final double MIN_BEND = 36;
    private static final double MAX_BEND = 200;
    /// Width above which a curve leads straight to the right. Shorter curves, and curves back in time, start with a
    /// bend to the left.
    private static final double MIN_FORWARD_WIDTH = 80;

    @Override
    public Layer layer() {
        return Layer.FLOWS;
    }

    @Override
    public void paint(PaintContext context, Drawing drawing) {
        Geometry geometry = context.geometry();
        EventFrame frame = new EventFrame(geometry, drawing);
        paintEventFrame(from, frame, context, drawing);
        paintEventFrame(to, frame, context, drawing);
        double top = visibleTop(geometry);
        double bottom = visibleBottom(geometry);
        if (top == geometry.headerHeight() && bottom == geometry.height()) {
            paintCurve(context, drawing);
            return;
        }
        drawing.clip(geometry.timeX(), top, geometry.timeWidth(), Math.max(0, bottom - top));
        paintCurve(context, drawing);
        drawing.unclip();
    }

    private static void paintEventFrame(EventBox box, EventFrame frame, PaintContext context, Drawing drawing) {
        if (!box.isExact()) {
            return;
        }
        // Clips take longer than the frames, and hundreds of arrows may be shown.
        boolean isClipped = !frame.isInside(box, FRAME_MARGIN + FRAME_STROKE / 2);
        if (isClipped) {
            frame.clip(box.isPinned());
        }
        drawing.stroke(context.tokens().accent(), FRAME_STROKE);
        frame.draw(box, FRAME_MARGIN, 3.5);
        if (isClipped) {
            drawing.unclip();
        }
    }

    private void paintCurve(PaintContext context, Drawing drawing) {
        Tokens tokens = context.tokens();
        for (int pass = 0; pass < 2; pass++) {
            drawing.stroke(
                    pass == 0 ? Palette.fade(tokens.halo(), .85) : tokens.accent(), pass == 0 ? 5 : isFocused ? 3 : 2);
            drawing.curve(startX, startY, startControlX(), startY, endControlX(), endY, endX - 6, endY);
        }
        drawing.fill(tokens.accent());
        drawing.polygon(new double[] {endX, endX - 8, endX - 8}, new double[] {endY, endY - 4.5, endY + 4.5});
        drawing.oval(startX - 3.5, startY - 3.5, 7, 7);
    }

    /// Whether the curve leads straight to the right.
    boolean isForward() {
        return endX - startX > MIN_FORWARD_WIDTH;
    }

    /// Horizontal distance between an end of the curve and its control point.
    double bend() {
        return Math.clamp(Math.abs(endX - startX) * .5, MIN_BEND, MAX_BEND);
    }

    /// Position of the control point of the start, at the height of the start.
    public double startControlX() {
        return startX + (isForward() ? bend() : -bend());
    }

    /// Position of the control point of the head, at the height of the head.
    public double endControlX() {
        return endX - bend();
    }

    /// Whether an end is in a pinned row.
    boolean isPinned() {
        return from.isPinned() || to.isPinned();
    }

    /// Whether both ends are in pinned rows.
    boolean isBetweenPinned() {
        return from.isPinned() && to.isPinned();
    }

    /// Top edge of the area in which the curve is visible: below the pinned rows, unless an end is in one of them.
    double visibleTop(Geometry geometry) {
        return isPinned() ? geometry.headerHeight() : geometry.tracksTop();
    }

    /// Bottom edge of the area in which the curve is visible: that of the pinned rows if both ends are in them.
    double visibleBottom(Geometry geometry) {
        return isBetweenPinned() ? geometry.tracksTop() : geometry.height();
    }

    /// Whether no part of the curve is visible.
    boolean isOutside(Geometry geometry) {
        double left = Math.min(Math.min(startX, endX), Math.min(startControlX(), endControlX()));
        double right = Math.max(Math.max(startX, endX), startControlX());
        return right < geometry.timeX()
                || left > geometry.width()
                || Math.max(startY, endY) < visibleTop(geometry)
                || Math.min(startY, endY) > visibleBottom(geometry);
    }

    FlowArrow withPill(DurationPill value) {
        return new FlowArrow(from, to, startX, startY, endX, endY, isFocused, value);
    }
}
