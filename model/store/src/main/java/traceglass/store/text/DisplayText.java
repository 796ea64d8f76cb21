package traceglass.store.text;

import static traceglass.store.language.Translations.tr;

import java.util.Locale;
import traceglass.store.language.Translations;
import traceglass.store.time.TimeText;

/// Formats numbers and sizes.
public final class DisplayText {

    private static final int MAX_LINE_LENGTH = 500;
    /// Units of sizes, each 1024 of the previous one.
    static final String[] SIZES = {"B", "KB", "MB", "GB", "TB"};

    private DisplayText() {}

    /// Formats digits in groups of three: `11 078`.
    public static String grouped(long n) {
        return TimeText.count(n);
    }

    /// Formats a number with its noun: `1 slice`, `9 887 slices`.
    public static String count(long n, String singular, String plural) {
        return grouped(n) + " " + Translations.noun(n, singular, plural);
    }

    /// Returns the beginning of a string from a trace for display in one line, without control characters and
    /// characters that change the text direction. Long strings are cut because their layout takes time.
    public static String oneLine(String text) {
        if (text.length() <= MAX_LINE_LENGTH) {
            return SingleLineText.of(text);
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_LINE_LENGTH - 1)) ? MAX_LINE_LENGTH - 1 : MAX_LINE_LENGTH;
        return SingleLineText.of(text.substring(0, end)) + "…";
    }

    /// Formats bytes in steps of 1024: `512 B`, `14.1 MB`. Whole units have no decimals: `64 MB`.
    public static String size(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1023.5 && unit < SIZES.length - 1) {
            value /= 1024;
            unit++;
        }
        String format = value >= 99.95 || value == Math.rint(value) ? "%.0f %s" : "%.1f %s";
        return Translations.withDecimalMark(String.format(Locale.ROOT, format, value, SIZES[unit]));
    }

    /// Formats a percentage with one decimal: `12.3%`.
    public static String percent(double percent) {
        return oneDecimal(percent) + "%";
    }

    /// Formats a rate in bytes per second: `14.1 MB/s`.
    public static String rate(double bytesPerSecond) {
        return size(Math.round(bytesPerSecond)) + "/s";
    }

    /// Formats the progress of a read: `1.2 of 4.0 GB`.
    public static String progress(long done, long total) {
        int unit = 2;
        double div = 1 << 20;
        if (total >= 1L << 30) {
            unit = 3;
            div = 1 << 30;
        }
        return tr("{0} of {1}", oneDecimal(done / div), oneDecimal(total / div) + " " + SIZES[unit]);
    }

    private static String oneDecimal(double value) {
        return Translations.withDecimalMark(String.format(Locale.ROOT, "%.1f", value));
    }
}
