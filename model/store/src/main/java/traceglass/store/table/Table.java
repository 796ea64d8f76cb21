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
/// Rows below [#sealed] may be loaded into the database while the import goes on, and their chunks may then be let go.
/// In an append-only table those are all rows of full chunks. Where some rows change later (a slice gets its duration
/// when it ends) the owner holds these: chunks with such rows wait for a while, as most of them do not stay so for
/// long; the few that are still held when their chunk goes are kept beside it, and what is written to them then is
/// written to the database at the end. To all who use this class they are rows like others.
public final class Table {

    public static final int CHUNK_BITS = 15;
    /// Rows in a chunk.
    public static final int CHUNK = 1 << CHUNK_BITS;
    static final int CHUNK_MASK = CHUNK - 1;

    private final TableSpec spec;
    private final Map<String, Column> byName = new LinkedHashMap<>();
    /// Chunks that wait for the rows in them that are held, behind the one that is being filled.
    private static final int WAITING_CHUNKS = 6;

    private final Column[] columns;
    private final HeldRows held;
    private int rows;
    private int chunks;
    private int sealed;
    private int firstChunk;
    private int heldChunks;
    private final ChunkPool pool;
    private final List<SealListener> listeners = new ArrayList<>();
    private Runnable onFirstRows = () -> {};
    /// Row before which that is run next.
    private int firstRows = -1;
    /// Row before which [#stopAt] has something to do.
    private int stop;

    /// Told each time that another chunk is sealed whole.
    public interface SealListener {
        void chunkSealed(Table table);
    }

    public Table(TableSpec spec) {
        this(spec, new ChunkPool());
    }

    /// A table that shares its spare chunks with others.
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
        held = new HeldRows(columns);
        for (Column c : columns) {
            c.setHeld(held);
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
        if (row == stop) {
            stopAt(row);
        }
        if (held.isAnyLeaving()) {
            held.rowAdded();
        }
        rows = row + 1;
        return row;
    }

    /// Does what has its time before row `row` is added: makes room, and tells those who wait for the first rows.
    private void stopAt(int row) {
        if ((row & CHUNK_MASK) == 0) {
            // A chunk that is full is sealed as a whole only now, when its last row has all its values.
            if (spec.appendOnly() && row > 0) {
                sealFull();
            }
            for (Column c : columns) {
                c.addChunk(chunks);
            }
            chunks++;
        }
        if (row == firstRows) {
            firstRows = row < CHUNK / 2 ? 2 * row : -1;
            onFirstRows.run();
        }
        setStop(row + 1);
    }

    /// Finds the first row, `from` or later, before which something has its time.
    private void setStop(int from) {
        int nextChunk = from + CHUNK_MASK & ~CHUNK_MASK;
        stop = firstRows >= from && firstRows < nextChunk ? firstRows : nextChunk;
    }

    /// Runs something when there are that many rows, and each time that there are twice as many, until the first
    /// chunk is full; from then on [#onSeal] tells. The last row has all its values then.
    public void onFirstRows(int count, Runnable action) {
        firstRows = count;
        onFirstRows = action;
        setStop(rows);
    }

    /// Seals full chunks: those in which no row is held, and those that have waited long enough.
    private void sealFull() {
        int chunk = sealed >> CHUNK_BITS;
        while (chunk < chunks && (!held.any(chunk) || chunks - chunk > WAITING_CHUNKS)) {
            chunk++;
        }
        seal(chunk << CHUNK_BITS);
    }

    /// Says that a row of an append-only table will be read and written to after others were added, until
    /// [#release].
    public void hold(int row) {
        held.hold(row);
    }

    /// Says that a row that was held is complete; it may be read and written to until the next row is added.
    public void release(int row) {
        held.release(row, row >> CHUNK_BITS < firstChunk);
    }

    /// Columns of which values were written after their rows had been let go; called when nothing is written any
    /// more.
    public List<Column> lateColumns() {
        held.settle();
        return Stream.of(columns).filter(c -> !c.late().isEmpty()).toList();
    }

    public int rowCount() {
        return rows;
    }

    /// Rows below this index will not change any more, but for those that are held.
    public int sealed() {
        return sealed;
    }

    /// Says that rows below `row` will not change any more.
    public void seal(int row) {
        int before = sealed >> CHUNK_BITS;
        sealed = Math.max(sealed, row);
        if (sealed >> CHUNK_BITS > before) {
            for (SealListener listener : listeners) {
                listener.chunkSealed(this);
            }
        }
    }

    /// Adds a listener; those added first are told first.
    public void onSeal(SealListener listener) {
        listeners.add(listener);
    }

    /// Index of the first chunk that was not let go.
    public int firstChunk() {
        return firstChunk;
    }

    /// Says that the arrays of all chunks below `end` stay in use after they were let go, so that they are not
    /// filled again.
    public void holdChunks(int end) {
        heldChunks = Math.max(heldChunks, end);
    }

    /// Where the arrays of chunk `index` go once they were loaded; null if they stay in use.
    @Nullable
    ChunkPool poolFor(int index) {
        return index < heldChunks ? null : pool;
    }

    /// Lets the rows of one sealed chunk go, after they were loaded elsewhere. Chunks go in their order.
    public void dropChunk(int index) {
        held.keep(index);
        firstChunk = index + 1;
        for (Column c : columns) {
            c.dropChunk(index);
        }
    }

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
