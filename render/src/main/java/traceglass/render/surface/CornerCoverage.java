package traceglass.render.surface;

/// Coverage of each pixel by a rounded corner.
public final class CornerCoverage {

    /// Sample points per pixel along each side.
    private static final int SAMPLES = 8;

    private final double radius;
    private final int size;
    private final float[] coverage;

    /// @param radius radius in pixels
    public CornerCoverage(double radius) {
        this.radius = radius;
        size = (int) Math.ceil(radius);
        coverage = new float[size * size];
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                coverage[row * size + column] = (float) coverage(column, row) / (SAMPLES * SAMPLES);
            }
        }
    }

    private int coverage(int column, int row) {
        int inside = 0;
        for (int i = 0; i < SAMPLES * SAMPLES; i++) {
            int line = i / SAMPLES;
            double dx = Math.max(0, radius - (column + (i % SAMPLES + .5) / SAMPLES));
            double dy = Math.max(0, radius - (row + (line + .5) / SAMPLES));
            inside += dx * dx + dy * dy <= radius * radius ? 1 : 0;
        }
        return inside;
    }

    public double radius() {
        return radius;
    }

    /// Number of rows, and columns, of pixels that the corner touches.
    public int size() {
        return size;
    }

    /// Color premultiplied by its alpha and by the coverage of a pixel; columns and rows count from the outermost
    /// one.
    public int shade(int argb, int column, int row) {
        float share = coverage[row * size + column];
        return Math.round((argb >>> 24) * share) << 24
                | Math.round((argb >> 16 & 255) * share) << 16
                | Math.round((argb >> 8 & 255) * share) << 8
                | Math.round((argb & 255) * share);
    }
}
