package traceglass.ingest.collapsed;

/// A line of collapsed stacks: frames from the outermost to the innermost, separated by semicolons, then a space and a
/// value. Files that compare two profiles have a second value.
///
/// @param stack frames with their semicolons
/// @param value number of samples, or another measured quantity
record CollapsedLine(String stack, double value) {

    static boolean isBlankOrComment(String line) {
        String text = line.strip();
        return text.isEmpty() || text.charAt(0) == '#' || text.startsWith("//");
    }

    /// Returns the parsed line, or null if it does not end in a value.
    static CollapsedLine parse(String line) {
        String text = line.strip();
        int blank = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t'));
        if (blank <= 0) {
            return null;
        }
        double value = parseNumber(text, blank + 1);
        return value < 0 ? null : new CollapsedLine(text.substring(0, blank).stripTrailing(), value);
    }

    /// Returns the decimal number at the end of the line; -1 if there is none.
    private static double parseNumber(String text, int from) {
        int digits = 0;
        int points = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            digits += c >= '0' && c <= '9' ? 1 : 0;
            points += c == '.' ? 1 : 0;
            if ((c < '0' || c > '9') && c != '.') {
                return -1;
            }
        }
        return digits == 0 || points > 1 ? -1 : Double.parseDouble(text.substring(from));
    }

    boolean hasSeveralFrames() {
        return stack.indexOf(';') >= 0;
    }
}
