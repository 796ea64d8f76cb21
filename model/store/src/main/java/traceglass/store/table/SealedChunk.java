package traceglass.store.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows of one chunk of a table to be loaded into the database: the columns' arrays, which are no longer modified,
/// and the strings that their ids refer to. Created by the thread that fills the table, read by the one that loads
/// it.
///
/// @param firstRow index of the first row, its `id`
/// @param rows number of rows, at most [Table#CHUNK_ROWS]
/// @param columns per column `long[]`, `int[]`, `double[]` or [BlobChunk]; or the packed form returned by
///     [ColumnPacker]
/// @param strings snapshot that contains every string to which the rows refer
/// @param pool receives the arrays once they have been read; null if they stay in use elsewhere
/// @param isPacked whether the columns are packed
public record SealedChunk(
        int firstRow,
        int rows,
        Object[] columns,
        StringPool.@Nullable Snapshot strings,
        @Nullable ChunkPool pool,
        boolean isPacked) {

    /// Returns the first rows of a chunk that is no longer modified.
    ///
    /// @param index index of the chunk
    /// @param rows number of rows
    public static SealedChunk of(Table table, int index, int rows, StringPool.Snapshot strings) {
        List<Column> columns = table.columns();
        Object[] arrays = new Object[columns.size()];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = columns.get(i).chunk(index);
        }
        return new SealedChunk(index << Table.CHUNK_BITS, rows, arrays, strings, table.poolFor(index), false);
    }

    /// Returns rows of a chunk that the importer is still filling; they must be read before it continues.
    public static SealedChunk unsealed(Table table, int index, int rows, StringPool.Snapshot strings) {
        SealedChunk sealed = of(table, index, rows, strings);
        return new SealedChunk(sealed.firstRow, rows, sealed.columns, strings, null, false);
    }

    /// Returns a packed copy of the rows.
    public SealedChunk packed(TableSpec spec, ColumnPacker packer) {
        Object[] packed = new Object[columns.length];
        for (int i = 0; i < packed.length; i++) {
            packed[i] = packer.pack(columns[i], spec.columns().get(i).type(), rows);
        }
        return new SealedChunk(firstRow, rows, packed, strings, null, true);
    }

    /// Returns the same rows with more strings.
    public SealedChunk with(StringPool.Snapshot strings) {
        return new SealedChunk(firstRow, rows, columns, strings, pool, isPacked);
    }

    /// Returns the approximate size of the columns in bytes; only for packed ones.
    public long bytes() {
        long bytes = 0;
        for (Object column : columns) {
            bytes += ColumnPacker.bytes(column);
        }
        return bytes;
    }

    /// Returns the columns as arrays, blobs unchanged.
    ///
    /// @param reusable per column, an array that this method unpacked for another chunk of the table, to be
    ///     overwritten, or null; receives the arrays that this call unpacks
    public Object[] unpacked(List<TableSpec.ColumnSpec> specs, @Nullable Object[] reusable) {
        if (!isPacked) {
            return columns;
        }
        Object[] arrays = new Object[columns.length];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = ColumnPacker.unpack(columns[i], specs.get(i).type(), rows, reusable[i]);
            // The array of a column that could not be packed belongs to this chunk, which may be read again.
            if (arrays[i] != columns[i]) {
                reusable[i] = arrays[i];
            }
        }
        return arrays;
    }

    /// Returns one column as an array; it must not be modified.
    ///
    /// @param reusable an array that this method unpacked for another chunk, to be overwritten; or null
    public Object unpacked(int column, ColumnType type, @Nullable Object reusable) {
        return isPacked ? ColumnPacker.unpack(columns[column], type, rows, reusable) : columns[column];
    }

    /// Returns the values of a column of 64-bit integers; must not be modified.
    public long[] longs(int column) {
        return (long[]) ColumnPacker.unpack(columns[column], ColumnType.LONG, rows, null);
    }

    /// Replaces the values of some rows of a packed column.
    ///
    /// @param ids rows of the table
    /// @param values `long[]`, `int[]` or `double[]` depending on the type; the values at `from` to `to` belong to
    ///     the ids there
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
            case BLOB -> throw new IllegalStateException("rows of tables with blobs can't be held");
        }
        columns[column] = packer.pack(array, type, rows);
    }

    /// Reports that the rows were loaded.
    public void release() {
        if (pool != null) {
            pool.release(columns);
        }
    }
}
