package traceglass.ingest.systrace;

/// Splits the text of an event into fields, for events without a pattern in [PrintFormats]. Kernel events have no
/// common grammar, but most are a sequence of one of these:
///
/// ```
/// comm=my thread pid=12 state={1 2}      dev = (8,3), ino = 12
/// fd: 3, buf: 7ffe0babea5f               dev 8,3 ino 12 pos 0
/// ```
final class PrintedFields {

    /// Receives the fields of an event.
    @FunctionalInterface
    interface Sink {

        /// Handles a field: `text` from `keyStart` to `keyEnd` is its name, from `from` to `to` its value.
        void onField(String text, int keyStart, int keyEnd, int from, int to);
    }

    private static final String BEFORE_KEY = " \t,;([{|";
    private static final String OPENERS = "([{";
    private static final String CLOSERS = ")]}";

    /// Maximum length of a value in brackets or quotes that may contain equals signs, so that damaged text is not
    /// searched repeatedly.
    private static final int MAX_IN_BRACKETS = 4096;

    /// Bounds of the key found last.
    private int keyStart;
    private int keyEnd;

    /// Passes the fields to the sink. Returns false if there are none.
    boolean split(String text, Sink sink) {
        int value = nextAssigned(text, 0);
        if (value < 0) {
            return splitColons(text, sink) || splitPairs(text, 0, text.length(), sink);
        }
        splitPairs(text, 0, keyStart, sink);
        while (value >= 0) {
            int start = keyStart;
            int end = keyEnd;
            int next = nextAssigned(text, afterBrackets(text, value));
            readValue(text, start, end, value, next < 0 ? text.length() : keyStart, sink);
            value = next;
        }
        return true;
    }

    private static void readValue(String text, int start, int end, int value, int valueEnd, Sink sink) {
        int from = skipBlanks(text, value, valueEnd);
        int to = withoutSeparators(text, from, valueEnd);
        if (to > from && isUnopened(text, from, to)) {
            to = withoutSeparators(text, from, to - 1);
        }
        sink.onField(text, start, end, from, Math.max(from, to));
    }

    /// Returns the end of a value without trailing spaces, commas, arrows and the bracket that opens the next
    /// field.
    private static int withoutSeparators(String text, int from, int end) {
        int to = end;
        while (to > from) {
            char c = text.charAt(to - 1);
            boolean isArrow = c == '>' && to - 2 >= from && text.charAt(to - 2) == '=';
            boolean opens = OPENERS.indexOf(c) >= 0 && to - 1 > from;
            if (c != ' ' && c != '\t' && c != ',' && c != ';' && c != '|' && !opens && !isArrow) {
                break;
            }
            to--;
            while (isArrow && to > from && text.charAt(to - 1) == '=') {
                to--;
            }
        }
        return to;
    }

