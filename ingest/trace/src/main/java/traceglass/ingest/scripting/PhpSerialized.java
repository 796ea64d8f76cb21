package traceglass.ingest.scripting;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// Reader of the text that PHP's `serialize` writes: arrays of strings and numbers. Objects are not supported.
final class PhpSerialized {

    /// Maximum length of a string in bytes.
    private static final int MAX_STRING = 1 << 20;
    private static final int MAX_DIGITS = 32;

    private final InputStream in;

    /// @param in input, which should be buffered
    PhpSerialized(InputStream in) {
        this.in = in;
    }

    /// Thrown if the text is invalid at this position.
    static final class DamagedDataException extends IOException {
        private static final long serialVersionUID = 1;

        DamagedDataException(String message) {
            super(message);
        }
    }

    /// Reads the start of an array and returns its number of elements; returns -1 if the value is not an array.
    long beginArray() throws IOException {
        int type = in.read();
        if (type != 'a') {
            skip(type);
            return -1;
        }
        expect(':');
        long count = Math.max(0, (long) readNumber(':'));
        expect('{');
        return count;
    }

    void endArray() throws IOException {
        expect('}');
    }

    /// Reads a string, or a number as a string.
    String readText() throws IOException {
        int type = in.read();
        expect(':');
        if (type != 's') {
            return readDigits(';');
        }
        double length = readNumber(':');
        if (!(length >= 0 && length <= MAX_STRING)) {
            throw new DamagedDataException("invalid string length: " + length);
        }
        expect('"');
        byte[] bytes = in.readNBytes((int) length);
        expect('"');
        expect(';');
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// Reads a value and returns it if it is a number; returns 0 otherwise.
    double readNumber() throws IOException {
        int type = in.read();
        if (type != 'i' && type != 'd') {
            skip(type);
            return 0;
        }
        expect(':');
        return readNumber(';');
    }

    /// Skips a value whose type was read.
    private void skip(int type) throws IOException {
        long open = 0;
        for (int t = type; ; t = in.read()) {
            switch (t) {
                case 'N' -> expect(';');
                case 'i', 'd', 'b' -> {
                    expect(':');
                    readDigits(';');
                }
                case 's' -> {
                    expect(':');
                    in.skipNBytes(Math.clamp((long) readNumber(':'), 0, MAX_STRING) + 3);
                }
                case 'a' -> {
                    expect(':');
                    readNumber(':');
                    expect('{');
                    open++;
                }
                case '}' -> open--;
                case -1 -> throw new EOFException();
                default -> throw new DamagedDataException("unknown type " + (char) t);
            }
            if (open <= 0) {
                return;
            }
        }
    }

    private void expect(int c) throws IOException {
        int read = in.read();
        if (read < 0) {
            throw new EOFException();
        }
        if (read != c) {
            throw new DamagedDataException("found '" + (char) read + "' instead of '" + (char) c + "'");
        }
    }

    private double readNumber(int end) throws IOException {
        String digits = readDigits(end);
        try {
            return Double.parseDouble(digits);
        } catch (NumberFormatException e) {
            throw new DamagedDataException("invalid number: " + digits);
        }
    }

    private String readDigits(int end) throws IOException {
        StringBuilder digits = new StringBuilder();
        for (int c = in.read(); c != end; c = in.read()) {
            if (c < 0) {
                throw new EOFException();
            }
            if (digits.length() > MAX_DIGITS) {
                throw new DamagedDataException("number with more than " + MAX_DIGITS + " digits");
            }
            digits.append((char) c);
        }
        return digits.toString();
    }
}
