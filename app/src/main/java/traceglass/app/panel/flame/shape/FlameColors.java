package traceglass.app.panel.flame.shape;

import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.KernelFrames;
import traceglass.analysis.flame.function.FlameFunctions;
import traceglass.render.color.Palette;

/// Colors of frames: by module or name with kernel frames in gray, or by growth in a comparison.
public final class FlameColors {

    private static final int MORE_LIGHT = 0xFFE5766B;
    private static final int LESS_LIGHT = 0xFF7FA6EA;
    private static final int MORE_DARK = 0xFFB0443C;
    private static final int LESS_DARK = 0xFF3F66B4;

    private FlameColors() {}

    /// Color of a frame, ARGB.
    public static int fill(FlameGraph tree, int node, Palette palette, boolean isByModule) {
        if (tree.isDifference()) {
            return node == 0 ? palette.tokens.surface3() : difference(tree.baseTotal(node), tree.total(node), palette);
        }
        String module = tree.module(node);
        String key = isByModule && !module.isEmpty() ? module : tree.name(node);
        return KernelFrames.isKernel(module) ? palette.kernelFrame(key) : palette.slice(key);
    }

    /// Color of a function, ARGB: the color of its frames.
    public static int fill(
            FlameFunctions.Function function, boolean isDifference, Palette palette, boolean isByModule) {
        if (isDifference) {
            return difference(function.base(), function.total(), palette);
        }
        String key = isByModule && !function.module().isEmpty() ? function.module() : function.name();
        return KernelFrames.isKernel(function.module()) ? palette.kernelFrame(key) : palette.slice(key);
    }

    /// Gray for no change, up to full red for new frames and full blue for removed ones.
    private static int difference(long before, long now, Palette palette) {
        boolean isDark = luminance(palette.tokens.surface()) < .5;
        long larger = Math.max(before, now);
        double share = larger == 0 ? 0 : (double) (now - before) / larger;
        int color = share > 0 ? isDark ? MORE_DARK : MORE_LIGHT : isDark ? LESS_DARK : LESS_LIGHT;
        // Small changes must still be distinguishable from none.
        return share == 0
                ? palette.tokens.surface3()
                : Palette.mix(color, palette.tokens.surface3(), .2 + .8 * Math.abs(share));
    }

    /// Color of the label on a frame, ARGB.
    public static int text(FlameGraph tree, int node, Palette palette) {
        return node == 0 || tree.isDifference() ? palette.tokens.text() : palette.sliceText;
    }

    private static double luminance(int argb) {
        return ((argb >> 16 & 255) * .299 + (argb >> 8 & 255) * .587 + (argb & 255) * .114) / 255;
    }
}
