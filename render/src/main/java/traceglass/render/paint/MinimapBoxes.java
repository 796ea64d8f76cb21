package traceglass.render.paint;

import java.util.Arrays;
import java.util.List;
import traceglass.analysis.sched.MinimapData;
import traceglass.render.color.Palette;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.MinimapScale;
import traceglass.render.surface.Pen;

/// Boxes of the load over the whole trace. Computed once, because they stay while the window moves. Adjacent boxes
/// that look the same are merged.
final class MinimapBoxes {

    private static final double TALL_LANE = 7;

    private final MinimapData minimap;
    private final Palette palette;
    private final MinimapScale scale;
    private final double height;
    private final Pen pen;
    private int size;
    private int[] argb = new int[256];
    /// Left, top, width and height of each box, px.
    private double[] positions = new double[4 * 256];

    /// @param isPair whether the lanes belong to two traces
    MinimapBoxes(MinimapData minimap, boolean isPair, TimelineModel model, MinimapScale scale, double height, Pen pen) {
        this.minimap = minimap;
        this.palette = model.palette();
        this.scale = scale;
        this.height = height;
        this.pen = pen;
        List<MinimapData.Lane> lanes = minimap.lanes();
        double pxPerNs = scale.pxPerNs();
        double origin = scale.left() + (minimap.start() - scale.start()) * pxPerNs;
        double bucket = minimap.bucketNs() * pxPerNs;
        double pitch = (height - 8) / lanes.size();
        double gap = pitch >= 3 ? 1 : 0;
        for (int lane = 0; lane < lanes.size(); lane++) {
            float[] load = lanes.get(lane).load();
            double y = pitch >= 3 ? Math.round(4 + lane * pitch) : 4 + lane * pitch;
            double h = pitch >= 3 ? Math.max(1, Math.floor(pitch - gap)) : pitch;
            if (pitch >= TALL_LANE) {
                paintBars(
                        load,
                        origin,
                        bucket,
                        y,
                        h,
                        isPair
                                ? Palette.fade(lane == 0 ? palette.traceA : palette.traceB, .8)
                                : Palette.fade(palette.tokens.accent(), .5));
            } else {
                paintShades(load, origin, bucket, y, h);
            }
        }
    }

    /// Whether the boxes are still valid.
    boolean matches(MinimapData data, TimelineModel model, MinimapScale newScale, double newHeight) {
        return minimap == data && palette == model.palette() && scale.equals(newScale) && height == newHeight;
    }

    void paint() {
        for (int i = 0; i < size; i++) {
            pen.rect(argb[i], positions[4 * i], positions[4 * i + 1], positions[4 * i + 2], positions[4 * i + 3]);
        }
    }

    /// Shows load as the strength of the color if the lane is not high enough for bars.
    private void paintShades(float[] load, double origin, double bucket, double y, double height) {
        int accent = palette.tokens.accent();
        double open = 0;
        int from = 0;
        for (int i = 0; i <= load.length; i++) {
            // The eye cannot distinguish more than twenty shades, and few shades keep the number of paints small.
            double shade =
                    i < load.length && load[i] > .02 ? Math.round(Math.min(1, .22 + load[i] * .75) * 20) / 20.0 : 0;
            if (shade == open && i < load.length) {
                continue;
            }
            if (open > 0) {
                double x = pen.snap(origin + from * bucket);
                add(Palette.fade(accent, open), x, y, pen.snap(origin + i * bucket) - x, height);
            }
            open = shade;
            from = i;
        }
    }

    /// Shows load as the height of bars in one color.
    private void paintBars(float[] load, double origin, double bucket, double y, double height, int color) {
        double open = 0;
        int from = 0;
        for (int i = 0; i <= load.length; i++) {
            double barHeight =
                    i < load.length && load[i] > .02 ? Math.max(1, Math.round(height * Math.min(1, load[i]))) : 0;
            if (barHeight == open && i < load.length) {
                continue;
            }
            if (open > 0) {
                double x = pen.snap(origin + from * bucket);
                add(color, x, y + height - open, pen.snap(origin + i * bucket) - x, open);
            }
            open = barHeight;
            from = i;
        }
    }

    private void add(int color, double x, double y, double width, double height) {
        if (size == argb.length) {
            argb = Arrays.copyOf(argb, 2 * size);
            positions = Arrays.copyOf(positions, 8 * size);
        }
        argb[size] = color;
        positions[4 * size] = x;
        positions[4 * size + 1] = y;
        positions[4 * size + 2] = width;
        positions[4 * size + 3] = height;
        size++;
    }
}
