package traceglass.ingest.fuzz;

import java.util.Random;

/// Damage to binary records: overwrites a number with an implausible one, so that counts, lengths and offsets point far
/// beyond the input, or swaps two blocks.
final class CountMutator {

    private static final long[] NUMBERS = {
        0,
        1,
        0x7f,
        0x80,
        0xff,
        0x7fff,
        0xffff,
        0x10000,
        0x7fff_fff0L,
        0x7fff_ffffL,
        0x8000_0000L,
        0xffff_fff8L,
        0xffff_ffffL,
        0x1_0000_0000L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -1,
        -8
    };
    private static final int[] SIZES = {1, 2, 4, 8};
    private static final int[] BLOCKS = {8, 64, 512, 4096};

    private CountMutator() {}

    static byte[] mutate(byte[] bytes, Random random) {
        byte[] b = bytes.clone();
        for (int i = 1 + random.nextInt(4); i > 0 && b.length > Long.BYTES; i--) {
            if (random.nextInt(4) == 0) {
                swap(b, random);
            } else {
                overwrite(b, random);
            }
        }
        return b;
    }

    private static void overwrite(byte[] b, Random random) {
        int size = SIZES[random.nextInt(SIZES.length)];
        // Headers contain most counts, so they are damaged more often than their share of the bytes.
        int end = random.nextBoolean() ? b.length : Math.min(b.length, 1024);
        int offset = random.nextInt(end - size + 1);
        if (random.nextBoolean()) {
            offset -= offset % size;
        }
        long number = NUMBERS[random.nextInt(NUMBERS.length)];
        boolean isBigEndian = random.nextBoolean();
        for (int i = 0; i < size; i++) {
            b[offset + i] = (byte) (number >>> 8 * (isBigEndian ? size - 1 - i : i));
        }
    }

    private static void swap(byte[] b, Random random) {
        int length = Math.min(BLOCKS[random.nextInt(BLOCKS.length)], b.length / 2);
        int blocks = b.length / length;
        int first = random.nextInt(blocks) * length;
        int second = random.nextInt(blocks) * length;
        for (int i = 0; i < length; i++) {
            byte saved = b[first + i];
            b[first + i] = b[second + i];
            b[second + i] = saved;
        }
    }
}
