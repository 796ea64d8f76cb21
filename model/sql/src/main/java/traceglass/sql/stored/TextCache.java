package traceglass.sql.stored;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import traceglass.store.table.StringPool;

/// Decodes strings; reuses the object of an equal string that occurred before. Used by one thread.
final class TextCache {

    private static final int MAX_TEXT = 128;
    private static final int MAX_TEXTS = 1 << 14;

    private StringPool texts = new StringPool();

    /// Returns the string that an array contains in UTF-8.
    String get(byte[] utf8, int offset, int length) {
        if (length > MAX_TEXT) {
            return new String(utf8, offset, length, StandardCharsets.UTF_8);
        }
        if (texts.size() > MAX_TEXTS) {
            texts = new StringPool();
        }
        return Objects.requireNonNull(texts.get(texts.intern(utf8, offset, length)));
    }
}
