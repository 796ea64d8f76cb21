package traceglass.service.buffer;

import java.util.Arrays;

/// Bytes of a trace buffer in blocks that are allocated when they are first written.
final class RingMemory {

    private static final int BLOCK = 1 << 20;

    private final long size;
    private final byte[][] blocks;

    RingMemory(long size) {
        this.size = size;
        blocks = new byte[Math.toIntExact((size + BLOCK - 1) / BLOCK)][];
    }

    long size() {
        return size;
    }

    void write(long position, byte[] bytes, int offset, int length) {
        long at = position;
        int from = offset;
        int left = length;
        while (left > 0) {
            int block = (int) (at / BLOCK);
            int inBlock = (int) (at % BLOCK);
            int n = Math.min(left, BLOCK - inBlock);
            if (blocks[block] == null) {
                blocks[block] = new byte[(int) Math.min(BLOCK, size - (long) block * BLOCK)];
            }
            System.arraycopy(bytes, from, blocks[block], inBlock, n);
            at += n;
            from += n;
            left -= n;
        }
    }

    byte[] read(long position, int length) {
        byte[] bytes = new byte[length];
        long at = position;
        int to = 0;
        while (to < length) {
            int inBlock = (int) (at % BLOCK);
            int n = Math.min(length - to, BLOCK - inBlock);
            System.arraycopy(blocks[(int) (at / BLOCK)], inBlock, bytes, to, n);
            at += n;
            to += n;
        }
        return bytes;
    }

    RingMemory copy() {
        RingMemory copy = new RingMemory(size);
        for (int i = 0; i < blocks.length; i++) {
            copy.blocks[i] = blocks[i] == null ? null : Arrays.copyOf(blocks[i], blocks[i].length);
        }
        return copy;
    }
}
