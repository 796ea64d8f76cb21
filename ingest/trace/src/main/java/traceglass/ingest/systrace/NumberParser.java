package traceglass.ingest.systrace;

import java.util.Map;

/// Parses printed numbers.
final class NumberParser {

    private static final Map<String, Long> WORDS = Map.of("true", 1L, "false", 0L, "handled", 1L, "unhandled", 0L);
    private static final int HEX_BITS = 4;
    private static final int MAX_HEX_DIGITS = 16;
    private static final int MAX_DIGITS = 20;
    /// Minimum number of digits that the kernel prints for an address.
    private static final int MIN_ADDRESS_DIGITS = 8;
    /// Maximum number of digits of numbers that are certainly less than 2^63.
    private static final int MAX_LONG_DIGITS = 18;
    private static final int MAX_LONG_HEX_DIGITS = 15;

    private long number;

    /// Parses the value of a field whose type is unknown; returns false if it is not a number. A number may be
    /// followed by a remark in brackets or parentheses, but by nothing else.
    boolean parseUntyped(String s, int from, int to) {
        int end = from;
        while (end < to && s.charAt(end) != ' ') {
            end++;
        }
        boolean hasRemark = end + 1 < to && (s.charAt(end + 1) == '[' || s.charAt(end + 1) == '(');
        if (end < to && !hasRemark) {
            return false;
        }
        return end - from <= MAX_LONG_DIGITS && parseDecimal(s, from, end)
                || s.startsWith("0x", from) && end - from <= MAX_LONG_HEX_DIGITS + 2 && parseHex(s, from + 2, end);
    }

    /// Returns the number found by the last successful call of [#parse].
    long number() {
        return number;
    }

    /// Parses the value of a numeric field; returns false if it is not a number.
    boolean parse(FieldFormat format, String s, int from, int to) {
        return switch (format.kind()) {
            case PLAIN -> parsePlain(s, from, to, true);
            case HEX, HEX_LIST ->
                parseHex(s, from + (s.startsWith("0x", from) ? 2 : 0), to) || parsePlain(s, from, to, false);
            case DEVICE -> parseDevice(s, from, to);
            case MASK -> parseMask(s, from, to);
            case NAMES -> parseNames(format.names(), s, from, to) || parsePlain(s, from, to, false);
        };
    }

    private boolean parsePlain(String s, int from, int to, boolean withUnit) {
        int end = from;
        while (end < to && s.charAt(end) != ' ') {
            end++;
        }
        if (parseDecimal(s, from, end) || s.startsWith("0x", from) && parseHex(s, from + 2, end)) {
            return true;
        }
        if (withUnit && end - from > 1 && s.charAt(end - 1) == 'B' && parseDecimal(s, from, end - 1)) {
            return true;
        }
        if (end - from >= MIN_ADDRESS_DIGITS && parseHex(s, from, end)) {
            return true;
        }
        Long word = end == to && end > from && Character.isLetter(s.charAt(from))
                ? WORDS.get(s.substring(from, end))
                : null;
        if (word != null) {
            number = word;
        }
        return word != null || s.indexOf(',', from) > 0 && s.indexOf(',', from) < to && parseDevice(s, from, to);
    }

    /// Parses a decimal number of up to 64 bits. A number with leading zeros, as in addresses, is rejected.
    private boolean parseDecimal(String s, int from, int to) {
        boolean isNegative = from < to && s.charAt(from) == '-';
        int p = isNegative ? from + 1 : from;
        if (p == to || to - p > MAX_DIGITS || s.charAt(p) == '0' && to - p >= MIN_ADDRESS_DIGITS) {
            return false;
        }
        long value = 0;
        for (; p < to; p++) {
            int digit = s.charAt(p) - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            value = value * 10 + digit;
        }
        number = isNegative ? -value : value;
        return true;
    }

    private boolean parseHex(String s, int from, int to) {
        if (from >= to || to - from > MAX_HEX_DIGITS) {
            return false;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = Character.digit(s.charAt(i), 16);
            if (digit < 0) {
                return false;
            }
            value = value << HEX_BITS | digit;
        }
        number = value;
        return true;
    }

    private boolean parseDevice(String s, int from, int to) {
        int start = from < to && s.charAt(from) == '(' ? from + 1 : from;
        int end = to > start && s.charAt(to - 1) == ')' ? to - 1 : to;
        for (int i = start; i < end; i++) {
            if (s.charAt(i) == ',' || s.charAt(i) == ':') {
                if (!parseDecimal(s, start, i)) {
                    return false;
                }
                long major = number;
                if (!parseDecimal(s, i + 1, end)) {
                    return false;
                }
                // Encoded like makedev of the C library.
                number = number & 0xFF | major << 8 | (number & ~0xFFL) << 12;
                return true;
            }
        }
        return false;
    }

    /// Parses the last 64 bits of a mask.
    private boolean parseMask(String s, int from, int to) {
        long value = 0;
        int start = from;
        for (int i = from; i <= to; i++) {
            if (i == to || s.charAt(i) == ',') {
                if (!parseHex(s, start, i)) {
                    return false;
                }
                value = value << Integer.SIZE | number & 0xFFFF_FFFFL;
                start = i + 1;
            }
        }
        number = value;
        return true;
    }

    private boolean parseNames(Map<String, Long> names, String s, int from, int to) {
        long value = 0;
        for (String name : s.substring(from, to).split("\\|")) {
            Long existing = names.get(name.strip());
            if (existing == null) {
                return false;
            }
            value |= existing;
        }
        number = value;
        return true;
    }
}
