package traceglass.icons;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Application icon: three rounded, staggered bars in one hue at three strengths. It is computed, so that it is sharp
/// at every size; `main` writes the PNG files for packaging.
public final class AppIcon {

    /// Sizes in pixels that window systems and installers use.
    public static final int[] SIZES = {16, 24, 32, 48, 64, 128, 256, 512};

    /// Bars on a grid of 24: x, y, width, height, strength.
    public static final double[][] BARS = {{3, 4, 11, 4, 1}, {7, 10, 14, 4, .55}, {3, 16, 8, 4, .8}};

    private static final int ACCENT = 0x4757CE;
    private static final int STEPS = 4;

    private AppIcon() {}

    /// Returns the icon as `size` rows of `size` pixels, 0xAARRGGBB, not premultiplied, on a transparent
    /// background.
    public static int[] pixels(int size) {
        int[] out = new int[size * size];
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                double alpha = 0;
                for (int s = 0; s < STEPS * STEPS; s++) {
                    int line = s / STEPS;
                    alpha +=
                            strength((x + (s % STEPS + .5) / STEPS) * 24 / size, (y + (line + .5) / STEPS) * 24 / size);
                }
                out[y * size + x] = (int) Math.round(255 * alpha / (STEPS * STEPS)) << 24 | ACCENT;
            }
        }
        return out;
    }

    private static double strength(double x, double y) {
        for (double[] b : BARS) {
            double radius = b[3] / 2;
            double dy = y - b[1] - radius;
            // Skip bars above and below the pixel for speed, because windows wait for their icons.
            if (Math.abs(dy) <= radius) {
                double dx = x - Math.clamp(x, b[0] + radius, b[0] + b[2] - radius);
                if (dx * dx + dy * dy <= radius * radius) {
                    return b[4];
                }
            }
        }
        return 0;
    }

    /// Writes `traceglass-SIZE.png` for every size into the folder in the first argument.
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        for (int size : SIZES) {
            Files.write(folder.resolve("traceglass-" + size + ".png"), Png.encode(pixels(size), size, size));
        }
    }
}
