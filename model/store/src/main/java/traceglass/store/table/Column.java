package traceglass.store.table;

import java.util.Arrays;
import java.util.BitSet;

/// One column of a [Table], in chunks of [Table#CHUNK_ROWS] rows so that loaded chunks can be dropped.
///
/// Rows that were held when their chunk was dropped keep their values here, as 64 bits each, in slots assigned by
/// [HeldRows]. Values written to rows of dropped chunks are recorded in [UpdatedValues].
public abstract sealed class Column permits LongColumn, IntColumn, DoubleColumn, BlobColumn {

    private final String name;
    private final ColumnType type;
    private final UpdatedValues updatedValues = new UpdatedValues();

    @SuppressWarnings("NullAway.Init") // Set before a row is held.
    private HeldRows heldRows;

    private long[] heldValues = new long[0];
    private final BitSet changed = new BitSet();

    Column(String name, ColumnType type) {
        this.name = name;
        this.type = type;
    }

    public final String name() {
        return name;
    }

    public final ColumnType type() {
        return type;
    }

    /// Returns the values of chunk `index`: `long[]`, `int[]`, `double[]` or [BlobChunk]. Must not be modified.
    abstract Object chunk(int index);

    /// Adds chunk `index`, filled with NULL. Chunks without values share one array.
    abstract void addChunk(int index);

    /// Drops chunk `index`; its held rows can still be read and written.
    abstract void dropChunk(int index);

    /// Returns the value of a row whose chunk exists, as 64 bits.
    abstract long bits(int row);

    final void setHeldRows(HeldRows rows) {
        heldRows = rows;
    }

    /// Returns the values that were written after their chunks had been dropped; complete after
    /// [HeldRows#recordHeldValues].
    public final UpdatedValues updatedValues() {
        return updatedValues;
    }

    /// Copies a row's value into a slot.
    final void saveValue(int row, int slot) {
        if (slot >= heldValues.length) {
            heldValues = Arrays.copyOf(heldValues, Math.max(16, Math.max(slot + 1, heldValues.length * 2)));
        }
        heldValues[slot] = bits(row);
        changed.clear(slot);
    }

    /// Records the value of a slot if it has changed since it was copied.
    final void recordChange(int row, int slot) {
        if (changed.get(slot)) {
            updatedValues.add(row, heldValues[slot]);
            changed.clear(slot);
        }
    }

    /// Returns the value of a row whose chunk was dropped.
    final long heldBits(int row) {
        int slot = heldRows.slot(row);
        if (slot == HeldRows.NONE) {
            throw new IllegalStateException("row " + row + " was loaded without being held: " + name);
        }
        return heldValues[slot];
    }

    /// Sets the value of a row whose chunk was dropped.
    final void setHeldBits(int row, long value) {
        int slot = heldRows.slot(row);
        if (slot == HeldRows.NONE) {
            updatedValues.add(row, value);
        } else if (heldValues[slot] != value) {
            heldValues[slot] = value;
            changed.set(slot);
        }
    }
}
