package traceglass.service.core.peer;

/// The 64-bit FNV-1a hash.
final class FnvHash {

    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private FnvHash() {}

    static long of(byte[] bytes) {
        long hash = BASIS;
        for (byte b : bytes) {
            hash = (hash ^ b & 0xFF) * PRIME;
        }
        return hash;
    }
}
