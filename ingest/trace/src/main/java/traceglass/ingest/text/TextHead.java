package traceglass.ingest.text;

import java.nio.charset.StandardCharsets;

/// First bytes of a file as text, for recognizing formats by their lines.
public final class TextHead {

    private TextHead() {}

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
