package traceglass.ingest.json.text;

import java.nio.charset.StandardCharsets;

/// Reads JSON values from a byte array one by one, without creating objects for them. After [#readValue] the
/// cursor holds the kind and content of the value: the bytes of a string, the value of a number, or the byte range of
/// an object or array, which another cursor (or this one, later) can enter.
///
/// Lenient about deviations that occur in real files: `NaN` and `Infinity` are numbers, and strings may contain
/// control characters.
public final class JsonCursor {

    private byte[] buffer = {};
    private int position;
    private int limit;

    private JsonKind kind = JsonKind.NULL;
    private long longValue;
    private double doubleValue;
    private byte[] text = {};
    private int textStart;
    private int textLength;
    private int start;
    private int end;
    private final JsonEscapes escapes = new JsonEscapes();
    private final JsonEscapes keyEscapes = new JsonEscapes();

    private byte[] key = {};
    private int keyStart;
    private int keyLength;
    private long keyWord;

    /// Starts reading at `from`.
    public void reset(byte[] bytes, int from, int to) {
        buffer = bytes;
        position = from;
        limit = to;
    }

    /// Returns the offset of the next byte.
    public int position() {
        return position;
    }

    /// Continues at this offset.
    public void moveTo(int newPosition) {
        position = newPosition;
    }

    /// Returns the offset after the last byte.
    public int limit() {
        return limit;
    }

    /// Returns the array from which this cursor reads.
    public byte[] buffer() {
        return buffer;
    }

    /// Consumes whitespace.
    public void skipSpace() {
        int p = position;
        while (p < limit && isSpace(buffer[p])) {
            p++;
        }
        position = p;
    }

    /// Returns whether a byte is whitespace in JSON.
    public static boolean isSpace(byte c) {
        return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t');
    }

    /// Returns the position of the first byte at or after `p` that is not whitespace.
    private int nextNonSpace(int p) {
        byte[] b = buffer;
        int n = limit;
        while (p < n && isSpace(b[p])) {
            p++;
        }
        if (p >= n) {
            position = p;
            throw JsonSyntaxException.INCOMPLETE;
        }
        return p;
    }

    /// Returns the next byte that is not whitespace without consuming it.
    ///
    /// @throws JsonSyntaxException if the input ends first
    public byte peek() {
        if (position >= limit || buffer[position] <= ' ') {
            position = nextNonSpace(position);
        }
        return buffer[position];
    }

    /// Consumes the next byte that is not whitespace, which must be `c`.
    public void expect(char c) {
        byte next = peek();
        if (next != c) {
            throw new JsonSyntaxException("expected '" + c + "', found '" + (char) (next & 0xff) + "'");
        }
        position++;
    }

    /// Consumes an optional `,`, then a key and its colon. At the end of the object, consumes the brace and returns
    /// false.
    public boolean nextKey() {
        // Fast path for nearly all keys: no whitespace, no escapes, and the colon follows directly. The first
        // compiler, which compiles most imports, inlines hardly anything, so there are no calls here.
        byte[] b = buffer;
        int n = limit;
        int p = position;
        if (p < n && b[p] == ',') {
            p++;
        }
        if (p < n && b[p] == '"') {
            int from = p + 1;
            byte c = 0;
            long word = 0;
            for (p = from; p < n && (c = b[p]) != '"' && c != '\\'; p++) {
                word = word << 8 | c & 0xff;
            }
            if (p + 1 < n && c == '"' && b[p + 1] == ':') {
                key = b;
                keyStart = from;
                keyLength = p - from;
                keyWord = p - from <= 8 ? word : 0;
                position = p + 2;
                return true;
            }
        }
        return nextSpacedKey();
    }

    /// Reads a key like [#nextKey], but also if it is surrounded by whitespace or has escapes, and at the end
    /// of the object.
    private boolean nextSpacedKey() {
        byte[] b = buffer;
        int p = nextNonSpace(position);
        byte c = b[p];
        if (c == ',') {
            p = nextNonSpace(p + 1);
            c = b[p];
        }
        if (c == '}') {
            position = p + 1;
            return false;
        }
        position = p;
        if (c != '"') {
            throw new JsonSyntaxException("expected a key, found '" + (char) (c & 0xff) + "'");
        }
        readKey();
        expect(':');
        return true;
    }

    private void readKey() {
        readString(keyEscapes);
        key = text;
        keyStart = textStart;
        keyLength = textLength;
        long word = 0;
        for (int i = keyStart, to = keyLength <= 8 ? keyStart + keyLength : 0; i < to; i++) {
            word = word << 8 | key[i] & 0xff;
        }
        keyWord = word;
    }

