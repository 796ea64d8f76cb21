package traceglass.store.feed;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;
import traceglass.store.table.BlobChunk;
import traceglass.store.table.ColumnType;
import traceglass.store.table.SealedChunk;
import traceglass.store.table.TableSpec;
import traceglass.store.table.VectorWriter;

/// Stream of one table's chunks from the importer's thread to the thread that loads the table: a queue, and a cursor
/// that writes its rows into vectors.
public final class ChunkFeed {

    private final List<TableSpec.ColumnSpec> columns;
    private final int[] sameAs;
    private final boolean hasOwnIds;
    private final ArrayDeque<SealedChunk> queue = new ArrayDeque<>();
    private final Budget budget;
    private boolean isComplete;
    private volatile boolean isAborted;

    // Used by the loading thread only:
    private @Nullable SealedChunk current;
    private Object @Nullable [] arrays;
    /// Per column, an array for unpacking the next chunk, or null.
    private final @Nullable Object[] reusable;
    private int position;

    @SuppressWarnings("NullAway.Init") // Set by `write` with each chunk.
    private long[] words;

    private long loaded;

    public ChunkFeed(TableSpec spec, Budget budget) {
        this.columns = spec.columns();
        this.sameAs = new int[columns.size()];
        this.reusable = new Object[columns.size()];
        Arrays.setAll(sameAs, spec::sameAs);
        this.hasOwnIds = spec.hasOwnId();
        this.budget = budget;
    }

    /// Appends a chunk to the stream. Packed chunks do not count against the limit of queued chunks.
    public synchronized void offer(SealedChunk chunk) {
        queue.add(chunk);
        notifyAll();
    }

    /// Marks the end of the stream.
    public synchronized void complete() {
        isComplete = true;
        notifyAll();
    }

    /// Ends the stream with an error.
    public synchronized void abort() {
        isAborted = true;
        notifyAll();
    }

    long loadedRows() {
        return loaded;
    }

    /// Writes the next rows into the vectors and returns their number; 0 at the end. Blocks until rows are
    /// available.
    int write(DuckDBDataChunkWriter out, VectorWriter writer, NativeStrings strings) throws InterruptedException {
        if (isAborted) {
            throw new IllegalStateException("the import was stopped");
        }
        while (current == null || position == current.rows()) {
            release();
            current = take();
            if (current == null) {
                return 0;
            }
            words = strings.wordsOf(Objects.requireNonNull(current.strings()));
            arrays = current.unpacked(columns, reusable);
            position = 0;
        }
        int rows = Math.min(VectorWriter.ROWS, current.rows() - position);
        int first = 0;
        if (!hasOwnIds) {
            writer.writeIds(out.vector(0), current.firstRow() + position, rows);
            first = 1;
        }
        Object[] values = Objects.requireNonNull(arrays);
        for (int c = 0; c < values.length; c++) {
            writeColumn(
                    writer,
                    out.vector(first + c),
                    columns.get(c).type(),
                    values[c],
                    sameAs[c] < 0 ? null : values[sameAs[c]],
                    words,
                    position,
                    rows);
        }
        position += rows;
        loaded += rows;
        return rows;
    }

    /// Writes rows of one column into a vector.
    ///
    /// @param values array of the column, or its [BlobChunk]
    /// @param compared array of the column whose equal strings are written as NULL; may be null
    /// @param words strings from [NativeStrings#wordsOf]; only used for strings
    static void writeColumn(
            VectorWriter writer,
            DuckDBWritableVector vector,
            ColumnType type,
            Object values,
            @Nullable Object compared,
            long[] words,
            int position,
            int rows) {
        switch (type) {
            case LONG -> writer.writeLongs(vector, (long[]) values, position, rows);
            case INT -> writer.writeInts(vector, (int[]) values, position, rows);
            case DOUBLE -> writer.writeDoubles(vector, (double[]) values, position, rows);
            case STRING ->
                writer.writeStrings(vector, (int[]) values, (int @Nullable []) compared, words, position, rows);
            case BLOB -> writer.writeBlobs(vector, (BlobChunk) values, position, rows);
        }
    }

    private synchronized SealedChunk take() throws InterruptedException {
        while (queue.isEmpty() && !isComplete && !isAborted) {
            wait();
        }
        if (isAborted) {
            throw new IllegalStateException("the import was stopped");
        }
        return queue.poll();
    }

    private void release() {
        if (current != null) {
            current.release();
            if (!current.isPacked()) {
                budget.release();
            }
            // The pool may have the arrays now.
            arrays = null;
            current = null;
        }
    }

    /// Limit of chunks queued between the importer and the database: when it is reached, the importer waits.
    public static final class Budget {
        private final int limit;
        private int waitingChunks;
        private boolean isUnlimited;

        public Budget(int limit) {
            this.limit = limit;
        }

        /// Waits until there is room, or until [#removeLimit] is called.
        public synchronized void acquire() {
            boolean isInterrupted = false;
            while (waitingChunks >= limit && !isUnlimited) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    // The importer checks its interrupt flag soon enough; the rows must not be lost
                    // here.
                    isInterrupted = true;
                    break;
                }
            }
            waitingChunks++;
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }

        synchronized void release() {
            waitingChunks--;
            notifyAll();
        }

        /// Removes the limit.
        public synchronized void removeLimit() {
            isUnlimited = true;
            notifyAll();
        }
    }
}
