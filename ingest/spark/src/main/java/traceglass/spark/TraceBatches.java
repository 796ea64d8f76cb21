package traceglass.spark;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.QueryColumn;
import traceglass.engine.QueryResult;
import traceglass.engine.QueryRow;
import traceglass.engine.TraceProcessor;
import traceglass.engine.fleet.source.ImportHeapLimit;

/// An open trace and the rows of its query. Must be closed.
final class TraceBatches implements AutoCloseable {

    private static final int BATCH_SIZE = 4096;

    private final SourceTrace file;
    private final TraceQuery query;
    private final LocalTrace local;
    private final TraceProcessor trace;
    private final Iterator<QueryRow> rows;
    private final int[] columnIndexes;

    private TraceBatches(
            SourceTrace file,
            TraceQuery query,
            LocalTrace local,
            TraceProcessor trace,
            Iterator<QueryRow> rows,
            int[] places) {
        this.file = file;
        this.query = query;
        this.local = local;
        this.trace = trace;
        this.rows = rows;
        this.columnIndexes = places;
    }

    /// Opens a trace and starts the query.
    ///
    /// @param metrics receives the time of the import and the size of the file
    /// @throws EngineException if the trace can't be read, or the query fails before its first rows
    static TraceBatches open(
            SourceTrace file, TraceQuery query, SourceOptions options, Configuration hadoop, SourceMetrics metrics)
            throws IOException {
        long start = System.nanoTime();
        LocalTrace local = LocalTrace.of(file, hadoop, options.maxLocalBytes());
        TraceProcessor trace = null;
        TraceBatches opened = null;
        try {
            trace = open(file, local, options);
            metrics.importMs += (System.nanoTime() - start) / 1_000_000;
            metrics.bytes += file.bytes();
            if (!query.precedingStatements().isBlank()) {
                trace.execute(query.precedingStatements());
            }
            if (query.isNarrowable() && query.data().stream().anyMatch(c -> c.index() < 0)) {
                // SQL would treat the quoted name of a missing column as a string.
                try (QueryResult all = trace.query(query.schemaSql())) {
                    query.data().forEach(c -> columnIndex(c, all.columns()));
                }
            }
            QueryResult result = trace.query(query.narrowedSql());
            opened = new TraceBatches(
                    file, query, local, trace, result.iterator(), columnIndexes(query, result.columns()));
            return opened;
        } finally {
            if (opened == null) {
                close(trace, local);
            }
        }
    }

    private static TraceProcessor open(SourceTrace file, LocalTrace local, SourceOptions options) {
        TaskContext task = TaskContext.get();
        EngineOptions engine = EngineOptions.temporary()
                .withMemoryLimit(ProcessLimits.memoryOfTask(options.memory()))
                .withThreads(1)
                .withProgress((phase, done, total) -> task == null || !task.isInterrupted());
        // A trace of a fleet is already imported and needs no heap.
        try (ImportHeapLimit.Reservation _ =
                ProcessLimits.HEAP.reserve(file.name(), file.isInFleet() ? 0 : file.bytes())) {
            return TraceProcessor.open(local.path(), engine);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException("The task was canceled", e);
        }
    }

    /// Returns the indexes of the query's columns in the result.
    private static int[] columnIndexes(TraceQuery query, List<QueryColumn> columns) {
        int[] indexes = new int[query.columns().size()];
        int data = 0;
        for (int i = 0; i < indexes.length; i++) {
            TraceColumn column = query.columns().get(i);
            indexes[i] = column.isTraceColumn() ? -1 : query.isNarrowable() ? data++ : columnIndex(column, columns);
        }
        return indexes;
    }

    private static int columnIndex(TraceColumn column, List<QueryColumn> columns) {
        if (column.index() >= 0) {
            return column.index();
        }
        String name = column.source().toLowerCase(Locale.ROOT);
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().toLowerCase(Locale.ROOT).equals(name)) {
                return i;
            }
        }
        throw new EngineException(
                "The query has no column " + column.source() + ", only "
                        + String.join(
                                ", ", columns.stream().map(QueryColumn::name).toList()),
                null);
    }

    /// Returns the next rows, or null at the end.
    @Nullable
    ColumnarBatch next() {
        if (!rows.hasNext()) {
            return null;
        }
        ValueVector[] vectors = new ValueVector[columnIndexes.length];
        for (int i = 0; i < vectors.length; i++) {
            TraceColumn column = query.columns().get(i);
            vectors[i] = column.isTraceColumn()
                    ? ValueVector.constant(column, file.value(column))
                    : ValueVector.of(column, BATCH_SIZE);
        }
        int count = 0;
        while (count < BATCH_SIZE && rows.hasNext()) {
            QueryRow row = rows.next();
            for (int i = 0; i < vectors.length; i++) {
                if (columnIndexes[i] >= 0) {
                    vectors[i].set(count, row.get(columnIndexes[i]));
                }
            }
            count++;
        }
        return new ColumnarBatch(vectors.clone(), count);
    }

    /// Reads and discards all rows.
    void drain() {
        while (rows.hasNext()) {
            rows.next();
        }
    }

    /// Returns a batch with the row of a failed trace.
    static ColumnarBatch failure(SourceTrace file, TraceQuery query, String reason) {
        ColumnVector[] vectors = query.columns().stream()
                .map(c -> ValueVector.constant(c, c.isTraceColumn() ? file.value(c) : reason))
                .toArray(ColumnVector[]::new);
        return new ColumnarBatch(vectors, 1);
    }

    @Override
    public void close() {
        close(trace, local);
    }

    private static void close(@Nullable TraceProcessor trace, LocalTrace local) {
        try (local) {
            if (trace != null) {
                trace.close();
            }
        }
    }
}
