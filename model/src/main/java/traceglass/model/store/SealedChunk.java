package traceglass.model.store;

import java.util.List;

/// The rows of one chunk of a table on their way into the database: the columns' arrays, which nobody writes any more, and the
/// texts that their ids refer to. Made by the thread that fills the table, read by the one that loads it.
///
/// @param firstRow index of the first row, its `id`
/// @param rows     number of rows, at most [Table#CHUNK]
/// @param columns  per column `long[]`, `int[]`, `double[]` or `byte[][]`
/// @param texts    every text that the rows refer to
/// @param pool     takes the arrays once they were read; null if they stay in use elsewhere
record SealedChunk(int firstRow, int rows, Object[] columns, StringPool.Snapshot texts, ChunkPool pool) {

    static SealedChunk of(Table table, int index, int rows, StringPool.Snapshot texts) {
        List<Column> columns = table.columns();
        Object[] arrays = new Object[columns.size()];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = switch (columns.get(i)) {
                case LongColumn c -> c.chunk(index);
                case IntColumn c -> c.chunk(index);
                case DoubleColumn c -> c.chunk(index);
                case BlobColumn c -> c.chunk(index);
            };
        }
        return new SealedChunk(index << Table.CHUNK_BITS, rows, arrays, texts, table.poolFor(index));
    }

    /// Says that the rows were loaded.
    void done() {
        if (pool != null) {
            pool.give(columns);
        }
    }
}
