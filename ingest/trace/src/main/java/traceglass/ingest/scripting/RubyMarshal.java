package traceglass.ingest.scripting;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.collection.GrowingLongs;

/// Reads values in Ruby's marshal format, version 4.8, as far as profiles use it: numbers become [Long] or [Double],
/// strings and symbols [String], arrays of integers [GrowingLongs], other arrays [List], hashes [Map]. Collections may
/// contain themselves.
final class RubyMarshal {

    private static final int MAX_DEPTH = 32;
    private static final int MAX_TEXT = 1 << 20;

    private final InputStream in;
    private final List<String> symbols = new ArrayList<>();
    /// Values that later ones may refer to by their number.
    private final List<Object> objects = new ArrayList<>();

    RubyMarshal(InputStream in) {
        this.in = in;
    }

    /// Thrown if the data ends early, is damaged, or has a type that does not occur in profiles.
    static final class Damaged extends IOException {

        private static final long serialVersionUID = 1;

        Damaged(String message) {
            super(message);
        }
    }

    /// Returns whether a file is a hash in this format.
    static boolean isHash(byte[] head) {
        return head.length > 2 && head[0] == 4 && head[1] == 8 && head[2] == '{';
    }

    /// Begins the outermost hash, whose keys and values [#value] returns in turn. Returns the number of its entries.
    long beginHash() throws IOException {
        if (readByte() != 4 || readByte() != 8 || readByte() != '{') {
            throw new Damaged("no hash");
        }
        objects.add(null);
        return integer();
    }

    Object value() throws IOException {
        return value(0);
    }

    private int readByte() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new Damaged("the file ends early");
        }
        return b;
    }

    /// Reads an integer of up to 4 bytes. The first byte is its value, with an offset of 5, or the number of bytes
    /// that follow, which is negative for negative integers.
    private long integer() throws IOException {
        int code = (byte) readByte();
        if (code == 0) {
            return 0;
        }
        if (code > 4) {
            return code - 5;
        }
        if (code < -4) {
            return code + 5;
        }
        int bytes = Math.abs(code);
        long value = code < 0 ? -1 : 0;
        for (int i = 0; i < bytes; i++) {
            value = value & ~(0xffL << 8 * i) | (long) readByte() << 8 * i;
        }
        return value;
    }

    private int length() throws IOException {
        long n = integer();
        if (n < 0 || n > Integer.MAX_VALUE) {
            throw new Damaged("length " + n);
        }
        return (int) n;
    }

    private String text() throws IOException {
        int n = length();
        if (n > MAX_TEXT) {
            throw new Damaged("a text of " + n + " bytes");
        }
        byte[] bytes = in.readNBytes(n);
        if (bytes.length < n) {
            throw new Damaged("the file ends early");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private Object value(int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new Damaged("values are nested too deeply");
        }
        int type = readByte();
        return switch (type) {
            case '0' -> null;
            case 'T' -> true;
            case 'F' -> false;
            case 'i' -> integer();
            case ':' -> {
                symbols.add(text());
                yield symbols.getLast();
            }
            case ';' -> at(symbols);
            case '@' -> at(objects);
            case 'I' -> withVariables(depth);
            case '"' -> object(text());
            case 'f' -> object(parseNumber(text()));
            case 'l' -> object(bigInteger());
            case '[' -> array(depth);
            case '{', '}' -> hash(depth, type == '}');
            default -> throw new Damaged("a value of type " + (char) type);
        };
    }

    private <T> T at(List<T> known) throws IOException {
        int i = length();
        if (i >= known.size()) {
            throw new Damaged("a reference to a missing value");
        }
        return known.get(i);
    }

    private Object object(Object value) {
        objects.add(value);
        return value;
    }

    /// Reads a value with instance variables, such as the encoding of a string, which are skipped.
    private Object withVariables(int depth) throws IOException {
        Object value = value(depth + 1);
        for (int remaining = length(); remaining > 0; remaining--) {
            value(depth + 1);
            value(depth + 1);
        }
        return value;
    }

    private static double parseNumber(String text) throws Damaged {
        try {
            return switch (text) {
                case "inf" -> Double.POSITIVE_INFINITY;
                case "-inf" -> Double.NEGATIVE_INFINITY;
                case "nan" -> Double.NaN;
                default -> Double.parseDouble(text);
            };
        } catch (NumberFormatException e) {
            throw new Damaged("the number " + text);
        }
    }

    /// Reads an integer of any length; only its lowest 64 bits are kept.
    private long bigInteger() throws IOException {
        boolean isNegative = readByte() == '-';
        long value = 0;
        long bytes = 2L * length();
        for (long i = 0; i < bytes; i++) {
            long b = readByte();
            value |= i < Long.BYTES ? b << 8 * i : 0;
        }
        return isNegative ? -value : value;
    }

    private Object array(int depth) throws IOException {
        int slot = objects.size();
        objects.add(null);
        GrowingLongs numbers = new GrowingLongs();
        List<Object> values = null;
        for (int remaining = length(); remaining > 0; remaining--) {
            Object value = value(depth + 1);
            if (values == null && value instanceof Long n) {
                numbers.add(n);
                continue;
            }
            if (values == null) {
                values = new ArrayList<>();
                for (int i = 0; i < numbers.size(); i++) {
                    values.add(numbers.get(i));
                }
            }
            values.add(value);
        }
        objects.set(slot, values == null ? numbers : values);
        return objects.get(slot);
    }

    private Object hash(int depth, boolean hasDefault) throws IOException {
        Map<Object, Object> values = new LinkedHashMap<>();
        objects.add(values);
        for (int remaining = length(); remaining > 0; remaining--) {
            Object key = value(depth + 1);
            // A reference can make a collection a key of itself, whose hash code never ends.
            if (key instanceof Map || key instanceof List) {
                throw new Damaged("a collection as a key");
            }
            values.put(key, value(depth + 1));
        }
        if (hasDefault) {
            value(depth + 1);
        }
        return values;
    }
}
