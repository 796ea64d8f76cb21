package traceglass.convert.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Buffer for JSON in UTF-8.
final class JsonBytes {

    private static final int FLUSH_BYTES = 1 << 17;
    private static final int MAX_DIGITS = 20;
    private static final int NS_PER_US = 1000;
    private static final int BILLION = 1_000_000_000;
    private static final int BILLION_DIGITS = 9;
    /// `2^TENTH_BITS / 10`, rounded up.
    private static final long TENTH = 3_435_973_837L;
    private static final int TENTH_BITS = 35;

    private byte[] buffer = new byte[2 * FLUSH_BYTES];
    private int length;

    /// Appends bytes.
    JsonBytes add(byte[] bytes) {
        reserve(bytes.length);
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
        return this;
    }

    /// Appends an ASCII string without quoting or escaping.
    @SuppressWarnings("deprecation") // Copies the low bytes, without a decoder.
    JsonBytes raw(String ascii) {
        reserve(ascii.length());
        ascii.getBytes(0, ascii.length(), buffer, length);
        length += ascii.length();
        return this;
    }

    /// Appends a quoted and escaped string.
    JsonBytes text(String value) {
        return text(value.getBytes(StandardCharsets.UTF_8));
    }

    /// Appends a UTF-8 string, quoted and escaped.
    JsonBytes text(byte[] utf8) {
        reserve(utf8.length + 2);
        int start = length;
        buffer[length++] = '"';
        for (byte b : utf8) {
            if (b >= 0 && b < ' ' || b == '"' || b == '\\') {
                length = start;
                return escaped(utf8);
            }
            buffer[length++] = b;
        }
        buffer[length++] = '"';
        return this;
    }

    private JsonBytes escaped(byte[] utf8) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        raw("\"");
        add(JsonStringEncoder.getInstance().quoteAsUTF8(text));
        return raw("\"");
    }

    /// Appends an integer.
    JsonBytes number(long value) {
        if (value == Long.MIN_VALUE) {
            return raw(Long.toString(value));
        }
        reserve(MAX_DIGITS);
        long remaining = value;
        if (remaining < 0) {
            buffer[length++] = '-';
            remaining = -remaining;
        }
        if (remaining < BILLION) {
            writeDigits((int) remaining, count((int) remaining));
            return this;
        }
        long high = remaining / BILLION;
        if (high < BILLION) {
            writeDigits((int) high, count((int) high));
        } else {
            writeDigits((int) (high / BILLION), count((int) (high / BILLION)));
            writeDigits((int) (high % BILLION), BILLION_DIGITS);
        }
        writeDigits((int) (remaining - high * BILLION), BILLION_DIGITS);
        return this;
    }

    private static int count(int value) {
        int count = 1;
        for (int limit = 10; count < BILLION_DIGITS && value >= limit; limit *= 10) {
            count++;
        }
        return count;
    }

    /// Appends a number below a billion. Divides by multiplying, an optimization that the C1 compiler does not do.
    private void writeDigits(int value, int count) {
        int remaining = value;
        for (int offset = length + count - 1; offset >= length; offset--) {
            int tenth = (int) (remaining * TENTH >>> TENTH_BITS);
            buffer[offset] = (byte) ('0' + remaining - tenth * 10);
            remaining = tenth;
        }
        length += count;
    }

    /// Appends a time in µs with three decimals.
    JsonBytes time(long ns) {
        long micros = ns / NS_PER_US;
        if (ns < 0 && micros == 0) {
            raw("-");
        }
        number(micros);
        reserve(4);
        buffer[length++] = '.';
        writeDigits((int) Math.abs(ns - micros * NS_PER_US), 3);
        return this;
    }

    private void reserve(int bytes) {
        if (buffer.length - length < bytes) {
            buffer = Arrays.copyOf(buffer, Math.max(length + bytes, buffer.length * 2));
        }
    }

    /// Returns a copy of the content and clears it.
    byte[] drain() {
        byte[] content = Arrays.copyOf(buffer, length);
        length = 0;
        return content;
    }

    /// Writes the content if it is large.
    void flushIfLarge(OutputStream out) throws IOException {
        if (length >= FLUSH_BYTES) {
            flush(out);
        }
    }

    /// Writes the content.
    void flush(OutputStream out) throws IOException {
        out.write(buffer, 0, length);
        length = 0;
        if (buffer.length > 16 * FLUSH_BYTES) {
            buffer = new byte[2 * FLUSH_BYTES];
        }
    }
}
