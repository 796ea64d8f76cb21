package traceglass.render;

import java.util.Arrays;

/// Statistics of painting, collected while it runs. Used on the JavaFX thread.
public final class PaintStats {

    private static final int MAX_FRAMES = 100_000;

    private double[] millis = new double[256];
    private double[] cpuMillis = new double[256];
    private int frames;
    private int blank;

    /// Records a painted frame.
    ///
    /// @param nanos elapsed time of painting, ns
    /// @param cpuNanos CPU time of the thread while painting, ns; less than `nanos` on a busy machine
    /// @param wasBlank whether a visible part of a track had nothing to show
    void recordFrame(long nanos, long cpuNanos, boolean wasBlank) {
        if (frames >= MAX_FRAMES) {
            clear();
        }
        if (frames == millis.length) {
            millis = Arrays.copyOf(millis, frames * 2);
            cpuMillis = Arrays.copyOf(cpuMillis, frames * 2);
        }
        cpuMillis[frames] = cpuNanos / 1e6;
        millis[frames++] = nanos / 1e6;
        blank += wasBlank ? 1 : 0;
    }

    public void clear() {
        frames = 0;
        blank = 0;
    }

    public double[] millis() {
        return Arrays.copyOf(millis, frames);
    }

    public double[] cpuMillis() {
        return Arrays.copyOf(cpuMillis, frames);
    }

    /// Time within each frame in which the thread had no CPU, ms.
    public double[] waitMillis() {
        double[] wait = millis();
        for (int i = 0; i < frames; i++) {
            wait[i] = Math.max(0, wait[i] - cpuMillis[i]);
        }
        return wait;
    }

    /// Number of frames in which a visible part of a track had nothing to show.
    public int blank() {
        return blank;
    }
}
