package traceglass.engine;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.session.SqlSession;

/// Passes the rows of the last statement from the thread that runs it to the thread that reads them, in batches.
///
/// @param <B> a batch of rows
final class ResultFeed<B> implements ResultSink {

    /// A message for the reader. Their order is one start, batches, and one end, or only an end.
    sealed interface Message<B> {}

    record Start<B>(ResultShape shape) implements Message<B> {}

    record Batch<B>(B rows) implements Message<B> {}

    /// The end of a result.
    ///
    /// @param problem the failure, or null if the result is complete
    record End<B>(@Nullable EngineException problem) implements Message<B> {}

    /// Makes batches of the rows of a cursor.
    interface BatchWriter<B> {

        /// Adds the current row of a cursor.
        ///
        /// @return whether the batch is full
        boolean add(ResultCursor cursor) throws QueryException;

        /// Returns the complete rows since the last batch, and starts the next one.
        B takeBatch();
    }

    private static final int MAX_WAITING_MESSAGES = 12;

    private final BlockingQueue<Message<B>> queue = new ArrayBlockingQueue<>(MAX_WAITING_MESSAGES);
    private final SqlSession session;
    private final int lastStatement;
    private final BatchWriter<B> writer;
    private volatile boolean isClosed;

    private volatile int statementsWithColumns;
    private volatile String statement = "";

    /// @param lastStatement index of the statement whose rows are passed on
    ResultFeed(SqlSession session, int lastStatement, BatchWriter<B> writer) {
        this.session = session;
        this.lastStatement = lastStatement;
        this.writer = writer;
    }

    @Override
    public boolean isStreaming() {
        return true;
    }

    @Override
    public void result(ResultCursor cursor) throws QueryException {
        // Written only by this thread.
        int next = statementsWithColumns + 1;
        statementsWithColumns = next;
        if (session.statementIndex() < lastStatement) {
            while (cursor.next()) {
                // The rows of this statement are not requested.
            }
            return;
        }
        // An error of the first row is an error of the query.
        boolean hasRow = cursor.next();
        statement = session.statement();
        put(new Start<>(ResultShape.of(cursor.columns())));
        boolean isComplete = false;
        try {
            for (; hasRow; hasRow = cursor.next()) {
                if (writer.add(cursor)) {
                    put(new Batch<>(writer.takeBatch()));
                }
            }
            put(new Batch<>(writer.takeBatch()));
            isComplete = true;
        } finally {
            if (!isComplete) {
                putCompleteRows();
            }
        }
    }

    /// Passes on the complete rows before an error: they are valid.
    @SuppressWarnings("IllegalCatch") // The first error counts.
    private void putCompleteRows() {
        try {
            put(new Batch<>(writer.takeBatch()));
        } catch (QueryException | RuntimeException e) {
            // The reader has closed the result, or memory is full.
        }
    }

    /// Number of statements with columns so far.
    int statementsWithColumns() {
        return statementsWithColumns;
    }

    /// Number of statements in the text.
    int statements() {
        return lastStatement + 1;
    }

    /// Text of the last statement that ran; empty before the first rows.
    String statement() {
        return statement;
    }

    /// Marks the end of the rows.
    void end(@Nullable EngineException problem) {
        try {
            statement = session.statement();
            put(new End<>(problem));
        } catch (QueryException e) {
            // The reader has closed the result.
        }
    }

    private void put(Message<B> message) throws QueryException {
        try {
            while (!queue.offer(message, 20, TimeUnit.MILLISECONDS)) {
                if (isClosed) {
                    throw new QueryException("canceled");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QueryException("canceled");
        }
    }

    /// Waits for the next message.
    Message<B> take() {
        try {
            Message<B> next = null;
            while (next == null && !isClosed) {
                next = queue.poll(50, TimeUnit.MILLISECONDS);
            }
            return next == null ? new End<>(new EngineException("The result was closed", null)) : next;
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            return new End<>(new EngineException("The thread was interrupted while it waited for a result", e));
        }
    }

    /// Accepts no more rows and cancels the statement.
    void close() {
        isClosed = true;
        session.cancel();
        queue.clear();
    }
}
