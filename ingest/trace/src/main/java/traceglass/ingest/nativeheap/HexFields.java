package traceglass.ingest.nativeheap;

/// Hexadecimal numbers of a line, separated by spaces.
final class HexFields {

    private static final int MAX_DIGITS = 16;

    private final String line;
    private int at;
    private boolean failed;

    /// @param from position of the first number
    HexFields(String line, int from) {
        this.line = line;
        at = from;
    }

    /// Returns whether another field follows.
    boolean hasNext() {
        while (at < line.length() && line.charAt(at) == ' ') {
            at++;
        }
        return at < line.length();
    }

    /// Returns the next number. If there is none, returns 0 and marks the fields as [#failed].
    long next() {
        if (!hasNext()) {
            failed = true;
            return 0;
        }
        long value = 0;
        int start = at;
        while (at < line.length() && line.charAt(at) != ' ') {
            int digit = Character.digit(line.charAt(at++), 16);
            if (digit < 0 || at - start > MAX_DIGITS) {
                failed = true;
                return 0;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /// Returns whether a number was missing or invalid.
    boolean failed() {
        return failed;
    }

    /// Returns the text after the last number and one space.
    String rest() {
        return at + 1 < line.length() ? line.substring(at + 1) : "";
    }
}
