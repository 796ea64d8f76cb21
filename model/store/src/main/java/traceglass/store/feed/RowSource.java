package traceglass.store.feed;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import traceglass.store.table.SealedChunk;
import traceglass.store.table.StringPool;
import traceglass.store.table.TableSpec;

/// Rows of a table in the importer's memory, for [RowFunction]. Thread-safe; the rows do not change.
public final class RowSource {

    private final TableSpec spec;
    private final int rowCount;
    private final List<SealedChunk> chunks;
    private final StringPool.Snapshot strings;
    private final NativeStrings nativeStrings;
    private final AtomicInteger columnsRead = new AtomicInteger();

    /// @param strings snapshot that contains every string to which the rows refer
    public RowSource(PendingRows rows, StringPool.Snapshot strings, NativeStrings nativeStrings) {
        this.spec = rows.table().spec();
        this.rowCount = rows.rowCount();
        this.chunks = rows.chunks(strings);
        this.strings = strings;
        this.nativeStrings = nativeStrings;
    }

    TableSpec spec() {
        return spec;
    }

    int rowCount() {
        return rowCount;
    }

    /// Returns how many columns all scans have read so far; a column counts each time.
    public int columnsRead() {
        return columnsRead.get();
    }

    /// Starts reading columns of the table function, see [ChunkFunction#declareColumns].
    PendingRowScan scan(int[] columns) {
        columnsRead.addAndGet(Math.max(1, columns.length));
        return new PendingRowScan(spec, columns, chunks, strings, nativeStrings);
    }
}
