package traceglass.convert.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Buffer for JSON in UTF-8. Texts that occur often are escaped once.
final class JsonBytes {

    private static final int FLUSH = 1 << 17;
    private static final int MAX_CACHED = 1 << 15;
    private static final int MAX_CACHED_LENGTH = 256;
    private static final int MAX_DIGITS = 20;
    private static final int NS_PER_US = 1000;

    private byte[] buffer = new byte[2 * FLUSH];
    private int length;
    private final Map<String, byte[]> quoted = new HashMap<>();

    /// Appends bytes.
    JsonBytes add(byte[] bytes) {
        reserve(bytes.length);
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
        return this;
    }

    /// Appends ASCII text as it is.
    @SuppressWarnings("deprecation") // Copies the low bytes, without a decoder.
    JsonBytes raw(String ascii) {
        reserve(ascii.length());
        ascii.getBytes(0, ascii.length(), buffer, length);
        length += ascii.length();
        return this;
    }

    /// Appends a text in quotation marks.
    JsonBytes text(String value) {
        return add(quote(value));
    }

    private byte[] quote(String value) {
        byte[] known = quoted.get(value);
        if (known == null) {
            String escaped = new String(JsonStringEncoder.getInstance().quoteAsString(value));
            known = ('"' + escaped + '"').getBytes(StandardCharsets.UTF_8);
            if (value.length() <= MAX_CACHED_LENGTH) {
                if (quoted.size() >= MAX_CACHED) {
                    quoted.clear();
                }
                quoted.put(value, known);
            }
        }
        return known;
    }

    /// Appends a whole number.
    JsonBytes number(long value) {
        reserve(MAX_DIGITS);
        if (value == Long.MIN_VALUE) {
            return raw(Long.toString(value));
        }
        long rest = value;
        if (rest < 0) {
            buffer[length++] = '-';
            rest = -rest;
        }
        int start = length;
        do {
            buffer[length++] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        for (int i = start, j = length - 1; i < j; i++, j--) {
            byte b = buffer[i];
            buffer[i] = buffer[j];
            buffer[j] = b;
        }
        return this;
    }

    /// Appends a time in µs with three decimals.
    JsonBytes time(long ns) {
        if (ns < 0 && ns > -NS_PER_US) {
            raw("-");
        }
        number(ns / NS_PER_US);
        reserve(4);
        int decimals = (int) Math.abs(ns % NS_PER_US);
        buffer[length++] = '.';
        buffer[length++] = (byte) ('0' + decimals / 100);
        buffer[length++] = (byte) ('0' + decimals / 10 % 10);
        buffer[length++] = (byte) ('0' + decimals % 10);
        return this;
    }

    private void reserve(int bytes) {
        if (buffer.length - length < bytes) {
            buffer = Arrays.copyOf(buffer, Math.max(length + bytes, buffer.length * 2));
        }
    }

    /// Returns a copy of the content and clears it.
    byte[] take() {
        byte[] content = Arrays.copyOf(buffer, length);
        length = 0;
        return content;
    }

    /// Writes the content once there is much of it.
    void flushIfLarge(OutputStream out) throws IOException {
        if (length >= FLUSH) {
            flush(out);
        }
    }

    /// Writes the content.
    void flush(OutputStream out) throws IOException {
        out.write(buffer, 0, length);
        length = 0;
        if (buffer.length > 16 * FLUSH) {
            buffer = new byte[2 * FLUSH];
        }
    }
}
