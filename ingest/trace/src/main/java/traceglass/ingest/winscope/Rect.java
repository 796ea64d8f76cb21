package traceglass.ingest.winscope;

import traceglass.protos.winscope.FloatRectProto;
import traceglass.protos.winscope.RectProto;

/// Rectangle in pixels; empty unless both sides are greater than 0.
record Rect(double x, double y, double w, double h) {

    static final Rect EMPTY = new Rect(0, 0, 0, 0);

    /// Tolerance below which two positions are considered equal.
    private static final double TOLERANCE = 0.01;

    /// Radii of the four corners: top left, top right, bottom left, bottom right.
    record Corners(double tl, double tr, double bl, double br) {

        static final Corners SQUARE = new Corners(0, 0, 0, 0);

        Corners plus(Corners c) {
            return new Corners(tl + c.tl, tr + c.tr, bl + c.bl, br + c.br);
        }
    }

    static Rect ofEdges(double left, double top, double right, double bottom) {
        return new Rect(left, top, right - left, bottom - top);
    }

    static Rect of(RectProto r) {
        return ofEdges(r.getLeft(), r.getTop(), r.getRight(), r.getBottom());
    }

    static Rect of(FloatRectProto r) {
        return ofEdges(r.getLeft(), r.getTop(), r.getRight(), r.getBottom());
    }

    double right() {
        return x + w;
    }

    double bottom() {
        return y + h;
    }

    boolean isEmpty() {
        return w <= 0 || h <= 0;
    }

    /// Returns the intersection; a side is negative if the rectangles do not overlap.
    Rect crop(Rect other) {
        return ofEdges(
                Math.max(x, other.x),
                Math.max(y, other.y),
                Math.min(right(), other.right()),
                Math.min(bottom(), other.bottom()));
    }

    boolean isCloseTo(Rect other) {
        return isClose(x, other.x) && isClose(y, other.y) && isClose(w, other.w) && isClose(h, other.h);
    }

    /// Returns whether `inner` is within this rectangle, taking rounded corners into account.
    boolean contains(Corners corners, Rect inner, Corners innerCorners) {
        if (isEmpty()
                || !(isAtMost(x, inner.x)
                        && isAtMost(y, inner.y)
                        && isAtMost(inner.right(), right())
                        && isAtMost(inner.bottom(), bottom()))) {
            return false;
        }
        // If this corner has the larger radius, the midpoint of the inner corner's arc must lie within this corner's
        // circle, unless it is further inside.
        return containsCorner(
                        corners.tl,
                        x + corners.tl,
                        y + corners.tl,
                        innerCorners.tl,
                        inner.x + innerCorners.tl,
                        inner.y + innerCorners.tl,
                        true,
                        true)
                && containsCorner(
                        corners.tr,
                        right() - corners.tr,
                        y + corners.tr,
                        innerCorners.tr,
                        inner.right() - innerCorners.tr,
                        inner.y + innerCorners.tr,
                        false,
                        true)
                && containsCorner(
                        corners.bl,
                        x + corners.bl,
                        bottom() - corners.bl,
                        innerCorners.bl,
                        inner.x + innerCorners.bl,
                        inner.bottom() - innerCorners.bl,
                        true,
                        false)
                && containsCorner(
                        corners.br,
                        right() - corners.br,
                        bottom() - corners.br,
                        innerCorners.br,
                        inner.right() - innerCorners.br,
                        inner.bottom() - innerCorners.br,
                        false,
                        false);
    }

    private static boolean containsCorner(
            double radius,
            double cx,
            double cy,
            double innerRadius,
            double ix,
            double iy,
            boolean isLeft,
            boolean isTop) {
        boolean isInsideX = isLeft ? cx < ix : cx >= ix;
        boolean isInsideY = isTop ? cy < iy : cy >= iy;
        double dx = ix - cx;
        double dy = iy - cy;
        return radius <= innerRadius || isInsideX || isInsideY || dx * dx + dy * dy <= radius * radius + TOLERANCE;
    }

    /// Returns whether the rectangles overlap. Like Perfetto, also counts rectangles that only touch vertically.
    boolean intersects(Rect other) {
        return x < other.right()
                && other.x < right()
                && y <= other.bottom()
                && other.y <= bottom()
                && (right() > other.right() ? other.w : w) > 0
                && (bottom() > other.bottom() ? other.h : h) > 0;
    }

    private static boolean isClose(double a, double b) {
        return Math.abs(a - b) < TOLERANCE;
    }

    private static boolean isAtMost(double a, double b) {
        return a <= b || isClose(a, b);
    }
}
