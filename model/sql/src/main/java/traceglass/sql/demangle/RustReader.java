package traceglass.sql.demangle;

/// Reads the characters, numbers and identifiers of a name of Rust's `v0` scheme (RFC 2603).
class RustReader {

    /// The name does not follow the scheme, or is truncated.
    static final class MalformedName extends RuntimeException {
        MalformedName() {
            super(null, null, false, false);
        }
    }

    final String in;
    /// Index of the next character.
    int position;

    /// @param name the part after the prefix `_R`
    RustReader(String name) {
        in = name;
    }

    /// Returns the next character without reading it; 0 at the end.
    final char peek() {
        return position < in.length() ? in.charAt(position) : 0;
    }

    /// Reads the next character.
    final char consume() {
        if (position >= in.length()) {
            throw new MalformedName();
        }
        return in.charAt(position++);
    }

    /// Reads the next character if it is `c`, and returns whether it was.
    final boolean consumeIf(char c) {
        if (peek() == c) {
            position++;
            return true;
        }
        return false;
    }

    /// Reads a hexadecimal number of up to 64 bits that ends with `_`.
    final long hex() {
        String digits = hexDigits();
        if (digits.length() > 16) {
            throw new MalformedName();
        }
        return Long.parseUnsignedLong(digits, 16);
    }

    /// Reads the digits of a hexadecimal number that ends with `_`.
    final String hexDigits() {
        int start = position;
        while (!consumeIf('_')) {
            char c = consume();
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
                throw new MalformedName();
            }
        }
        String digits = in.substring(start, position - 1);
        if (digits.isEmpty() || digits.length() > 1 && digits.charAt(0) == '0') {
            throw new MalformedName();
        }
        return digits;
    }

    /// Reads the number that distinguishes equal names; 0 if there is none.
    final long disambiguator() {
        return consumeIf('s') ? base62() + 1 : 0;
    }

    /// Reads an unsigned number with the digits 0-9, a-z and A-Z; `_` alone is 0, and other numbers are one more
    /// than their digits.
    final long base62() {
        if (consumeIf('_')) {
            return 0;
        }
        long value = 0;
        for (char c = consume(); c != '_'; c = consume()) {
            int digit = c >= '0' && c <= '9'
                    ? c - '0'
                    : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 36 : -1;
            if (digit < 0 || Long.compareUnsigned(value, Long.divideUnsigned(-2L - digit, 62)) > 0) {
                throw new MalformedName();
            }
            value = value * 62 + digit;
        }
        return value + 1;
    }

    /// Reads an identifier and decodes it if it is Punycode.
    final String identifier() {
        boolean isPunycode = consumeIf('u');
        char first = consume();
        if (first < '0' || first > '9') {
            throw new MalformedName();
        }
        long length = first - '0';
        while (first != '0' && peek() >= '0' && peek() <= '9') {
            length = length * 10 + (consume() - '0');
            if (length > in.length()) {
                throw new MalformedName();
            }
        }
        consumeIf('_');
        if (length > in.length() - position) {
            throw new MalformedName();
        }
        String name = in.substring(position, position + (int) length);
        position += (int) length;
        if (!isPunycode) {
            return name;
        }
        String decoded = Punycode.decode(name);
        if (decoded == null) {
            throw new MalformedName();
        }
        return decoded;
    }
}
