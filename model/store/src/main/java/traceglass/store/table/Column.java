package traceglass.store.table;

import java.util.Arrays;
import java.util.BitSet;

/// One column of a [Table], in chunks of [Table#CHUNK] rows so that loaded chunks can be let go.
///
/// Rows that were held when their chunk went have their values here, as 64 bits each, in slots that [HeldRows] gives
/// out. What is written to a row whose chunk is gone is noted in [LateValues].
public abstract sealed class Column permits LongColumn, IntColumn, DoubleColumn, BlobColumn {

    private final String name;
    private final ColumnType type;
    private final LateValues late = new LateValues();

    @SuppressWarnings("NullAway.Init") // Set before a row is held.
    private HeldRows held;

    private long[] kept = new long[0];
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

    /// The values of chunk `index`: `long[]`, `int[]`, `double[]` or [BlobChunk]. Not to be changed.
    abstract Object chunk(int index);

    /// Makes room for chunk `index`, filled with NULL. A chunk of which no row got a value is an array that all
    /// such chunks share.
    abstract void addChunk(int index);

    /// Lets chunk `index` go; of its rows those that are held can still be read, and all be written to.
    abstract void dropChunk(int index);

    /// The value of a row whose chunk is there, as 64 bits.
    abstract long bits(int row);

    final void setHeld(HeldRows rows) {
        held = rows;
    }

    /// Values that were written after their chunks had gone; complete after [HeldRows#settle].
    public final LateValues late() {
        return late;
    }

    /// Puts a row's value into a slot.
    final void keep(int row, int slot) {
        if (slot >= kept.length) {
            kept = Arrays.copyOf(kept, Math.max(16, Math.max(slot + 1, kept.length * 2)));
        }
        kept[slot] = bits(row);
        changed.clear(slot);
    }

    /// Notes the value in a slot, if it changed since it was put there.
    final void settle(int row, int slot) {
        if (changed.get(slot)) {
            late.add(row, kept[slot]);
            changed.clear(slot);
        }
    }

    /// The value of a row whose chunk is gone.
    final long keptBits(int row) {
        int slot = held.slot(row);
        if (slot == HeldRows.NONE) {
            throw new IllegalStateException("row " + row + " was loaded, and nobody held it: " + name);
        }
        return kept[slot];
    }

    /// Sets the value of a row whose chunk is gone.
    final void setKept(int row, long value) {
        int slot = held.slot(row);
        if (slot == HeldRows.NONE) {
            late.add(row, value);
        } else if (kept[slot] != value) {
            kept[slot] = value;
            changed.set(slot);
        }
    }
}
