package traceglass.service.probe.ftrace.page;

import java.util.Arrays;

/// Assigns indexes to distinct values, from 1 in order of first occurrence.
final class LongIndex {

    private static final int FIRST_SLOTS = 256;

    private long[] values = new long[FIRST_SLOTS / 2];
    private int count;
    /// Open-addressing hash table of indexes.
    private int[] slots = new int[FIRST_SLOTS];

    /// Returns the index of a value.
    int of(long value) {
        int slot = slot(value);
        while (slots[slot] != 0) {
            if (values[slots[slot] - 1] == value) {
                return slots[slot];
            }
            slot = slot + 1 & slots.length - 1;
        }
        if (count == values.length) {
            grow();
            return of(value);
        }
        values[count++] = value;
        slots[slot] = count;
        return count;
    }

    int count() {
        return count;
    }

    long value(int number) {
        return values[number - 1];
    }

    void clear() {
        if (count > 0) {
            count = 0;
            Arrays.fill(slots, 0);
        }
    }

    private int slot(long value) {
        return (int) (value * 0x9E37_79B9_7F4A_7C15L >>> 32) & slots.length - 1;
    }

    private void grow() {
        values = Arrays.copyOf(values, 2 * values.length);
        slots = new int[2 * slots.length];
        for (int i = 0; i < count; i++) {
            int slot = slot(values[i]);
            while (slots[slot] != 0) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = i + 1;
        }
    }
}
