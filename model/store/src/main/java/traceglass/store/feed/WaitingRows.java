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

/// The rows of one table that wait to be loaded: chunks that were packed, and behind them those that are as the
/// importer left them. Nobody writes any more.
public final class WaitingRows {

    private final Table table;
    private final List<SealedChunk> packed;

    public WaitingRows(Table table, List<SealedChunk> packed) {
        this.table = table;
        this.packed = new ArrayList<>(packed);
    }

    public Table table() {
        return table;
    }

    public int rowCount() {
        return table.rowCount();
    }

    /// Puts what was written to rows of a column after they had been packed into the chunks of these.
    public void apply(Column column) {
        int index = table.columns().indexOf(column);
        // Two columns: ids in their order, and values.
        Object[] late = column.late().chunk(column.type(), null).columns();
        long[] rows = (long[]) late[0];
        ColumnPacker packer = new ColumnPacker();
        for (int from = 0, to; from < rows.length; from = to) {
            int chunk = (int) (rows[from] >> Table.CHUNK_BITS);
            for (to = from + 1; to < rows.length && rows[to] >> Table.CHUNK_BITS == chunk; to++) {
                // Those of the same chunk.
            }
            packed.get(chunk).replace(index, column.type(), packer, rows, late[1], from, to);
        }
    }

    /// Gives a feed all rows, and lets them go from the table.
    public void offerTo(ChunkFeed feed, ChunkFeed.Budget budget, StringPool.Snapshot snapshot) {
        for (SealedChunk chunk : packed) {
            // What was applied to it may refer to later texts.
            feed.offer(chunk.with(snapshot));
        }
        packed.clear();
        for (int index = table.firstChunk(), first; (first = index << Table.CHUNK_BITS) < table.rowCount(); index++) {
            budget.acquire();
            feed.offer(SealedChunk.of(table, index, Math.min(Table.CHUNK, table.rowCount() - first), snapshot));
            table.dropChunk(index);
        }
        feed.complete();
    }

    /// Is given values of two columns that belong to the same rows.
    public interface Visitor {
        void rows(long[] first, long[] second, int rows);
    }

    /// Goes through all values of two columns of 64-bit integers.
    ///
    /// @param second may be null, then its values are NULL
    public void forEach(LongColumn first, @Nullable LongColumn second, Visitor visitor) {
        List<Column> columns = table.columns();
        int a = columns.indexOf(first);
        int b = second == null ? -1 : columns.indexOf(second);
        for (SealedChunk chunk : packed) {
            visitor.rows(chunk.longs(a), b < 0 ? LongColumn.ALL_NULL : chunk.longs(b), chunk.rows());
        }
        for (int chunk = table.firstChunk(), from; (from = chunk << Table.CHUNK_BITS) < table.rowCount(); chunk++) {
            visitor.rows(
                    first.chunk(chunk),
                    second == null ? LongColumn.ALL_NULL : second.chunk(chunk),
                    Math.min(Table.CHUNK, table.rowCount() - from));
        }
    }
}
