package traceglass.store.text;

/// Makes text from a trace safe to show in one line of a label or a terminal.
public final class SingleLineText {

    private SingleLineText() {}

    /// Replaces control characters, line breaks and characters that override the text direction by dots. Returns
    /// the same object if there are none.
    public static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (breaks(text.charAt(i))) {
                StringBuilder out = new StringBuilder(text);
                for (int k = i; k < out.length(); k++) {
                    if (breaks(out.charAt(k))) {
                        out.setCharAt(k, '·');
                    }
                }
                return out.toString();
            }
        }
        return text;
    }

    private static boolean breaks(char unit) {
        return unit < ' '
                || unit >= 0x7f && unit < 0xa0
                || unit >= 0x2028 && unit <= 0x202e
                || unit >= 0x2066 && unit <= 0x2069
                || unit == 0xfeff;
    }
}
