package traceglass.render;

import java.util.Arrays;

/// Figures about painting, collected while it goes on. Belongs to the JavaFX thread.
final class PaintStats {

    private static final int KEEP = 100_000;

    private double[] millis = new double[256];
    private int frames;
    private int blank;

    void frame(long nanos, boolean wasBlank) {
        if (frames >= KEEP) {
            clear();
        }
        if (frames == millis.length) {
            millis = Arrays.copyOf(millis, frames * 2);
        }
        millis[frames++] = nanos / 1e6;
        blank += wasBlank ? 1 : 0;
    }

    void clear() {
        frames = 0;
        blank = 0;
    }

    double[] millis() {
        return Arrays.copyOf(millis, frames);
    }

    /// Frames in which something visible had nothing to show.
    int blank() {
        return blank;
    }
}