    /// Returns whether the last character is a closing bracket without an opening bracket in the value.
    private static boolean isUnopened(String text, int from, int to) {
        int kind = CLOSERS.indexOf(text.charAt(to - 1));
        if (kind < 0) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (text.charAt(i) == OPENERS.charAt(kind)) {
                return false;
            }
        }
        return true;
    }

    /// Returns the index after the value at `from` if it is in brackets or quotes; otherwise `from`.
    private static int afterBrackets(String text, int from) {
        if (from >= text.length()) {
            return from;
        }
        int kind = OPENERS.indexOf(text.charAt(from));
        char close = kind >= 0 ? CLOSERS.charAt(kind) : '"';
        boolean opens = kind >= 0 || text.charAt(from) == '"';
        int end = opens ? text.indexOf(close, from + 1, Math.min(text.length(), from + MAX_IN_BRACKETS)) : -1;
        return end < 0 ? from : end + 1;
    }

    /// Finds the next `key=` or `key = `; returns the index of its value, or -1.
    private int nextAssigned(String text, int from) {
        for (int eq = text.indexOf('=', from); eq >= 0; eq = text.indexOf('=', eq + 1)) {
            boolean isSpaced = eq > from && text.charAt(eq - 1) == ' ';
            int end = isSpaced ? eq - 1 : eq;
            int start = keyStart(text, from, end);
            boolean valueFollows = eq + 1 == text.length() || text.charAt(eq + 1) != '=' && text.charAt(eq + 1) != '>';
            if (start < end
                    && valueFollows
                    && (!isSpaced || eq + 1 < text.length() && text.charAt(eq + 1) == ' ')
                    && (start == 0 || BEFORE_KEY.indexOf(text.charAt(start - 1)) >= 0)) {
                keyStart = start;
                keyEnd = end;
                return eq + 1;
            }
        }
        return -1;
    }

    /// Returns the start of the name that ends at `end`; `end` if there is none.
    private static int keyStart(String text, int from, int end) {
        int start = end;
        while (start > from && isKeyPart(text.charAt(start - 1))) {
            start--;
        }
        while (start < end && !isKeyStart(text.charAt(start))) {
            start++;
        }
        return start;
    }

    private static boolean isKeyPart(char c) {
        return isKeyStart(c) || c >= '0' && c <= '9' || c == '.' || c == '-';
    }

    private static boolean isKeyStart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    private static int skipBlanks(String text, int from, int end) {
        int i = from;
        while (i < end && text.charAt(i) == ' ') {
            i++;
        }
        return i;
    }

    private boolean splitColons(String text, Sink sink) {
        int value = nextColon(text, 0);
        if (value < 0 || keyStart > 0) {
            return false;
        }
        while (value >= 0) {
            int start = keyStart;
            int end = keyEnd;
            int next = nextColon(text, afterBrackets(text, skipBlanks(text, value, text.length())));
            readValue(text, start, end, value, next < 0 ? text.length() : keyStart, sink);
            value = next;
        }
        return true;
    }

    /// Finds the next `key: `; returns the index of its value, or -1.
    private int nextColon(String text, int from) {
        for (int colon = text.indexOf(": ", from); colon >= 0; colon = text.indexOf(": ", colon + 1)) {
            int start = keyStart(text, from, colon);
            if (start < colon && (start == 0 || BEFORE_KEY.indexOf(text.charAt(start - 1)) >= 0)) {
                keyStart = start;
                keyEnd = colon;
                return colon + 1;
            }
        }
        return -1;
    }

    /// Splits alternating names and numbers. Returns false, without passing fields, if there are other words.
    private boolean splitPairs(String text, int from, int to, Sink sink) {
        int end = withoutSeparators(text, from, to);
        return splitAllPairs(text, from, end, null) && splitAllPairs(text, from, end, sink);
    }

    private static boolean splitAllPairs(String text, int from, int end, Sink sinkOrNull) {
        int p = skipBlanks(text, from, end);
        boolean hasAny = false;
        while (p < end) {
            int nameEnd = word(text, p, end);
            int value = skipBlanks(text, nameEnd, end);
            int valueEnd = word(text, value, end);
            if (!isKeyStart(text.charAt(p)) || value == valueEnd || !isNumber(text, value, valueEnd)) {
                return false;
            }
            if (sinkOrNull != null) {
                int comma = text.charAt(valueEnd - 1) == ',' ? valueEnd - 1 : valueEnd;
                sinkOrNull.onField(text, p, nameEnd, value, comma);
            }
            hasAny = true;
            p = skipBlanks(text, valueEnd, end);
        }
        return hasAny;
    }

    private static int word(String text, int from, int end) {
        int i = from;
        while (i < end && text.charAt(i) != ' ') {
            i++;
        }
        return i;
    }

    private static boolean isNumber(String text, int from, int to) {
        char first = text.charAt(from);
        if (!(first >= '0' && first <= '9' || first == '-' && to - from > 1)) {
            return false;
        }
        for (int i = from + 1; i < to; i++) {
            char c = text.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c == 'x' || c == ',' || c == ':' || c == '.')) {
                return false;
            }
        }
        return true;
    }
}
