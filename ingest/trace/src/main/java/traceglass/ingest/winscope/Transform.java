package traceglass.ingest.winscope;

import traceglass.protos.winscope.TransformProto;

/// Affine transform of the plane: `x' = dsdx·x + dtdx·y + tx`, `y' = dtdy·x + dsdy·y + ty`.
record Transform(double dsdx, double dtdx, double tx, double dtdy, double dsdy, double ty) {

    static final Transform IDENTITY = new Transform(1, 0, 0, 0, 1, 0);

    // Bits of `TransformProto.type`, as defined by Android's libui.
    private static final int SCALES = 0x4;
    private static final int FLIPS = 0x300;
    private static final int ROTATES_90 = 0x400;
    private static final int INVALID = 0x8000;
    private static final double EPSILON = 0.000001;

    static Transform translation(double x, double y) {
        return new Transform(1, 0, x, 0, 1, y);
    }

    /// Returns the transform for a message that only has a type, which then determines the whole matrix.
    static Transform ofType(int type, double x, double y) {
        if (isRotated270(type)) {
            return new Transform(0, -1, x, 1, 0, y);
        }
        if (isRotated180(type)) {
            return new Transform(-1, 0, x, 0, -1, y);
        }
        return isRotated90(type) ? new Transform(0, 1, x, -1, 0, y) : translation(x, y);
    }

    /// Returns whether the transform is only a translation and a rotation by a multiple of 90 degrees.
    static boolean isSimple(int type) {
        return (type & (INVALID | SCALES)) == 0;
    }

    static boolean isInvalidRotation(TransformProto t) {
        return (t.getType() & INVALID) != 0;
    }

    static boolean isRotated90(int type) {
        return (type & ROTATES_90) != 0;
    }

    static boolean isRotated180(int type) {
        return (type & FLIPS) == FLIPS;
    }

    static boolean isRotated270(int type) {
        return isRotated90(type) && isRotated180(type);
    }

    Rect apply(Rect r) {
        double x1 = dsdx * r.x() + dtdx * r.y() + tx;
        double y1 = dtdy * r.x() + dsdy * r.y() + ty;
        double x2 = dsdx * r.right() + dtdx * r.bottom() + tx;
        double y2 = dtdy * r.right() + dsdy * r.bottom() + ty;
        return Rect.ofEdges(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
    }

    /// Returns the inverse transform; its elements are infinite if there is none.
    Transform inverse() {
        double i = 1.0 / (dsdx * dsdy - dtdx * dtdy);
        Transform inverted = new Transform(dsdy * i, -dtdx * i, 0, -dtdy * i, dsdx * i, 0);
        return inverted.movedBy(inverted.dsdx * -tx + inverted.dtdx * -ty, inverted.dtdy * -tx + inverted.dsdy * -ty);
    }

    Transform movedBy(double x, double y) {
        return new Transform(dsdx, dtdx, x, dtdy, dsdy, y);
    }

    boolean isValid() {
        return !(Math.abs(dsdx * dsdy - dtdx * dtdy) < EPSILON);
    }
}
