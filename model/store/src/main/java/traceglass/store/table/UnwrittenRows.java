package traceglass.store.table;

import java.util.Arrays;

/// Tracks the rows of a [Table] that will be written after later rows were added, and the slots of their values once
/// their chunk was dropped, see [Column].
final class UnwrittenRows {

    /// No slot.
    static final int NONE = -1;

    private static final int FREE = -1;

    private final Column[] columns;

    // Rows of existing chunks: one bit each, and their number per chunk.
    private long[][] bits = new long[8][];
    private int[] heldInChunk = new int[8];

    // Rows of dropped chunks: an open-addressed map from row to slot.
    private int[] keys = filled(16);
    private int[] slots = new int[16];
    private int used;
    /// Free slots.
    private int[] spare = new int[8];
    private int spareCount;
    private int slotCount;

    // Rows whose slots are freed when the next row is added.
    private int[] leaving = new int[4];
    private int leavingCount;

    UnwrittenRows(Column[] columns) {
        this.columns = columns;
    }

    private static int[] filled(int size) {
        int[] keys = new int[size];
        Arrays.fill(keys, FREE);
        return keys;
    }

    void hold(int row) {
        int chunk = row >> Table.CHUNK_BITS;
        if (chunk >= bits.length) {
            bits = Arrays.copyOf(bits, Math.max(chunk + 1, bits.length * 2));
            heldInChunk = Arrays.copyOf(heldInChunk, bits.length);
        }
        if (bits[chunk] == null) {
            bits[chunk] = new long[Table.CHUNK >> 6];
        }
        int at = row & Table.CHUNK_MASK;
        long bit = 1L << at;
        if ((bits[chunk][at >> 6] & bit) == 0) {
            bits[chunk][at >> 6] |= bit;
            heldInChunk[chunk]++;
        }
    }

    /// @param gone whether the row's chunk was dropped
    void release(int row, boolean gone) {
        if (gone) {
            if (leavingCount == leaving.length) {
                leaving = Arrays.copyOf(leaving, leavingCount * 2);
            }
            leaving[leavingCount++] = row;
            return;
        }
        int chunk = row >> Table.CHUNK_BITS;
        int at = row & Table.CHUNK_MASK;
        long bit = 1L << at;
        if (chunk < bits.length && bits[chunk] != null && (bits[chunk][at >> 6] & bit) != 0) {
            bits[chunk][at >> 6] &= ~bit;
            heldInChunk[chunk]--;
        }
    }

    /// Returns whether a row of this chunk is held.
    boolean any(int chunk) {
        return chunk < heldInChunk.length && heldInChunk[chunk] > 0;
    }

    /// Moves the held rows of a chunk into slots before the chunk is dropped.
    void keep(int chunk) {
        if (any(chunk)) {
            int first = chunk << Table.CHUNK_BITS;
            long[] words = bits[chunk];
            for (int w = 0; w < words.length; w++) {
                for (long word = words[w]; word != 0; word &= word - 1) {
                    int row = first + (w << 6) + Long.numberOfTrailingZeros(word);
                    int slot = add(row);
                    for (Column c : columns) {
                        c.keep(row, slot);
                    }
                }
            }
            heldInChunk[chunk] = 0;
        }
        if (chunk < bits.length) {
            bits[chunk] = null;
        }
    }

    /// Returns whether [#rowAdded] has slots to free.
    boolean isAnyLeaving() {
        return leavingCount > 0;
    }

    /// Frees the slots of rows released since the last row was added.
    void rowAdded() {
        while (leavingCount > 0) {
            int row = leaving[--leavingCount];
            int at = find(row);
            if (keys[at] == row) {
                for (Column c : columns) {
                    c.settle(row, slots[at]);
                }
                remove(at);
            }
        }
    }

    /// Records the last values of all rows that are still held.
    void settle() {
        rowAdded();
        for (int at = 0; at < keys.length; at++) {
            if (keys[at] != FREE) {
                for (Column c : columns) {
                    c.settle(keys[at], slots[at]);
                }
            }
        }
    }

    /// Returns the slot of a row of a dropped chunk, or [#NONE].
    int slot(int row) {
        int at = find(row);
        return keys[at] == row ? slots[at] : NONE;
    }

    private int add(int row) {
        if (used * 2 >= keys.length) {
            grow();
        }
        int at = find(row);
        keys[at] = row;
        slots[at] = spareCount > 0 ? spare[--spareCount] : slotCount++;
        used++;
        return slots[at];
    }

    private void remove(int at) {
        if (spareCount == spare.length) {
            spare = Arrays.copyOf(spare, spareCount * 2);
        }
        spare[spareCount++] = slots[at];
        used--;
        int mask = keys.length - 1;
        keys[at] = FREE;
        // Later entries move up if the gap would end the search for them.
        for (int gap = at, i = at + 1 & mask; keys[i] != FREE; i = i + 1 & mask) {
            int home = home(keys[i]);
            if ((i - home & mask) >= (i - gap & mask)) {
                keys[gap] = keys[i];
                slots[gap] = slots[i];
                keys[i] = FREE;
                gap = i;
            }
        }
    }

    private void grow() {
        int[] oldKeys = keys;
        int[] oldSlots = slots;
        keys = filled(oldKeys.length * 2);
        slots = new int[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != FREE) {
                int at = find(oldKeys[i]);
                keys[at] = oldKeys[i];
                slots[at] = oldSlots[i];
            }
        }
    }

    /// Returns the index of the row in the map, or the index where it would be inserted.
    private int find(int row) {
        int mask = keys.length - 1;
        int at = home(row);
        while (keys[at] != FREE && keys[at] != row) {
            at = at + 1 & mask;
        }
        return at;
    }

    private int home(int row) {
        int h = row * 0x9E3779B1;
        return (h ^ h >>> 15) & keys.length - 1;
    }
}
