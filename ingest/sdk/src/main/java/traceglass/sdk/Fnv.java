package traceglass.sdk;

import java.nio.charset.StandardCharsets;

/// The 64-bit FNV-1a hash, from which Perfetto's SDKs derive track uuids.
final class Fnv {

    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private Fnv() {}

    static long hash(String text) {
        long hash = BASIS;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b & 0xff) * PRIME;
        }
        return hash;
    }

    /// Returns the hash of the little-endian bytes of an 8-byte and a 4-byte number.
    static long hash(long first, int second) {
        long hash = BASIS;
        for (int i = 0; i < 64; i += 8) {
            hash = (hash ^ first >>> i & 0xff) * PRIME;
        }
        for (int i = 0; i < 32; i += 8) {
            hash = (hash ^ second >>> i & 0xff) * PRIME;
        }
        return hash;
    }
}
