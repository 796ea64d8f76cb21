package traceglass.store.text;

/// Texts as JSON writes them (RFC 8259, section 7).
public final class JsonString {

    private JsonString() {}

    /// The text with its quotes.
    public static String quoted(String text) {
        return append(text, new StringBuilder(text.length() + 2)).toString();
    }

    /// Appends the text with its quotes. Half of a surrogate pair is escaped as well, since no file can hold it.
    public static StringBuilder append(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                default -> {
                    if (c < ' ' || Character.isSurrogate(c) && isLone(text, i)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"');
    }

    private static boolean isLone(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
                : i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
    }
}
