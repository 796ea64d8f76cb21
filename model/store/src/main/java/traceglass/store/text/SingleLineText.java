package traceglass.store.text;

/// Makes text from a trace, a file name or a device safe to show in a label or a terminal.
public final class SingleLineText {

    private static final char DOT = '·';

    private SingleLineText() {}

    /// Replaces control characters, line breaks and characters that change the text direction with dots. Returns the
    /// same object if there are none.
    public static String of(String text) {
        return clean(text, false);
    }

    /// Cleans text like [#of], but keeps tabs and line breaks, for text of several lines.
    public static String keepLines(String text) {
        return clean(text, true);
    }

    private static String clean(String text, boolean keepsLines) {
        for (int i = 0; i < text.length(); i++) {
            if (isUnsafe(text, i, keepsLines)) {
                StringBuilder out = new StringBuilder(text);
                for (int k = i; k < out.length(); k++) {
                    if (isUnsafe(text, k, keepsLines)) {
                        out.setCharAt(k, DOT);
                    }
                }
                return out.toString();
            }
        }
        return text;
    }

    private static boolean isUnsafe(String text, int i, boolean keepsLines) {
        char unit = text.charAt(i);
        if (keepsLines && (unit == '\n' || unit == '\t')) {
            return false;
        }
        if (keepsLines && unit == '\r') {
            // A lone carriage return lets the rest of the line overwrite its beginning.
            return i + 1 == text.length() || text.charAt(i + 1) != '\n';
        }
        return isControl(unit);
    }

    private static boolean isControl(char unit) {
        return unit < ' '
                || unit >= 0x7f && unit < 0xa0
                || unit == 0x61c
                || unit == 0x200e
                || unit == 0x200f
                || unit >= 0x2028 && unit <= 0x202e
                || unit >= 0x2066 && unit <= 0x206f
                || unit == 0xfeff;
    }
}
