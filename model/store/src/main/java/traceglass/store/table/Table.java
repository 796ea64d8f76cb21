package traceglass.store.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A table that an importer fills: columns of primitive arrays, rows addressed by their index, which is the SQL `id`
/// (dense, from 0). One thread writes.
///
/// Rows below [#sealed] may be loaded into the database during the import, and their chunks may then be dropped.
/// In an append-only table these are all rows of full chunks. If some rows change later (a slice gets its duration
/// when it ends), their owner holds them. Chunks with held rows wait for a while, because most rows are released
/// soon. The few that are still held when their chunk is dropped are kept separately, and values written to them
/// are written to the database at the end. Users of this class see no difference.
public final class Table {

    public static final int CHUNK_BITS = 15;
    /// Rows per chunk.
    public static final int CHUNK_ROWS = 1 << CHUNK_BITS;
    static final int CHUNK_MASK = CHUNK_ROWS - 1;

    private final TableSpec spec;
    private final Map<String, Column> byName = new LinkedHashMap<>();
    private final Column[] columns;
    private final HeldRows heldRows;
    /// Number of chunks before the current one that wait for their held rows; fewer in a small heap.
    private int waitingChunks = Math.clamp(Runtime.getRuntime().maxMemory() >> 26, 1, 6);
    private int rows;
    private int chunks;
    private int sealed;
    private int firstChunk;
    private int heldChunks;
    private final ChunkPool pool;
    private final List<SealListener> listeners = new ArrayList<>();
    private Runnable onFirstRows = () -> {};
    /// Row before which the action is run next.
    private int firstRows = -1;
    /// Row before which [#runTasks] has work to do.
    private int nextTaskRow;

    /// Called each time another complete chunk is sealed.
    public interface SealListener {
        void onChunkSealed(Table table);
    }

    public Table(TableSpec spec) {
        this(spec, new ChunkPool());
    }

    /// Creates a table that shares its pool of arrays with others.
    Table(TableSpec spec, ChunkPool pool) {
        this.spec = spec;
        this.pool = pool;
        for (TableSpec.ColumnSpec c : spec.columns()) {
            byName.put(
                    c.name(),
                    switch (c.type()) {
                        case LONG -> new LongColumn(c.name(), c.type(), pool);
                        case INT, STRING -> new IntColumn(c.name(), c.type(), pool);
                        case DOUBLE -> new DoubleColumn(c.name(), c.type());
                        case BLOB -> new BlobColumn(c.name(), c.type());
                    });
        }
        columns = byName.values().toArray(Column[]::new);
        heldRows = new HeldRows(columns);
        for (Column c : columns) {
            c.setHeldRows(heldRows);
        }
    }

    public String name() {
        return spec.name();
    }

    public TableSpec spec() {
        return spec;
    }

    public List<Column> columns() {
        return List.of(columns);
    }

    /// Adds a row of NULLs and returns its index.
    public int addRow() {
        int row = rows;
        if (row == nextTaskRow) {
            runTasks(row);
        }
        if (heldRows.hasReleased()) {
            heldRows.onRowAdded();
        }
        rows = row + 1;
        return row;
    }

    /// Does the work that is due before row `row` is added: adds a chunk, or runs the action for the first rows.
    private void runTasks(int row) {
        if ((row & CHUNK_MASK) == 0) {
            // A full chunk is sealed only now, because only now its last row has all its values.
            if (spec.isAppendOnly() && row > 0) {
                sealFull();
            }
            for (Column c : columns) {
                c.addChunk(chunks);
            }
            chunks++;
        }
        if (row == firstRows) {
            firstRows = row < CHUNK_ROWS / 2 ? 2 * row : -1;
            onFirstRows.run();
        }
        scheduleTasks(row + 1);
    }

    /// Finds the first row, `from` or later, before which work is due.
    private void scheduleTasks(int from) {
        int nextChunk = from + CHUNK_MASK & ~CHUNK_MASK;
        nextTaskRow = firstRows >= from && firstRows < nextChunk ? firstRows : nextChunk;
    }

