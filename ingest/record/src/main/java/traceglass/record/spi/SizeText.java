package traceglass.record.spi;

import java.util.Locale;

/// Formats sizes and durations.
public final class SizeText {

    private SizeText() {}

    /// Formats bytes with a unit of powers of 1000: `61.8 MB`.
    public static String text(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        String[] units = {"KB", "MB", "GB", "TB", "PB"};
        double value = bytes / 1000.0;
        int unit = 0;
        while (value >= 999.5 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, value < 99.95 ? "%.1f %s" : "%.0f %s", value, units[unit]);
    }

    /// Formats a buffer size, which is counted in powers of 1024 but uses the same units: `64 MB`.
    public static String buffer(long kb) {
        if (kb >= 1 << 20) {
            return trimmed(kb / 1048576.0) + " GB";
        }
        return kb >= 1024 ? trimmed(kb / 1024.0) + " MB" : kb + " KB";
    }

    private static String trimmed(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }

    /// Formats a duration in its largest unit, with the next smaller one for the rest: `10 s`, `1 min 30 s`, `250
    /// ms`.
    public static String duration(long ms) {
        if (ms < 1000) {
            return ms + " ms";
        }
        long s = ms / 1000;
        long rest = ms % 1000;
        if (s < 60) {
            return rest == 0 ? s + " s" : String.format(Locale.ROOT, "%.1f s", ms / 1000.0);
        }
        if (s < 3600) {
            return s / 60 + " min" + (s % 60 == 0 ? "" : " " + s % 60 + " s");
        }
        return s / 3600 + " h" + (s % 3600 / 60 == 0 ? "" : " " + s % 3600 / 60 + " min");
    }
}
