package traceglass.ingest.v8files;

/// Name of compiled code as V8 logs it: `FUNCTION FILE:LINE:COLUMN` for JavaScript, only the name for other code.
///
/// @param file path or URL of the script, or null
/// @param line line, from 1; 0 if unknown
record V8Function(String name, String file, long line) {

    static V8Function parse(String logged) {
        String text = logged;
        int column = text.lastIndexOf(':');
        int colon = column < 0 ? -1 : text.lastIndexOf(':', column - 1);
        long line = parseNumber(text, colon, column);
        if (line < 0 || parseNumber(text, column, text.length()) < 0) {
            // Versions before 2018 do not write the column.
            colon = column;
            line = parseNumber(text, colon, text.length());
        }
        int blank = text.indexOf(' ');
        if (line < 0 || blank < 0 || blank >= colon) {
            return new V8Function(text.isEmpty() ? "(anonymous)" : text, null, 0);
        }
        // Names of accessors and classes contain spaces; paths rarely do.
        int start = text.lastIndexOf(' ', colon);
        int scheme = text.indexOf(" file:");
        start = scheme >= 0 ? scheme : start;
        String name = text.substring(0, start).strip();
        return new V8Function(name.isEmpty() ? "(anonymous)" : name, text.substring(start + 1, colon), line);
    }

    /// Returns the number between two separators; -1 if it is not a number.
    private static long parseNumber(String text, int from, int to) {
        if (from < 0 || to - from < 2 || to - from > 10) {
            return -1;
        }
        long value = 0;
        for (int i = from + 1; i < to; i++) {
            int digit = Character.digit(text.charAt(i), 10);
            if (digit < 0) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
