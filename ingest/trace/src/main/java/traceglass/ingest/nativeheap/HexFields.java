package traceglass.ingest.nativeheap;

/// Hexadecimal numbers of a line, separated by spaces.
final class HexFields {

    private static final int MAX_DIGITS = 16;

    private final String line;
    private int position;
    private boolean hasFailed;

    /// @param from position of the first number
    HexFields(String line, int from) {
        this.line = line;
        position = from;
    }

    /// Returns whether another field follows.
    boolean hasNext() {
        while (position < line.length() && line.charAt(position) == ' ') {
            position++;
        }
        return position < line.length();
    }

    /// Returns the next number. If there is none, returns 0, and [#hasFailed] becomes true.
    long next() {
        if (!hasNext()) {
            hasFailed = true;
            return 0;
        }
        long value = 0;
        int start = position;
        while (position < line.length() && line.charAt(position) != ' ') {
            int digit = Character.digit(line.charAt(position++), 16);
            if (digit < 0 || position - start > MAX_DIGITS) {
                hasFailed = true;
                return 0;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /// Returns whether a number was missing or invalid.
    boolean hasFailed() {
        return hasFailed;
    }

    /// Returns the text after the last number and one space.
    String remaining() {
        return position + 1 < line.length() ? line.substring(position + 1) : "";
    }
}
