package traceglass.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows of a query, which are streamed while the database computes them. A result that is not read to its end must be
/// closed; the next query of its session also closes it.
///
/// @param <B> a batch of rows
public abstract sealed class StreamedResult<B> implements AutoCloseable permits QueryResult, EncodedResult {

    private final ResultFeed<B> feed;
    private final ResultShape shape;
    private volatile boolean hasEnded;
    private volatile @Nullable EngineException closeError;

    /// Waits for the first rows.
    ///
    /// @throws EngineException if the query fails before its first row
    StreamedResult(ResultFeed<B> feed) {
        this.feed = feed;
        ResultShape found = new ResultShape(List.of());
        switch (feed.take()) {
            case ResultFeed.Start<B>(ResultShape columns) -> found = columns;
            case ResultFeed.End<B>(EngineException problem) -> {
                hasEnded = true;
                if (problem != null) {
                    throw problem;
                }
            }
            case ResultFeed.Batch<B> rows -> throw new IllegalStateException("Rows without columns: " + rows);
        }
        shape = found;
    }

    /// The columns; empty if the last statement has no result.
    public List<QueryColumn> columns() {
        return shape.columns();
    }

    /// Number of statements in the SQL text.
    public int statements() {
        return feed.statements();
    }

    /// Number of those statements whose result has columns.
    public int statementsWithColumns() {
        return feed.statementsWithColumns();
    }

    /// Text of the last statement, which returns these rows.
    public String statement() {
        return feed.statement();
    }

    ResultShape shape() {
        return shape;
    }

    /// Waits for the next batch; returns null at the end.
    ///
    /// @throws EngineException if the query failed after its first rows, or another query of the session has closed
    ///     the result
    @Nullable
    B nextBatch() {
        if (!hasEnded) {
            switch (feed.take()) {
                case ResultFeed.Batch<B>(B rows) -> {
                    return rows;
                }
                case ResultFeed.End<B>(EngineException problem) -> {
                    hasEnded = true;
                    if (problem != null) {
                        throw problem;
                    }
                }
                case ResultFeed.Start<B> start -> throw new IllegalStateException("A second result: " + start);
            }
        }
        EngineException problem = closeError;
        if (problem != null) {
            throw problem;
        }
        return null;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    /// Stops the query because its session is closed or runs another one. Reading the result then throws an error, so
    /// that the rows that are missing are noticed.
    void abort(String reason) {
        if (!hasEnded) {
            closeError = new EngineException(reason, null);
            close();
        }
    }

    /// Stops the query if it is not at its end.
    @Override
    public void close() {
        if (!hasEnded) {
            hasEnded = true;
            feed.close();
        }
    }
}
