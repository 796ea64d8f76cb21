package traceglass.render.color;

/// Conversion from OKLCH to sRGB, with the matrices of Björn Ottosson's definition of OKLab (2020).
public final class Oklch {

    private Oklch() {}

    /// Returns an opaque `0xAARRGGBB`. Lightness is 0 to 1, chroma from 0, hue in degrees; colors outside sRGB are
    /// clipped.
    public static int argb(double lightness, double chroma, double hueDegrees) {
        double hue = Math.toRadians(hueDegrees);
        double a = chroma * Math.cos(hue);
        double b = chroma * Math.sin(hue);
        double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
        double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
        double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
        int red = channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
        int green = channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
        int blue = channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
        return 0xFF000000 | red << 16 | green << 8 | blue;
    }

    private static double cube(double value) {
        return value * value * value;
    }

    private static int channel(double linear) {
        double clipped = Math.clamp(linear, 0, 1);
        double encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * Math.pow(clipped, 1 / 2.4) - 0.055;
        return (int) Math.round(encoded * 255);
    }
}
