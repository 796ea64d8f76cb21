package traceglass.sql.compute;

import java.nio.charset.StandardCharsets;

/// 64-bit FNV-1a hash of values, the same as the trace processor's SQL function `hash`.
public final class ValueHash {

    /// Hash of zero bytes.
    static final long START = 0xcbf29ce484222325L;

    private static final long PRIME = 0x100000001b3L;

    private ValueHash() {}

    /// Returns the hash of the values' bytes: integers as eight bytes, lowest first, text as UTF-8.
    ///
    /// @param parts each value as `i`, its digits and `;`, or `s`, its length in bytes, `:` and itself
    public static long of(String parts) {
        byte[] bytes = parts.getBytes(StandardCharsets.UTF_8);
        long hash = START;
        int i = 0;
        while (i < bytes.length) {
            boolean isText = bytes[i++] == 's';
            int end = i;
            while (bytes[end] != (isText ? ':' : ';')) {
                end++;
            }
            long number = Long.parseLong(new String(bytes, i, end - i, StandardCharsets.US_ASCII));
            i = end + 1;
            for (long k = 0; k < (isText ? number : 8); k++) {
                hash = add(hash, isText ? bytes[i++] : (byte) (number >>> (8 * k)));
            }
        }
        return hash;
    }

    /// Adds one byte to a hash.
    static long add(long hash, int octet) {
        return (hash ^ octet & 0xff) * PRIME;
    }
}
