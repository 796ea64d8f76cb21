package traceglass.render.color;

import java.util.HexFormat;
import traceglass.analysis.track.TrackStyle;

/// All colors of the timeline for one theme, as `0xAARRGGBB`. Immutable.
///
/// Legends, state bars and grids of the application use the same palette, so that an item has the same color
/// everywhere.
public final class Palette {

    private static final int HUES = 32;
    private static final double KERNEL_CHROMA = .03;
    private static final double[] COLOR_BLIND_HUES = {252, 225, 178, 100, 70, 45, 340, 300};

    public final Theme theme;
    public final Tokens tokens;
    public final int sliceText;
    public final int counterLine;
    public final int counterFill;
    public final int secondLine;
    public final int secondFill;
    /// Colors of the first and the second trace in a comparison.
    public final int traceA;
    public final int traceB;

    private final int[] slices = new int[HUES];
    private final int[] summaries = new int[HUES];
    private final int[] kernelFrames = new int[HUES];
    private final int[] instants = new int[HUES];
    private final int[] edges = new int[HUES];

    private Palette(Theme theme) {
        this.theme = theme;
        boolean isDark = theme.isDark();
        tokens = isDark ? Tokens.DARK : Tokens.LIGHT;
        sliceText = isDark ? 0xFFFFFFFF : 0xFF1B1E25;
        counterLine = isDark ? 0xFF8D9AFA : 0xFF6D7FE0;
        counterFill = isDark ? 0x3D8D9AFA : 0x385D70DE;
        secondLine = isDark ? 0xFF3FBFB0 : 0xFF1E9A8D;
        secondFill = isDark ? 0x333FBFB0 : 0x331E9A8D;
        traceA = theme.isColorBlind() ? 0xFF0B6BB0 : counterLine;
        traceB = theme.isColorBlind() ? 0xFFB5490C : secondLine;
        for (int i = 0; i < HUES; i++) {
            double hue = theme.isColorBlind() ? COLOR_BLIND_HUES[i % 8] : i * 11.25 + 4;
            double light = lightness(isDark, theme.isColorBlind(), i / 8 % 3);
            double chroma = theme.isColorBlind() ? .09 : isDark ? .095 : .088;
            slices[i] = Oklch.argb(light, chroma, hue);
            kernelFrames[i] = Oklch.argb(light, KERNEL_CHROMA, hue);
            summaries[i] = Oklch.argb(light + (isDark ? .1 : -.08), chroma * 1.25, hue);
            instants[i] = Oklch.argb(light + (isDark ? .18 : -.18), chroma, hue);
            edges[i] = Oklch.argb(isDark ? .665 : .585, chroma, hue);
        }
    }

    private static double lightness(boolean isDark, boolean isColorBlind, int step) {
        if (!isColorBlind) {
            return isDark ? .505 : .825;
        }
        return isDark ? .54 - .05 * step : .88 - .07 * step;
    }

    public static Palette of(Theme theme) {
        return new Palette(theme);
    }

    /// Hue index from 0 to 31 for a name without its digits: FNV-1a over the UTF-16 units, mixed once. The same on
    /// every machine.
    public static int hueStep(String name) {
        int hash = 0x811c9dc5;
        for (int i = 0; i < name.length(); i++) {
            char unit = name.charAt(i);
            if (unit < '0' || unit > '9') {
                hash = (hash ^ unit) * 0x01000193;
            }
        }
        hash ^= hash >>> 15;
        hash *= 0x2c1b3c6d;
        hash ^= hash >>> 12;
        return hash & HUES - 1;
    }

    /// Color of a slice, or of a CPU slice by process name. A name after [TrackStyle.Colors#FRAME_MARK] is the
    /// outcome of a frame.
    public int slice(String name) {
        return name.indexOf(TrackStyle.Colors.FRAME_MARK) == 0 ? frame(name.substring(1)) : slices[hueStep(name)];
    }

