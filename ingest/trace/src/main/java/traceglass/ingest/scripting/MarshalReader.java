package traceglass.ingest.scripting;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads values in Python's `marshal` format (Python/marshal.c), as far as profiles use it: numbers become [Long] or
/// [Double], strings [String], tuples and lists [List], dicts [Map]; other constants become null.
final class MarshalReader {

    private static final int REF = 0x80;
    private static final int MAX_DEPTH = 32;
    private static final int MAX_TEXT_BYTES = 1 << 20;

    private final InputStream in;
    private final List<Object> refs = new ArrayList<>();

    MarshalReader(InputStream in) {
        this.in = in;
    }

    /// Thrown if the data is damaged or of a type that does not occur in profiles.
    static final class DamagedDataException extends IOException {

        private static final long serialVersionUID = 1;

        DamagedDataException(String message) {
            super(message);
        }
    }

    /// Marks the end of a dict.
    private static final Object END = new Object();

    /// Begins the outermost dict, whose entries [#nextEntry] returns one by one, so that a truncated file is
    /// read as far as possible. Returns false if the value is not a dict.
    boolean beginDict() throws IOException {
        int code = in.read();
        if ((code & REF) != 0) {
            refs.add(null);
        }
        return (code & ~REF) == '{';
    }

    /// Reads the next entry of the outermost dict: key and value; null at its end.
    Object[] nextEntry() throws IOException {
        Object key = readValue(1);
        return key == END ? null : new Object[] {key, readValue(1)};
    }

    private int readByte() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException();
        }
        return b;
    }

    private int readInt() throws IOException {
        return readByte() | readByte() << 8 | readByte() << 16 | readByte() << 24;
    }

    private byte[] readBytes(int length) throws IOException {
        if (length < 0 || length > MAX_TEXT_BYTES) {
            throw new DamagedDataException("invalid string length: " + length);
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }

    private Object readValue(int depth) throws IOException {
        int code = readByte();
        int type = code & ~REF;
        if (depth > MAX_DEPTH) {
            throw new DamagedDataException("values are nested too deeply");
        }
        if (type == 'r') {
            int index = readInt();
            if (index < 0 || index >= refs.size()) {
                throw new DamagedDataException("reference to a missing value");
            }
            return refs.get(index);
        }
        int slot = -1;
        if ((code & REF) != 0) {
            slot = refs.size();
            refs.add(null);
        }
        Object value = readPlain(type, depth);
        if (slot >= 0) {
            refs.set(slot, value);
        }
        return value;
    }

    private Object readPlain(int type, int depth) throws IOException {
        return switch (type) {
            case '0' -> END;
            case 'N', 'F', 'T', '.' -> null;
            case 'i' -> (long) readInt();
            case 'I' -> (readInt() & 0xFFFF_FFFFL) | (long) readInt() << 32;
            case 'l' -> readLongNumber();
            case 'g' -> {
                long bits = (readInt() & 0xFFFF_FFFFL) | (long) readInt() << 32;
                yield Double.longBitsToDouble(bits);
            }
            case 'f' -> parseNumber(new String(readBytes(readByte()), StandardCharsets.ISO_8859_1));
            case 'z', 'Z' -> new String(readBytes(readByte()), StandardCharsets.ISO_8859_1);
            case 'a', 'A' -> new String(readBytes(readInt()), StandardCharsets.ISO_8859_1);
            case 'u', 't', 's' -> new String(readBytes(readInt()), StandardCharsets.UTF_8);
            case ')' -> readList(readByte(), depth);
            case '(', '[' -> readList(readInt(), depth);
            case '{' -> readDict(depth);
            default -> throw new DamagedDataException("unknown type " + type);
        };
    }

    private static Double parseNumber(String text) throws DamagedDataException {
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException e) {
            throw new DamagedDataException("invalid number: " + text);
        }
    }

    /// Reads digits of 15 bits each; of numbers beyond 64 bits, the upper part is lost.
    private Long readLongNumber() throws IOException {
        int digits = readInt();
        long value = 0;
        int count = Math.abs(digits);
        if (count < 0 || count > MAX_TEXT_BYTES) {
            throw new DamagedDataException("invalid number of digits: " + count);
        }
        for (int i = 0; i < count; i++) {
            long digit = readByte() | readByte() << 8;
            value |= i < 5 ? digit << 15 * i : 0;
        }
        return digits < 0 ? -value : value;
    }

    private List<Object> readList(int length, int depth) throws IOException {
        if (length < 0) {
            throw new DamagedDataException("invalid list length: " + length);
        }
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            items.add(readValue(depth + 1));
        }
        return Collections.unmodifiableList(items);
    }

    private Map<Object, Object> readDict(int depth) throws IOException {
        Map<Object, Object> entries = new LinkedHashMap<>();
        for (Object key = readValue(depth + 1); key != END; key = readValue(depth + 1)) {
            Object item = readValue(depth + 1);
            if (isPlain(key)) {
                entries.put(key, item);
            }
        }
        return entries;
    }

    /// Returns whether a key contains no nested containers, except itself being a list; hashing nested ones may
    /// take forever.
    private static boolean isPlain(Object key) {
        return !(key instanceof Map)
                && (!(key instanceof List<?> items)
                        || items.stream().noneMatch(i -> i instanceof List || i instanceof Map));
    }
}
