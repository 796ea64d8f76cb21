package traceglass.store.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of one chunk of a table on their way into the database: the columns' arrays, which nobody writes any more,
/// and the texts that their ids refer to. Made by the thread that fills the table, read by the one that loads it.
///
/// @param firstRow index of the first row, its `id`
/// @param rows number of rows, at most [Table#CHUNK]
/// @param columns per column `long[]`, `int[]`, `double[]` or [BlobChunk]; or what [ColumnPacker] makes of these
/// @param texts every text that the rows refer to
/// @param pool takes the arrays once they were read; null if they stay in use elsewhere
/// @param isPacked whether the columns are packed
public record SealedChunk(
        int firstRow,
        int rows,
        Object[] columns,
        StringPool.@Nullable Snapshot texts,
        @Nullable ChunkPool pool,
        boolean isPacked) {

    public static SealedChunk of(Table table, int index, int rows, StringPool.Snapshot texts) {
        List<Column> columns = table.columns();
        Object[] arrays = new Object[columns.size()];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = columns.get(i).chunk(index);
        }
        return new SealedChunk(index << Table.CHUNK_BITS, rows, arrays, texts, table.poolFor(index), false);
    }

    /// The same rows in fewer bytes, in objects of their own.
    public SealedChunk packed(TableSpec spec, ColumnPacker packer) {
        Object[] packed = new Object[columns.length];
        for (int i = 0; i < packed.length; i++) {
            packed[i] = packer.pack(columns[i], spec.columns().get(i).type(), rows);
        }
        return new SealedChunk(firstRow, rows, packed, texts, null, true);
    }

    /// The same with more texts.
    public SealedChunk with(StringPool.Snapshot more) {
        return new SealedChunk(firstRow, rows, columns, more, pool, isPacked);
    }

    /// About how many bytes the columns take; of those that are packed.
    public long bytes() {
        long bytes = 0;
        for (Object column : columns) {
            bytes += ColumnPacker.bytes(column);
        }
        return bytes;
    }

    /// The columns as arrays, blobs as they are.
    ///
    /// @param room what this made of another chunk of the table, to be filled again, or null
    public Object[] unpacked(List<TableSpec.ColumnSpec> specs, Object @Nullable [] room) {
        if (!isPacked) {
            return columns;
        }
        Object[] arrays = new Object[columns.length];
        for (int i = 0; i < arrays.length; i++) {
            // What was not packed is an array that others may have.
            Object again = room == null || columns[i] == null ? null : room[i];
            arrays[i] = ColumnPacker.unpack(columns[i], specs.get(i).type(), rows, again);
        }
        return arrays;
    }

    /// The values of a column of 64-bit integers; not to be changed.
    public long[] longs(int column) {
        return (long[]) ColumnPacker.unpack(columns[column], ColumnType.LONG, rows, null);
    }

    /// Puts other values into some rows of a packed column.
    ///
    /// @param ids of rows of the table
    /// @param values `long[]`, `int[]` or `double[]` as the type has it; those `from` to `to` belong to the ids
    ///     there
    public void replace(int column, ColumnType type, ColumnPacker packer, long[] ids, Object values, int from, int to) {
        Object array = ColumnPacker.unpack(columns[column], type, rows, null);
        switch (type) {
            case LONG -> {
                long[] changed = ((long[]) array).clone();
                for (int i = from; i < to; i++) {
                    changed[(int) ids[i] - firstRow] = ((long[]) values)[i];
                }
                array = changed;
            }
            case INT, STRING -> {
                int[] changed = ((int[]) array).clone();
                for (int i = from; i < to; i++) {
                    changed[(int) ids[i] - firstRow] = ((int[]) values)[i];
                }
                array = changed;
            }
            case DOUBLE -> {
                double[] changed = ((double[]) array).clone();
                for (int i = from; i < to; i++) {
                    changed[(int) ids[i] - firstRow] = ((double[]) values)[i];
                }
                array = changed;
            }
            case BLOB -> throw new IllegalStateException("no row of a table with blobs is held");
        }
        columns[column] = packer.pack(array, type, rows);
    }

    /// Says that the rows were loaded.
    public void done() {
        if (pool != null) {
            pool.give(columns);
        }
    }
}
