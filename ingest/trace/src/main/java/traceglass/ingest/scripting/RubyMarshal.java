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
    private static final int MAX_TEXT_BYTES = 1 << 20;

    private final InputStream in;
    private final List<String> symbols = new ArrayList<>();
    /// Values that later values may refer to by number.
    private final List<Object> objects = new ArrayList<>();

    RubyMarshal(InputStream in) {
        this.in = in;
    }

    /// Thrown if the data ends early, is damaged, or has a type that does not occur in profiles.
    static final class DamagedDataException extends IOException {

        private static final long serialVersionUID = 1;

        DamagedDataException(String message) {
            super(message);
        }
    }

    /// Returns whether a file is a hash in this format.
    static boolean isHash(byte[] head) {
        return head.length > 2 && head[0] == 4 && head[1] == 8 && head[2] == '{';
    }

    /// Begins the outermost hash, whose keys and values [#readValue] returns in turn. Returns the number of its
    /// entries.
    long beginHash() throws IOException {
        if (readByte() != 4 || readByte() != 8 || readByte() != '{') {
            throw new DamagedDataException("not a hash");
        }
        objects.add(null);
        return readInteger();
    }

    Object readValue() throws IOException {
        return readValue(0);
    }

    private int readByte() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new DamagedDataException("the file ends early");
        }
        return b;
    }

    /// Reads an integer of up to 4 bytes. The first byte is its value, with an offset of 5, or the number of bytes
    /// that follow, which is negative for negative integers.
    private long readInteger() throws IOException {
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

    private int readLength() throws IOException {
        long n = readInteger();
        if (n < 0 || n > Integer.MAX_VALUE) {
            throw new DamagedDataException("invalid length: " + n);
        }
        return (int) n;
    }

    private String readText() throws IOException {
        int n = readLength();
        if (n > MAX_TEXT_BYTES) {
            throw new DamagedDataException("invalid string length: " + n);
        }
        byte[] bytes = in.readNBytes(n);
        if (bytes.length < n) {
            throw new DamagedDataException("the file ends early");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private Object readValue(int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new DamagedDataException("values are nested too deeply");
        }
        int type = readByte();
        return switch (type) {
            case '0' -> null;
            case 'T' -> true;
            case 'F' -> false;
            case 'i' -> readInteger();
            case ':' -> {
                symbols.add(readText());
                yield symbols.getLast();
            }
            case ';' -> readReference(symbols);
            case '@' -> readReference(objects);
            case 'I' -> readWithVariables(depth);
            case '"' -> addObject(readText());
            case 'f' -> addObject(parseNumber(readText()));
            case 'l' -> addObject(readBigInteger());
            case '[' -> readArray(depth);
            case '{', '}' -> readHash(depth, type == '}');
            default -> throw new DamagedDataException("unknown type " + (char) type);
        };
    }

    private <T> T readReference(List<T> earlier) throws IOException {
        int i = readLength();
        if (i >= earlier.size()) {
            throw new DamagedDataException("reference to a missing value");
        }
        return earlier.get(i);
    }

    private Object addObject(Object value) {
        objects.add(value);
        return value;
    }

    /// Reads a value with instance variables, such as the encoding of a string, which are skipped.
    private Object readWithVariables(int depth) throws IOException {
        Object value = readValue(depth + 1);
        for (int remaining = readLength(); remaining > 0; remaining--) {
            readValue(depth + 1);
            readValue(depth + 1);
        }
        return value;
    }

    private static double parseNumber(String text) throws DamagedDataException {
        try {
            return switch (text) {
                case "inf" -> Double.POSITIVE_INFINITY;
                case "-inf" -> Double.NEGATIVE_INFINITY;
                case "nan" -> Double.NaN;
                default -> Double.parseDouble(text);
            };
        } catch (NumberFormatException e) {
            throw new DamagedDataException("invalid number: " + text);
        }
    }

    /// Reads an integer of any length; only its lowest 64 bits are kept.
    private long readBigInteger() throws IOException {
        boolean isNegative = readByte() == '-';
        long value = 0;
        long bytes = 2L * readLength();
        for (long i = 0; i < bytes; i++) {
            long b = readByte();
            value |= i < Long.BYTES ? b << 8 * i : 0;
        }
        return isNegative ? -value : value;
    }

    private Object readArray(int depth) throws IOException {
        int slot = objects.size();
        objects.add(null);
        GrowingLongs numbers = new GrowingLongs();
        List<Object> values = null;
        for (int remaining = readLength(); remaining > 0; remaining--) {
            Object value = readValue(depth + 1);
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

    private Object readHash(int depth, boolean hasDefault) throws IOException {
        Map<Object, Object> values = new LinkedHashMap<>();
        objects.add(values);
        for (int remaining = readLength(); remaining > 0; remaining--) {
            Object key = readValue(depth + 1);
            // A reference can make a collection a key of itself; computing its hash code would never end.
            if (key instanceof Map || key instanceof List) {
                throw new DamagedDataException("a collection is used as a key");
            }
            values.put(key, readValue(depth + 1));
        }
        if (hasDefault) {
            readValue(depth + 1);
        }
        return values;
    }
}
