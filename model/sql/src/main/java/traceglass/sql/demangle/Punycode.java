package traceglass.sql.demangle;

/// Punycode (RFC 3492) as used in Rust's names: with `_` instead of the last `-`.
final class Punycode {

    private static final int BASE = 36;
    private static final int T_MIN = 1;
    private static final int T_MAX = 26;
    private static final int SKEW = 38;
    private static final int DAMP = 700;

    private Punycode() {}

    /// Decodes the text; returns null if it is invalid.
    static String decode(String encoded) {
        StringBuilder codes = new StringBuilder();
        int separator = encoded.lastIndexOf('_');
        codes.append(encoded, 0, Math.max(separator, 0));
        int code = 0x80;
        int position = 0;
        int bias = 72;
        int count = codes.length();
        boolean isFirst = true;
        for (int index = separator + 1; index < encoded.length(); ) {
            int before = position;
            long weight = 1;
            long sum = position;
            for (int k = BASE; ; k += BASE) {
                int digit = index < encoded.length() ? digit(encoded.charAt(index++)) : -1;
                if (digit < 0) {
                    return null;
                }
                sum += digit * weight;
                int threshold = Math.clamp(k - bias, T_MIN, T_MAX);
                if (sum > Integer.MAX_VALUE || weight > Integer.MAX_VALUE) {
                    return null;
                }
                if (digit < threshold) {
                    break;
                }
                weight *= BASE - threshold;
            }
            count++;
            bias = adapt((int) sum - before, count, isFirst);
            isFirst = false;
            long next = code + sum / count;
            position = (int) (sum % count);
            if (next > Character.MAX_CODE_POINT || next >= 0xD800 && next < 0xE000) {
                return null;
            }
            code = (int) next;
            codes.insert(codes.offsetByCodePoints(0, position), Character.toChars(code));
            position++;
        }
        return codes.toString();
    }

    private static int digit(char c) {
        return c >= 'a' && c <= 'z' ? c - 'a' : c >= '0' && c <= '9' ? c - '0' + 26 : -1;
    }

    private static int adapt(int delta, int count, boolean isFirst) {
        int d = isFirst ? delta / DAMP : delta / 2;
        d += d / count;
        int k = 0;
        while (d > (BASE - T_MIN) * T_MAX / 2) {
            d /= BASE - T_MIN;
            k += BASE;
        }
        return k + (BASE - T_MIN + 1) * d / (d + SKEW);
    }
}
