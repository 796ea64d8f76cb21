package traceglass.ingest.fuzz;

import java.util.Arrays;
import java.util.Random;

/// Format-independent damage: flips bits, and removes, duplicates, moves or overwrites ranges.
final class ByteMutator {

    private static final int LONGEST_RANGE = 4096;

    private ByteMutator() {}

    static byte[] mutate(byte[] bytes, Random random) {
        byte[] b = bytes;
        for (int i = 1 + random.nextInt(4); i > 0 && b.length > 0; i--) {
            b = mutateOnce(b, random);
        }
        return b;
    }

    private static byte[] mutateOnce(byte[] bytes, Random random) {
        int offset = random.nextInt(bytes.length);
        int length = 1 + random.nextInt(Math.min(LONGEST_RANGE, bytes.length - offset));
        return switch (random.nextInt(7)) {
            case 0 -> {
                byte[] b = bytes.clone();
                for (int i = 1 + random.nextInt(32); i > 0; i--) {
                    b[random.nextInt(b.length)] ^= (byte) (1 << random.nextInt(8));
                }
                yield b;
            }
            case 1 -> Arrays.copyOf(bytes, offset);
            case 2 -> splice(bytes, offset, length, new byte[0]);
            case 3 ->
                splice(bytes, random.nextInt(bytes.length), 0, Arrays.copyOfRange(bytes, offset, offset + length));
            case 4 -> {
                byte[] noise = new byte[length];
                random.nextBytes(noise);
                yield splice(bytes, offset, length, noise);
            }
            case 5 -> {
                byte[] same = new byte[length];
                Arrays.fill(same, (byte) (random.nextBoolean() ? 0xff : 0));
                yield splice(bytes, offset, length, same);
            }
            default -> {
                byte[] moved = Arrays.copyOfRange(bytes, offset, offset + length);
                byte[] remaining = splice(bytes, offset, length, new byte[0]);
                yield splice(remaining, random.nextInt(remaining.length + 1), 0, moved);
            }
        };
    }

    /// Replaces `removed` bytes at `offset` with others.
    static byte[] splice(byte[] bytes, int offset, int removed, byte[] added) {
        byte[] b = new byte[bytes.length - removed + added.length];
        System.arraycopy(bytes, 0, b, 0, offset);
        System.arraycopy(added, 0, b, offset, added.length);
        System.arraycopy(bytes, offset + removed, b, offset + added.length, bytes.length - offset - removed);
        return b;
    }
}
