package traceglass.store.feed;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.store.table.Column;
import traceglass.store.table.ColumnPacker;
import traceglass.store.table.LongColumn;
import traceglass.store.table.SealedChunk;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Rows of one table that are not loaded yet: packed chunks, followed by the unpacked ones of the importer. The table
/// is no longer modified.
public final class PendingRows {

    private final Table table;
    private final List<SealedChunk> packed;

    public PendingRows(Table table, List<SealedChunk> packed) {
        this.table = table;
        this.packed = new ArrayList<>(packed);
    }

    public Table table() {
        return table;
    }

    public int rowCount() {
        return table.rowCount();
    }

    /// Applies the values of a column that were set after their rows had been packed.
    public void applyUpdates(Column column) {
        int index = table.columns().indexOf(column);
        // Two columns: sorted ids, and values.
        Object[] updated = column.updatedValues().chunk(column.type(), null).columns();
        long[] rows = (long[]) updated[0];
        ColumnPacker packer = new ColumnPacker();
        for (int from = 0, to; from < rows.length; from = to) {
            int chunk = (int) (rows[from] >> Table.CHUNK_BITS);
            for (to = from + 1; to < rows.length && rows[to] >> Table.CHUNK_BITS == chunk; to++) {
                // Skip to the end of the ids in this chunk.
            }
            packed.get(chunk).replace(index, column.type(), packer, rows, updated[1], from, to);
        }
    }

    /// Passes all rows to a feed and removes them from the table.
    public void moveTo(ChunkFeed feed, ChunkFeed.Budget budget, StringPool.Snapshot snapshot) {
        for (SealedChunk chunk : packed) {
            // Applied updates may refer to newer strings.
            feed.offer(chunk.with(snapshot));
        }
        packed.clear();
        for (int index = table.firstChunk(), first; (first = index << Table.CHUNK_BITS) < table.rowCount(); index++) {
            budget.acquire();
            feed.offer(SealedChunk.of(table, index, Math.min(Table.CHUNK_ROWS, table.rowCount() - first), snapshot));
            table.dropChunk(index);
        }
        feed.complete();
    }

    /// Returns all rows without removing them. They stay valid if they are moved later.
    ///
    /// @param snapshot snapshot that contains every string to which the rows refer
    List<SealedChunk> chunks(StringPool.Snapshot snapshot) {
        List<SealedChunk> chunks = new ArrayList<>();
        packed.forEach(chunk -> chunks.add(chunk.with(snapshot)));
        for (int index = table.firstChunk(), first; (first = index << Table.CHUNK_BITS) < table.rowCount(); index++) {
            chunks.add(
                    SealedChunk.unsealed(table, index, Math.min(Table.CHUNK_ROWS, table.rowCount() - first), snapshot));
        }
        return List.copyOf(chunks);
    }

    /// Receives the values of two columns of a row.
    public interface Visitor {
        void addRows(long[] first, long[] second, int rows);
    }

    /// Visits all values of two columns of 64-bit integers.
    ///
    /// @param second second column; if it is null, its values are NULL
    public void forEach(LongColumn first, @Nullable LongColumn second, Visitor visitor) {
        List<Column> columns = table.columns();
        int a = columns.indexOf(first);
        int b = second == null ? -1 : columns.indexOf(second);
        for (SealedChunk chunk : packed) {
            visitor.addRows(chunk.longs(a), b < 0 ? LongColumn.ALL_NULL : chunk.longs(b), chunk.rows());
        }
        for (int chunk = table.firstChunk(), from; (from = chunk << Table.CHUNK_BITS) < table.rowCount(); chunk++) {
            visitor.addRows(
                    first.chunk(chunk),
                    second == null ? LongColumn.ALL_NULL : second.chunk(chunk),
                    Math.min(Table.CHUNK_ROWS, table.rowCount() - from));
        }
    }
}
