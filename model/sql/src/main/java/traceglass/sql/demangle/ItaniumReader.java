package traceglass.sql.demangle;

/// Reads letters and numbers of a mangled name.
class ItaniumReader {

    /// Maximum nesting; names with deeper nesting are treated as malformed.
    static final int MAX_DEPTH = 400;

    /// The name does not follow the grammar.
    static final class MalformedName extends RuntimeException {

        private static final long serialVersionUID = 1;

        MalformedName() {
            super(null, null, false, false);
        }
    }

    final String name;
    int position;

    ItaniumReader(String name) {
        this.name = name;
    }

    boolean atEnd() {
        return position >= name.length();
    }

    /// Returns the letter `ahead` positions away, 0 after the end.
    char peek(int ahead) {
        return position + ahead < name.length() ? name.charAt(position + ahead) : 0;
    }

    char peek() {
        return peek(0);
    }

    /// Reads the next letter if it is `c`, and returns whether it was.
    boolean consumeIf(char c) {
        if (peek() == c) {
            position++;
            return true;
        }
        return false;
    }

    /// Reads these letters if they are next, and returns whether they were.
    boolean consumeIf(String s) {
        if (name.startsWith(s, position)) {
            position += s.length();
            return true;
        }
        return false;
    }

    void expect(char c) {
        if (!consumeIf(c)) {
            throw new MalformedName();
        }
    }

    boolean atDigit() {
        return peek() >= '0' && peek() <= '9';
    }

    /// Reads digits, possibly none; `n` before them is a minus sign.
    String digits(boolean allowsNegative) {
        int start = position;
        if (allowsNegative) {
            consumeIf('n');
        }
        while (atDigit()) {
            position++;
        }
        return name.substring(start, position);
    }

    /// Reads a number of one or more digits.
    int number() {
        String digits = digits(false);
        if (digits.isEmpty() || digits.length() > 9) {
            throw new MalformedName();
        }
        return Integer.parseInt(digits);
    }

    /// Reads a name preceded by its length.
    String sourceName() {
        int length = number();
        if (length <= 0 || position + length > name.length()) {
            throw new MalformedName();
        }
        String s = name.substring(position, position + length);
        position += length;
        return s.startsWith("_GLOBAL__N") ? "(anonymous namespace)" : s;
    }

    /// Reads a number in base 36 followed by `_`; 0 for the underscore alone, else the number plus one.
    int sequenceId() {
        if (consumeIf('_')) {
            return 0;
        }
        int n = 0;
        while (!atEnd() && peek() != '_') {
            char c = peek();
            int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : -1;
            if (digit < 0 || n > 1 << 24) {
                throw new MalformedName();
            }
            n = n * 36 + digit;
            position++;
        }
        expect('_');
        return n + 1;
    }

    /// Skips a discriminator: `_3` or `__12_`; it is not printed.
    void skipDiscriminator() {
        if (peek() != '_') {
            return;
        }
        if (peek(1) == '_') {
            int before = position;
            position += 2;
            if (digits(false).isEmpty() || !consumeIf('_')) {
                position = before;
            }
        } else if (peek(1) >= '0' && peek(1) <= '9') {
            position += 2;
        }
    }
}
