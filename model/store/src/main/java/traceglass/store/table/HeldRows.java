package traceglass.store.table;

import java.util.Arrays;

/// Held rows of a [Table], which may be written after later rows have been added, and the slots of their values once
/// their chunk has been dropped, see [Column].
final class HeldRows {

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
    private int[] spareSlots = new int[8];
    private int spareCount;
    private int slotCount;

    // Rows whose slots are freed when the next row is added.
    private int[] released = new int[4];
    private int releasedCount;

    HeldRows(Column[] columns) {
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
            bits[chunk] = new long[Table.CHUNK_ROWS >> 6];
        }
        int index = row & Table.CHUNK_MASK;
        long bit = 1L << index;
        if ((bits[chunk][index >> 6] & bit) == 0) {
            bits[chunk][index >> 6] |= bit;
            heldInChunk[chunk]++;
        }
    }

    /// @param isDropped whether the row's chunk was dropped
    void release(int row, boolean isDropped) {
        if (isDropped) {
            if (releasedCount == released.length) {
                released = Arrays.copyOf(released, releasedCount * 2);
            }
            released[releasedCount++] = row;
            return;
        }
        int chunk = row >> Table.CHUNK_BITS;
        int index = row & Table.CHUNK_MASK;
        long bit = 1L << index;
        if (chunk < bits.length && bits[chunk] != null && (bits[chunk][index >> 6] & bit) != 0) {
            bits[chunk][index >> 6] &= ~bit;
            heldInChunk[chunk]--;
        }
    }

    /// Returns whether a row of this chunk is held.
    boolean hasRows(int chunk) {
        return chunk < heldInChunk.length && heldInChunk[chunk] > 0;
    }

    /// Moves the held rows of a chunk into slots before the chunk is dropped.
    void saveHeldRows(int chunk) {
        if (hasRows(chunk)) {
            int first = chunk << Table.CHUNK_BITS;
            long[] words = bits[chunk];
            for (int w = 0; w < words.length; w++) {
                for (long word = words[w]; word != 0; word &= word - 1) {
                    int row = first + (w << 6) + Long.numberOfTrailingZeros(word);
                    int slot = add(row);
                    for (Column c : columns) {
                        c.saveValue(row, slot);
                    }
                }
            }
            heldInChunk[chunk] = 0;
        }
        if (chunk < bits.length) {
            bits[chunk] = null;
        }
    }

    /// Returns whether [#onRowAdded] has slots to free.
    boolean hasReleased() {
        return releasedCount > 0;
    }

    /// Frees the slots of rows released since the last row was added.
    void onRowAdded() {
        while (releasedCount > 0) {
            int row = released[--releasedCount];
            int index = find(row);
            if (keys[index] == row) {
                for (Column c : columns) {
                    c.recordChange(row, slots[index]);
                }
                remove(index);
            }
        }
    }

    /// Records the last values of all rows that are still held.
    void recordHeldValues() {
        onRowAdded();
        for (int index = 0; index < keys.length; index++) {
            if (keys[index] != FREE) {
                for (Column c : columns) {
                    c.recordChange(keys[index], slots[index]);
                }
            }
        }
    }

    /// Returns the slot of a row of a dropped chunk, or [#NONE].
    int slot(int row) {
        int index = find(row);
        return keys[index] == row ? slots[index] : NONE;
    }

    private int add(int row) {
        if (used * 2 >= keys.length) {
            grow();
        }
        int index = find(row);
        keys[index] = row;
        slots[index] = spareCount > 0 ? spareSlots[--spareCount] : slotCount++;
        used++;
        return slots[index];
    }

    private void remove(int index) {
        if (spareCount == spareSlots.length) {
            spareSlots = Arrays.copyOf(spareSlots, spareCount * 2);
        }
        spareSlots[spareCount++] = slots[index];
        used--;
        int mask = keys.length - 1;
        keys[index] = FREE;
        // Later entries move up if the gap would end the search for them.
        for (int gap = index, i = index + 1 & mask; keys[i] != FREE; i = i + 1 & mask) {
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
                int index = find(oldKeys[i]);
                keys[index] = oldKeys[i];
                slots[index] = oldSlots[i];
            }
        }
    }

    /// Returns the index of the row in the map, or the index where it would be inserted.
    private int find(int row) {
        int mask = keys.length - 1;
        int index = home(row);
        while (keys[index] != FREE && keys[index] != row) {
            index = index + 1 & mask;
        }
        return index;
    }

    private int home(int row) {
        int h = row * 0x9E3779B1;
        return (h ^ h >>> 15) & keys.length - 1;
    }
}