    /// Runs an action at this number of rows, and each time the number has doubled, until the first chunk is full;
    /// later rows are reported by [#onSeal]. The last row has all its values then.
    public void onFirstRows(int count, Runnable action) {
        firstRows = count;
        onFirstRows = action;
        scheduleTasks(rows);
    }

    /// Seals full chunks without held rows, and those that have waited long enough.
    private void sealFull() {
        int chunk = sealed >> CHUNK_BITS;
        while (chunk < chunks && (!heldRows.hasRows(chunk) || chunks - chunk > waitingChunks)) {
            chunk++;
        }
        seal(chunk << CHUNK_BITS);
    }

    /// Sets how many full chunks may wait until none of their rows is held.
    public void setWaitingChunks(int count) {
        waitingChunks = count;
    }

    /// Announces that a row of an append-only table will be read and written after others were added, until
    /// [#release].
    public void hold(int row) {
        heldRows.hold(row);
    }

    /// Marks a held row as complete; it can be read and written until the next row is added.
    public void release(int row) {
        heldRows.release(row, row >> CHUNK_BITS < firstChunk);
    }

    /// Returns the columns with values that were written after their rows had been dropped: all of them when the
    /// table is complete, otherwise those so far.
    public List<Column> updatedColumns() {
        heldRows.recordHeldValues();
        return Stream.of(columns).filter(c -> !c.updatedValues().isEmpty()).toList();
    }

    public int rowCount() {
        return rows;
    }

    /// Returns the number of rows at the start of the table that will no longer change, except for held rows.
    public int sealed() {
        return sealed;
    }

    /// Marks the rows below `row` as final.
    public void seal(int row) {
        int before = sealed >> CHUNK_BITS;
        sealed = Math.max(sealed, row);
        if (sealed >> CHUNK_BITS > before) {
            for (SealListener listener : listeners) {
                listener.onChunkSealed(this);
            }
        }
    }

    /// Adds a listener; listeners are called in the order in which they were added.
    public void onSeal(SealListener listener) {
        listeners.add(listener);
    }

    /// Returns the index of the first chunk that was not dropped.
    public int firstChunk() {
        return firstChunk;
    }

    /// Announces that the arrays of all chunks below `end` stay in use after the chunks have been dropped, so that
    /// they must not be reused.
    public void holdChunks(int end) {
        heldChunks = Math.max(heldChunks, end);
    }

    /// Returns the pool for the arrays of chunk `index` after loading; null if they stay in use.
    @Nullable
    ChunkPool poolFor(int index) {
        return index < heldChunks ? null : pool;
    }

    /// Drops the rows of one sealed chunk after they were loaded elsewhere. Chunks are dropped in order.
    public void dropChunk(int index) {
        heldRows.saveHeldRows(index);
        firstChunk = index + 1;
        for (Column c : columns) {
            c.dropChunk(index);
        }
    }

    /// Drops a chunk that was loaded nowhere; its arrays are used again for later rows.
    public void recycleChunk(int index) {
        Object[] arrays = new Object[columns.length];
        for (int i = 0; i < columns.length; i++) {
            arrays[i] = columns[i].chunk(index);
        }
        dropChunk(index);
        pool.release(arrays);
    }

    /// Returns the column of this name and type.
    ///
    /// @throws IllegalArgumentException if the table has no such column; also thrown by the following methods
    public LongColumn longs(String column) {
        return (LongColumn) column(column, ColumnType.LONG);
    }

    public IntColumn ints(String column) {
        return (IntColumn) column(column, ColumnType.INT);
    }

    public IntColumn strings(String column) {
        return (IntColumn) column(column, ColumnType.STRING);
    }

    public DoubleColumn doubles(String column) {
        return (DoubleColumn) column(column, ColumnType.DOUBLE);
    }

    public BlobColumn blobs(String column) {
        return (BlobColumn) column(column, ColumnType.BLOB);
    }

    private Column column(String column, ColumnType type) {
        Column c = byName.get(column);
        if (c == null || c.type() != type) {
            throw new IllegalArgumentException(name() + " has no column " + column + " of type " + type);
        }
        return c;
    }
}
