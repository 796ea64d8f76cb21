package traceglass.spark;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import traceglass.engine.EngineException;

/// Reads the traces of a partition one by one.
final class TracePartitionReader implements PartitionReader<ColumnarBatch> {

    private static final Logger LOG = LoggerFactory.getLogger(TracePartitionReader.class);

    private final SourceOptions options;
    private final TraceQuery query;
    private final Iterator<SourceTrace> files;
    private final Configuration hadoop;
    private final SourceMetrics metrics = new SourceMetrics();
    private @Nullable SourceTrace file;
    private @Nullable TraceBatches open;
    private long rowsReturned;
    private @Nullable ColumnarBatch batch;

    TracePartitionReader(SourceOptions options, TraceQuery query, List<SourceTrace> files, Configuration hadoop) {
        this.options = options;
        this.query = query;
        this.files = files.iterator();
        this.hadoop = hadoop;
    }

    @Override
    @SuppressWarnings("IllegalCatch") // In permissive mode, a failure in one trace must not prevent reading the others.
    public boolean next() throws IOException {
        closeBatch();
        while (batch == null && (open != null || files.hasNext())) {
            if (open == null) {
                file = files.next();
                rowsReturned = 0;
            }
            try {
                batch = open == null ? beginTrace(current()) : open.next();
                if (batch == null) {
                    endTrace();
                    metrics.traces++;
                } else {
                    rowsReturned += batch.numRows();
                    metrics.rows += batch.numRows();
                }
            } catch (EngineException | IOException e) {
                batch = handleFailure(current(), e.getMessage(), e);
            } catch (OutOfMemoryError e) {
                batch = handleFailure(current(), "there is not enough memory", e);
            } catch (RuntimeException e) {
                batch = handleFailure(current(), e.toString(), e);
            }
        }
        return batch != null;
    }

    private SourceTrace current() {
        if (file == null) {
            throw new IllegalStateException("No trace is open");
        }
        return file;
    }

    private @Nullable ColumnarBatch beginTrace(SourceTrace next) throws IOException {
        TraceQuery traceQuery =
                options.readsFailures() ? new TraceQuery(query.sql(), List.of(), false, List.of(), -1) : query;
        TraceBatches rows = TraceBatches.open(next, traceQuery, options, hadoop, metrics);
        open = rows;
        if (options.readsFailures()) {
            rows.drain();
            return null;
        }
        return rows.next();
    }

    /// Counts a failed trace.
    ///
    /// @return its row in the table of failures
    /// @throws IOException if the failure ends the query
    private @Nullable ColumnarBatch handleFailure(SourceTrace trace, @Nullable String message, Throwable reason)
            throws IOException {
        endTrace();
        if (Thread.currentThread().isInterrupted()) {
            throw new IOException("The task was canceled", reason);
        }
        metrics.failed++;
        String text = message == null ? reason.toString() : message;
        if (options.readsFailures()) {
            metrics.rows++;
            return TraceBatches.failure(trace, query, text);
        }
        if (!options.isPermissive()) {
            throw new IOException(trace.path() + ": " + text, reason);
        }
        if (rowsReturned > 0) {
            // Rows that Spark has received can't be removed.
            throw new IOException(trace.path() + " failed after " + rowsReturned + " rows: " + text, reason);
        }
        LOG.warn("Skipped {}: {}", trace.path(), text);
        return null;
    }

    private void endTrace() {
        TraceBatches rows = open;
        open = null;
        if (rows != null) {
            rows.close();
        }
    }

    private void closeBatch() {
        if (batch != null) {
            batch.close();
            batch = null;
        }
    }

    @Override
    public ColumnarBatch get() {
        if (batch == null) {
            throw new IllegalStateException("There is no batch");
        }
        return batch;
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return metrics.values();
    }

    @Override
    public void close() {
        closeBatch();
        endTrace();
    }
}
