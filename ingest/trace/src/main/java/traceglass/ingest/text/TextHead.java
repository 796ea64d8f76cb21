package traceglass.ingest.text;

import java.nio.charset.StandardCharsets;

/// Decodes the first bytes of a file as text, for recognizing formats by their lines.
public final class TextHead {

    /// If at least one in this many bytes is a control character, the bytes are binary; damaged text may
    /// contain a few.
    private static final int BINARY_SHARE = 50;

    private TextHead() {}

    /// Returns whether bytes clearly are not text: at least every fiftieth byte is a control character not used in
    /// lines or by terminals.
    public static boolean isBinary(byte[] head) {
        int controls = 0;
        for (byte b : head) {
            if (b >= 0 && b < '\t') {
                controls++;
            }
        }
        return controls * BINARY_SHARE > head.length;
    }

    /// Returns the text; "" if the bytes are not text.
    ///
    /// @param head bytes in UTF-8, which may end within a character
    public static String of(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < '\t') {
                return "";
            }
        }
        return new String(head, StandardCharsets.UTF_8);
    }

    /// Returns the text like [#of]; also returns "" for JSON objects.
    public static String exceptJson(byte[] head) {
        return head.length > 0 && head[0] == '{' ? "" : of(head);
    }
}