    /// Color of a kernel's frame in a flame graph by the name of its module or function: almost gray.
    public int kernelFrame(String name) {
        return kernelFrames[hueStep(name)];
    }

    /// Color in the summary lanes of a closed group, by thread name.
    public int summary(String name) {
        return summaries[hueStep(name)];
    }

    /// Color of an instant: the slice's hue, darker in the light theme and lighter in the dark one.
    public int instant(String name) {
        return instants[hueStep(name)];
    }

    /// Color of a CPU slice by priority class of the thread: `r` for real time, `h` for above normal, else normal
    /// or lower.
    public int priority(char rank) {
        boolean isDark = theme.isDark();
        return switch (rank) {
            case 'r' -> theme.isColorBlind() ? isDark ? 0xFFB5490C : 0xFFE0834A : isDark ? 0xFFA8444A : 0xFFF0A3A3;
            case 'h' -> isDark ? 0xFF8A6A12 : 0xFFEBCB6B;
            default -> isDark ? 0xFF3E6AA8 : 0xFFA3C3F0;
        };
    }

    /// Color of a log line by Android's priority number: 2 verbose, 3 debug, 4 info, 5 warning, 6 error, 7 fatal.
    public int log(String priority) {
        return switch (priority) {
            case "7", "6" -> tokens.error();
            case "5" -> tokens.warn();
            case "4" -> tokens.ok();
            default -> tokens.control();
        };
    }

    /// Border of a slice in the high-contrast theme.
    public int edge(String name) {
        return edges[hueStep(name)];
    }

    /// Color of a thread state, by its displayed name (`Uninterruptible sleep (IO)`) or its kernel letter (`R+`,
    /// `D`).
    public int state(String state) {
        boolean isDark = theme.isDark();
        boolean isColorBlind = theme.isColorBlind();
        return switch (ThreadStateKind.of(state)) {
            case RUNNING -> isColorBlind ? 0xFF0B6BB0 : isDark ? 0xFF459E45 : 0xFF317D31;
            case RUNNABLE -> isColorBlind ? 0xFF7CC0EC : isDark ? 0xFFA3C23F : 0xFF99BA34;
            case BLOCKED -> isColorBlind ? 0xFFB5490C : isDark ? 0xFFC47C77 : 0xFFA25A57;
            case BLOCKED_IO -> isColorBlind ? 0xFFF0A500 : isDark ? 0xFFF09A1F : 0xFFFF9900;
            case SLEEPING -> tokens.borderStrong();
            case GONE -> isDark ? 0xFF8B8F97 : 0xFFB3B3B3;
            case UNKNOWN -> isDark ? 0xFFCFC3AA : 0xFFF6ECD9;
            case OTHER -> isDark ? 0xFF7B8ADE : 0xFF4053B5;
        };
    }

    /// Color of a frame in Android's frame timeline, by its outcome or `Expected`; a suffix ` (partial)` makes it
    /// paler.
    public int frame(String kind) {
        boolean isDark = theme.isDark();
        boolean isColorBlind = theme.isColorBlind();
        if (kind.endsWith(" (partial)")) {
            return mix(frame(kind.substring(0, kind.length() - " (partial)".length())), tokens.surface(), .55);
        }
        return switch (kind) {
            case "Expected" -> isDark ? 0xFF243029 : 0xFFDCE6DE;
            case "Self Jank" -> isColorBlind ? 0xFFC2500F : isDark ? 0xFFE2592B : 0xFFF4622E;
            case "Other Jank" -> isColorBlind ? 0xFFF2CF2B : isDark ? 0xFFD9B728 : 0xFFF2CF2B;
            case "Dropped Frame" -> isColorBlind ? 0xFF2F4B9C : isDark ? 0xFF2B8FC9 : 0xFF2FA4E3;
            case "Buffer Stuffing", "SurfaceFlinger Stuffing" ->
                isColorBlind ? 0xFF7F848E : isDark ? 0xFF98AD5E : 0xFFC0D588;
            case "Unspecified", "" -> isDark ? 0xFF8B8F97 : 0xFFB3B3B3;
            default -> isColorBlind ? 0xFF8FB8DE : isDark ? 0xFF3E9A4A : 0xFF57B560;
        };
    }