    /// Consumes an optional `,`. At the end of the array, consumes the bracket and returns false.
    public boolean nextElement() {
        byte c = peek();
        if (c == ',') {
            position++;
            c = peek();
        }
        if (c == ']') {
            position++;
            return false;
        }
        return true;
    }

    /// Returns whether the key just read equals `s`.
    public boolean isKey(String s) {
        return isSame(key, keyStart, keyLength, s);
    }

    /// Returns the length in bytes of the key just read.
    public int keyLength() {
        return keyLength;
    }

    /// Returns the key just read, packed into a `long` with the last byte in the lowest bits; 0 if it has more
    /// than eight bytes.
    public long keyWord() {
        return keyWord;
    }

    /// Returns the key just read.
    public String key() {
        return new String(key, keyStart, keyLength, StandardCharsets.UTF_8);
    }

    /// Returns the array with the key just read, unescaped and in UTF-8.
    public byte[] keyBytes() {
        return key;
    }

    /// Returns the offset of the key in [#keyBytes].
    public int keyOffset() {
        return keyStart;
    }

    /// Returns whether the string just read equals `s`.
    public boolean isText(String s) {
        return kind == JsonKind.STRING && isSame(text, textStart, textLength, s);
    }

    private static boolean isSame(byte[] b, int from, int length, String s) {
        if (s.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (b[from + i] != s.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// Returns the kind of the value just read.
    public JsonKind kind() {
        return kind;
    }

    /// Returns the integer just read.
    public long longValue() {
        return longValue;
    }

    /// Returns the number just read as a double, whether it is an integer or not.
    public double number() {
        return kind == JsonKind.LONG ? longValue : doubleValue;
    }

    /// Returns whether the value just read is a number.
    public boolean isNumber() {
        return kind == JsonKind.LONG || kind == JsonKind.DOUBLE;
    }

    /// Returns the array with the string just read, unescaped and in UTF-8. Valid until the next value is read.
    public byte[] text() {
        return text;
    }

    /// Returns the offset of the string in [#text].
    public int textStart() {
        return textStart;
    }

    /// Returns the length of the string in bytes.
    public int textLength() {
        return textLength;
    }

    /// Returns the string just read.
    public String textString() {
        return new String(text, textStart, textLength, StandardCharsets.UTF_8);
    }

    /// Returns the offset in the buffer of the object, array or real number just read.
    public int start() {
        return start;
    }

    /// Returns the offset in the buffer after the object, array or real number just read.
    public int end() {
        return end;
    }

    /// Reads one value of any kind. Objects and arrays are skipped as a whole.
    public void readValue() {
        int p = position;
        byte c = p < limit ? buffer[p] : 0;
        if (c <= ' ') {
            p = nextNonSpace(p);
            position = p;
            c = buffer[p];
        }
        if (c == '"') {
            readString(escapes);
            kind = JsonKind.STRING;
            return;
        }
        if (c >= '0' && c <= '9') {
            readNumber();
            return;
        }
        switch (c) {
            case '{' -> skip(JsonKind.OBJECT);
            case '[' -> skip(JsonKind.ARRAY);
            case 't' -> readLiteral("true", JsonKind.TRUE);
            case 'f' -> readLiteral("false", JsonKind.FALSE);
            case 'n' -> readLiteral("null", JsonKind.NULL);
            case 'N' -> readNotFinite("NaN", Double.NaN);
            case 'I' -> readNotFinite("Infinity", Double.POSITIVE_INFINITY);
            default -> readNumber();
        }
    }

    private void readNotFinite(String w, double value) {
        readLiteral(w, JsonKind.DOUBLE);
        doubleValue = value;
    }

    private void readLiteral(String w, JsonKind k) {
        if (limit - position < w.length()) {
            throw JsonSyntaxException.INCOMPLETE;
        }
        for (int i = 0; i < w.length(); i++) {
            if (buffer[position + i] != w.charAt(i)) {
                throw new JsonSyntaxException("expected " + w);
            }
        }
        position += w.length();
        kind = k;
    }

    /// @param decoder decodes the string if it has escapes
    private void readString(JsonEscapes decoder) {
        byte[] b = buffer;
        int n = limit;
        int from = position + 1;
        for (int p = from; p < n; p++) {
            byte c = b[p];
            if (c == '"') {
                text = b;
                textStart = from;
                textLength = p - from;
                position = p + 1;
                return;
            }
            if (c == '\\') {
                readEscaped(decoder, from, p);
                return;
            }
        }
        throw JsonSyntaxException.INCOMPLETE;
    }

    private void readEscaped(JsonEscapes decoder, int from, int firstEscape) {
        position = decoder.read(buffer, from, firstEscape, limit);
        text = decoder.bytes();
        textStart = 0;
        textLength = decoder.length();
    }

    private void readNumber() {
        byte[] b = buffer;
        int p = position;
        int from = p;
        boolean isNegative = b[p] == '-';
        if (isNegative) {
            p++;
        }
        int n = limit;
        int first = p;
        long value = 0;
        byte c = 0;
        for (; p < n && (c = b[p]) >= '0' && c <= '9'; p++) {
            value = value * 10 + (c - '0');
        }
        if (p >= n) {
            throw JsonSyntaxException.INCOMPLETE;
        }
        int digits = p - first;
        if (digits > 0 && digits <= 18 && c != '.' && c != 'e' && c != 'E') {
            kind = JsonKind.LONG;
            longValue = isNegative ? -value : value;
            position = p;
            return;
        }
        readReal(from, p, value, digits, isNegative);
    }

    /// Reads the rest of a number that is not a short integer.
    ///
    /// @param intEnd end of the digits before the decimal point
    /// @param value value of those digits
    /// @param digits number of those digits
    private void readReal(int from, int intEnd, long value, int digits, boolean isNegative) {
        byte[] b = buffer;
        int p = intEnd;
        int fraction = 0;
        long mantissa = value;
        if (b[p] == '.') {
            p++;
            while (p < limit && b[p] >= '0' && b[p] <= '9') {
                mantissa = mantissa * 10 + (b[p++] - '0');
                fraction++;
            }
        }
        boolean hasExponent = p < limit && (b[p] == 'e' || b[p] == 'E');
        if (hasExponent) {
            p++;
            if (p < limit && (b[p] == '+' || b[p] == '-')) {
                p++;
            }
            while (p < limit && b[p] >= '0' && b[p] <= '9') {
                p++;
            }
        }
        if (p >= limit) {
            throw JsonSyntaxException.INCOMPLETE;
        }
        if (digits == 0 && fraction == 0) {
            throw new JsonSyntaxException("expected a value, found '" + (char) (b[from] & 0xff) + "'");
        }
        position = p;
        start = from;
        end = p;
        if (intEnd == p) {
            readWideInteger(from, p);
            return;
        }
        kind = JsonKind.DOUBLE;
        // Exact: both operands are integers below 2^53, so only the division rounds, once.
        if (!hasExponent && digits + fraction <= 15) {
            double v = mantissa / POWERS[fraction];
            doubleValue = isNegative ? -v : v;
        } else {
            doubleValue = parse(new String(b, from, p - from, StandardCharsets.ISO_8859_1));
        }
    }

    private static final double[] POWERS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    /// Reads an integer of 19 or more digits: a long if it fits, otherwise a double.
    private void readWideInteger(int from, int to) {
        String s = new String(buffer, from, to - from, StandardCharsets.ISO_8859_1);
        try {
            longValue = Long.parseLong(s);
            kind = JsonKind.LONG;
        } catch (NumberFormatException e) {
            doubleValue = parse(s);
            kind = JsonKind.DOUBLE;
        }
    }

    private static double parse(String s) {
        try {
            return Double.parseDouble(s);
        } catch (NumberFormatException e) {
            throw new JsonSyntaxException("invalid number: " + s);
        }
    }

    /// Skips an object or array, including the strings in it.
    private void skip(JsonKind k) {
        byte[] b = buffer;
        int n = limit;
        int p = position;
        start = p;
        int depth = 0;
        while (p < n) {
            byte c = b[p++];
            if (c == '"') {
                while (true) {
                    if (p >= n) {
                        throw JsonSyntaxException.INCOMPLETE;
                    }
                    c = b[p++];
                    if (c == '"') {
                        break;
                    }
                    if (c == '\\') {
                        p++;
                    }
                }
            } else if (c >= '[') {
                // Brackets and braces are checked first; few other bytes occur outside strings.
                if (c == '{' || c == '[') {
                    depth++;
                } else if ((c == '}' || c == ']') && --depth == 0) {
                    kind = k;
                    position = p;
                    end = p;
                    return;
                }
            }
        }
        throw JsonSyntaxException.INCOMPLETE;
    }
}
