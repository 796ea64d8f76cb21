package traceglass.ingest.text;

import java.nio.charset.StandardCharsets;

/// First bytes of a file as text, for recognizing formats by their lines.
public final class TextHead {

    /// Share of control characters above which bytes are no text, even if a damaged text contains a few of them.
    private static final int BINARY_SHARE = 50;

    private TextHead() {}

    /// Returns whether bytes are clearly not a text: at least every fiftieth is a control character other than
    /// those of lines and terminals.
    public static boolean isBinary(byte[] head) {
        int controls = 0;
        for (byte b : head) {
            if (b >= 0 && b < '\t') {
                controls++;
            }
        }
        return controls * BINARY_SHARE > head.length;
    }

    /// Returns the text, "" if the bytes are not a text.
    ///
    /// @param head UTF-8, which may end within a character
    public static String of(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < '\t') {
                return "";
            }
        }
        return new String(head, StandardCharsets.UTF_8);
    }

    /// Returns the text like [#of], "" also for JSON objects.
    public static String exceptJson(byte[] head) {
        return head.length > 0 && head[0] == '{' ? "" : of(head);
    }
}
