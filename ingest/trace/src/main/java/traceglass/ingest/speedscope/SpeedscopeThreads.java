package traceglass.ingest.speedscope;

import java.util.Locale;

/// Finds thread ids in profile names: `worker [123]`, `Thread 123 "worker"`, `Thread 0x7f12`, `main (tid: 123)`.
final class SpeedscopeThreads {

    private static final int MAX_DIGITS = 15;

    private SpeedscopeThreads() {}

    /// Returns the thread id in a name, or -1 if there is none.
    static long tid(String name) {
        String text = name.strip();
        int open = text.lastIndexOf('[');
        if (open >= 0 && text.endsWith("]")) {
            return parseNumber(text.substring(open + 1, text.length() - 1), 10);
        }
        int tid = text.lastIndexOf("tid:");
        if (tid >= 0) {
            return parseNumber(word(text.substring(tid + "tid:".length()).strip()), 10);
        }
        String lower = text.toLowerCase(Locale.ROOT);
        if (!lower.startsWith("thread")) {
            return -1;
        }
        String remainder = text.substring("thread".length()).strip();
        remainder = remainder.startsWith("(") ? remainder.substring(1) : remainder;
        return remainder.startsWith("0x")
                ? parseNumber(word(remainder.substring(2)), 16)
                : parseNumber(word(remainder), 10);
    }

    /// Returns the name without a thread id in brackets at its end.
    static String name(String name) {
        String text = name.strip();
        int open = text.lastIndexOf('[');
        return open > 0 && text.endsWith("]") && tid(text) >= 0
                ? text.substring(0, open).strip()
                : text;
    }

    /// Returns the letters and digits at the start of the string.
    private static String word(String text) {
        int end = 0;
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        return text.substring(0, end);
    }

    private static long parseNumber(String digits, int radix) {
        if (digits.isEmpty() || digits.length() > MAX_DIGITS) {
            return -1;
        }
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = Character.digit(digits.charAt(i), radix);
            if (digit < 0) {
                return -1;
            }
            value = value * radix + digit;
        }
        return value;
    }
}
