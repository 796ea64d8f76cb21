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
        int cut = encoded.lastIndexOf('_');
        codes.append(encoded, 0, Math.max(cut, 0));
        int code = 0x80;
        int place = 0;
        int bias = 72;
        int count = codes.length();
        boolean first = true;
        for (int at = cut + 1; at < encoded.length(); ) {
            int before = place;
            long weight = 1;
            long sum = place;
            for (int k = BASE; ; k += BASE) {
                int digit = at < encoded.length() ? digit(encoded.charAt(at++)) : -1;
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
            bias = adapt((int) sum - before, count, first);
            first = false;
            long next = code + sum / count;
            place = (int) (sum % count);
            if (next > Character.MAX_CODE_POINT || next >= 0xD800 && next < 0xE000) {
                return null;
            }
            code = (int) next;
            codes.insert(codes.offsetByCodePoints(0, place), Character.toChars(code));
            place++;
        }
        return codes.toString();
    }

    private static int digit(char c) {
        return c >= 'a' && c <= 'z' ? c - 'a' : c >= '0' && c <= '9' ? c - '0' + 26 : -1;
    }

    private static int adapt(int delta, int count, boolean first) {
        int d = first ? delta / DAMP : delta / 2;
        d += d / count;
        int k = 0;
        while (d > (BASE - T_MIN) * T_MAX / 2) {
            d /= BASE - T_MIN;
            k += BASE;
        }
        return k + (BASE - T_MIN + 1) * d / (d + SKEW);
    }
}
