package traceglass.service.probe.files;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Iterates over text line by line and word by word without copying: call [#nextLine], then [#nextWord] or
/// [#nextKey], then get the word. Spaces and tabs separate words.
public final class LineCursor {

    private byte[] bytes = {};
    private int size;
    private int lineEnd;
    private int position;
    private int start;
    private int end;

    /// Starts at the beginning of a text.
    ///
    /// @param length number of bytes of the text
    public LineCursor set(byte[] text, int length) {
        bytes = text;
        size = length;
        lineEnd = -1;
        position = 0;
        return this;
    }

    /// Moves to the next line. Empty lines count, except at the end.
    public boolean nextLine() {
        if (lineEnd >= size - 1) {
            return false;
        }
        position = lineEnd + 1;
        lineEnd = position;
        while (lineEnd < size && bytes[lineEnd] != '\n') {
            lineEnd++;
        }
        start = position;
        end = position;
        return true;
    }

    /// Moves to the next word of the line.
    public boolean nextWord() {
        skipBlanks();
        if (position >= lineEnd) {
            return false;
        }
        start = position;
        while (position < lineEnd && !isBlank(bytes[position])) {
            position++;
        }
        end = position;
        return true;
    }

    /// Skips words of the line.
    public boolean skipWords(int count) {
        for (int i = 0; i < count; i++) {
            if (!nextWord()) {
                return false;
            }
        }
        return true;
    }

    /// Moves to the text before the next colon of the line, and skips the colon.
    public boolean nextKey() {
        int from = position;
        int colon = from;
        while (colon < lineEnd && bytes[colon] != ':') {
            colon++;
        }
        if (colon == lineEnd) {
            return false;
        }
        start = from;
        end = colon;
        position = colon + 1;
        return true;
    }

    /// Moves to the rest of the line, without leading blanks.
    public void moveToRest() {
        skipBlanks();
        start = position;
        end = lineEnd;
        position = lineEnd;
    }

    /// Moves past the last occurrence of a character in the whole text.
    public boolean skipToLast(char c) {
        lineEnd = size;
        for (int i = size - 1; i >= 0; i--) {
            if (bytes[i] == c) {
                position = i + 1;
                return true;
            }
        }
        return false;
    }

    private void skipBlanks() {
        while (position < lineEnd && isBlank(bytes[position])) {
            position++;
        }
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /// Returns the number at the start of the word, or 0 if it has no digits.
    public long number() {
        int i = start;
        boolean isNegative = i < end && bytes[i] == '-';
        if (isNegative) {
            i++;
        }
        long value = 0;
        while (i < end && bytes[i] >= '0' && bytes[i] <= '9') {
            value = 10 * value + bytes[i++] - '0';
        }
        return isNegative ? -value : value;
    }

    /// Moves to the next word and returns its number, or 0 at the end of the line.
    public long nextNumber() {
        return nextWord() ? number() : 0;
    }

    /// Removes bytes at the end of the word.
    public void shorten(int count) {
        end = Math.max(start, end - count);
    }

    /// Removes bytes at the start of the word.
    public void advance(int count) {
        start = Math.min(end, start + count);
    }

    public boolean startsWith(byte[] text) {
        return end - start >= text.length && Arrays.equals(bytes, start, start + text.length, text, 0, text.length);
    }

    public boolean endsWith(char c) {
        return end > start && bytes[end - 1] == c;
    }

    public boolean endsWith(byte[] text) {
        return end - start >= text.length && Arrays.equals(bytes, end - text.length, end, text, 0, text.length);
    }

    public boolean wordEquals(byte[] text) {
        return end - start == text.length && startsWith(text);
    }

    public byte[] bytes() {
        return bytes;
    }

    /// Index of the first byte of the word.
    public int start() {
        return start;
    }

    /// Index after the last byte of the word.
    public int end() {
        return end;
    }

    public String text() {
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }
}
