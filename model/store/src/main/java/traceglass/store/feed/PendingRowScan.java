package traceglass.store.feed;

import java.util.Arrays;
import java.util.List;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBTableFunctionState;
import org.jspecify.annotations.Nullable;
import traceglass.store.table.ColumnType;
import traceglass.store.table.SealedChunk;
import traceglass.store.table.StringPool;
import traceglass.store.table.TableSpec;
import traceglass.store.table.VectorWriter;

/// One scan of rows by [RowFunction]: a cursor that writes some columns into vectors. Used by one thread at a time.
final class PendingRowScan implements DuckDBTableFunctionState {

    private static final int ID = -1;
    private static final int NO_COLUMN = -2;
    private static final long[] NO_STRINGS = {};

    private final TableSpec spec;
    /// Index in `spec` of the column of each vector, [#ID] or [#NO_COLUMN].
    private final int[] columns;
    private final List<SealedChunk> chunks;
    /// Null if no strings are read.
    private final @Nullable NativeStrings nativeStrings;
    private final VectorWriter writer = new VectorWriter();
    private final long[] words;
    /// Per column of `spec`, the values in the current chunk, if they are read.
    private final @Nullable Object[] values;
    /// Per column of `spec`, an array into which a chunk was unpacked.
    private final @Nullable Object[] unpacked;

    private @Nullable SealedChunk current;
    private int next;
    private int position;
    private boolean isClosed;

    /// @param resultColumns columns of the table function, see [ChunkFunction#declareColumns]
    PendingRowScan(
            TableSpec spec,
            int[] resultColumns,
            List<SealedChunk> chunks,
            StringPool.Snapshot strings,
            NativeStrings nativeStrings) {
        this.spec = spec;
        this.chunks = chunks;
        int ids = spec.hasOwnId() ? 0 : 1;
        int count = spec.columns().size();
        columns = Arrays.stream(resultColumns)
                .map(c -> c < 0 || c >= count + ids ? NO_COLUMN : c - ids)
                .toArray();
        values = new Object[count];
        unpacked = new Object[count];
        boolean hasStrings = Arrays.stream(columns)
                .anyMatch(c -> c >= 0 && spec.columns().get(c).type() == ColumnType.STRING);
        if (hasStrings) {
            this.nativeStrings = readable(nativeStrings);
            words = this.nativeStrings.wordsOf(strings);
        } else {
            this.nativeStrings = null;
            words = NO_STRINGS;
        }
    }

    /// Returns strings with this scan as a reader. A statement may start to read a table long after it was planned;
    /// if all tables were loaded in the meantime, the shared strings have been freed, and the scan has its own.
    private static NativeStrings readable(NativeStrings shared) {
        if (shared.addReader()) {
            return shared;
        }
        NativeStrings own = new NativeStrings();
        own.addReader();
        own.close();
        return own;
    }

    /// Writes the next rows into the vectors and returns their number; 0 at the end.
    int write(DuckDBDataChunkWriter out) {
        while (current == null || position == current.rows()) {
            if (next == chunks.size()) {
                return 0;
            }
            current = chunks.get(next++);
            position = 0;
            readColumns(current);
        }
        int rows = Math.min(VectorWriter.ROWS, current.rows() - position);
        for (int v = 0; v < columns.length; v++) {
            int c = columns[v];
            if (c == ID) {
                writer.writeIds(out.vector(v), current.firstRow() + position, rows);
            } else if (c >= 0) {
                int compared = spec.sameAs(c);
                ChunkFeed.writeColumn(
                        writer,
                        out.vector(v),
                        spec.columns().get(c).type(),
                        values[c],
                        compared < 0 ? null : values[compared],
                        words,
                        position,
                        rows);
            }
        }
        position += rows;
        return rows;
    }

    private void readColumns(SealedChunk chunk) {
        for (int c : columns) {
            if (c >= 0) {
                readColumn(chunk, c);
                if (spec.sameAs(c) >= 0) {
                    readColumn(chunk, spec.sameAs(c));
                }
            }
        }
    }

    private void readColumn(SealedChunk chunk, int column) {
        Object array = chunk.unpacked(column, spec.columns().get(column).type(), unpacked[column]);
        values[column] = array;
        // Arrays of the chunk itself are shared and must not be overwritten.
        if (array != chunk.columns()[column]) {
            unpacked[column] = array;
        }
    }

    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            writer.close();
            if (nativeStrings != null) {
                nativeStrings.removeReader();
            }
        }
    }
}