    /// Border of an expected frame, fainter than the border of an actual frame.
    public int expectedFrameEdge() {
        return theme.isDark() ? 0xFF4F6E58 : 0xFF8FAE97;
    }

    /// Text color on a frame.
    public int frameText(String kind) {
        if (kind.equals("Expected")) {
            return tokens.text2();
        }
        boolean isWhite = theme.isColorBlind() && (kind.equals("Self Jank") || kind.equals("Dropped Frame"));
        return isWhite ? 0xFFFFFFFF : theme.isDark() && kind.endsWith(" (partial)") ? tokens.text() : 0xFF141A10;
    }

    /// Text color on a thread state.
    public int stateText(String state) {
        ThreadStateKind kind = ThreadStateKind.of(state);
        if (kind == ThreadStateKind.SLEEPING) {
            // Its gray is used as a line color, so it is dark in the dark theme.
            return tokens.text();
        }
        boolean isWhite = switch (kind) {
            case RUNNING, BLOCKED -> theme.isColorBlind() || !theme.isDark();
            case OTHER -> !theme.isDark();
            default -> false;
        };
        return isWhite ? 0xFFFFFFFF : 0xFF10140E;
    }

    /// Line color of a counter in a chart of several: the first two have the colors of counters, further ones hues
    /// that are far apart, repeated after eight.
    public int series(int index) {
        int position = index % 8;
        if (position < 2) {
            return position == 0 ? counterLine : secondLine;
        }
        double[] hues = {60, 350, 135, 25, 235, 310};
        double hue =
                theme.isColorBlind() ? COLOR_BLIND_HUES[(position + 2) % COLOR_BLIND_HUES.length] : hues[position - 2];
        return Oklch.argb(theme.isDark() ? .74 : .6, theme.isColorBlind() ? .1 : .14, hue);
    }

    /// Text color on a box of any color: black or white, whichever has the higher contrast.
    public static int textOn(int argb) {
        double luminance =
                .2126 * linear(argb >> 16 & 255) + .7152 * linear(argb >> 8 & 255) + .0722 * linear(argb & 255);
        // Both have the same contrast at this luminance, by the formula of the WCAG.
        return luminance > .179 ? 0xFF10140E : 0xFFFFFFFF;
    }

    private static double linear(int channel) {
        double share = channel / 255.0;
        return share <= .04045 ? share / 12.92 : Math.pow((share + .055) / 1.055, 2.4);
    }

    /// Returns `argb` with its opacity multiplied.
    public static int fade(int argb, double opacity) {
        int alpha = (int) Math.round((argb >>> 24) * opacity);
        return alpha << 24 | argb & 0xFFFFFF;
    }

    /// Blends `top` over `bottom` with weight `share`; both are opaque.
    public static int mix(int top, int bottom, double share) {
        int red = (int) Math.round((top >> 16 & 255) * share + (bottom >> 16 & 255) * (1 - share));
        int green = (int) Math.round((top >> 8 & 255) * share + (bottom >> 8 & 255) * (1 - share));
        int blue = (int) Math.round((top & 255) * share + (bottom & 255) * (1 - share));
        return 0xFF000000 | red << 16 | green << 8 | blue;
    }

    /// CSS color: `#RRGGBB`, or `rgba(…)` if not opaque.
    public static String css(int argb) {
        int alpha = argb >>> 24;
        if (alpha == 255) {
            return "#" + HexFormat.of().withUpperCase().toHexDigits(argb & 0xFFFFFF, 6);
        }
        return "rgba(" + (argb >> 16 & 255) + "," + (argb >> 8 & 255) + "," + (argb & 255) + ","
                + Math.round(alpha / .255) / 1000.0 + ")";
    }
}
