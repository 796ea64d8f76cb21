package traceglass.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.ResultValue;
import traceglass.sql.session.SqlSession;

/// Passes the rows of the last statement from the thread that runs it to the thread that reads them, a few thousand at
/// a time.
///
/// A statement can fail in the middle of its rows and succeed after a repair. The first rows are held back, so that
/// most repairs are invisible. For rows that were passed on, a checksum is kept: after a repair, the statement must
/// return the same rows again.
final class ResultFeed implements ResultSink {

    /// A message for the reader. Their order is one start, rows, and one end, or only an end.
    sealed interface Message {}

    record Start(ResultShape shape) implements Message {}

    record Rows(List<@Nullable Object[]> rows) implements Message {}

    /// The end of a result.
    ///
    /// @param problem the failure, or null if the result is complete
    record End(@Nullable EngineException problem) implements Message {}

    private static final int BATCH = 1024;
    private static final int MAX_HELD_MESSAGES = 8;

    private final BlockingQueue<Message> queue = new ArrayBlockingQueue<>(MAX_HELD_MESSAGES + 4);
    private final SqlSession session;
    private final int last;
    private volatile boolean isClosed;

    private final List<Message> heldMessages = new ArrayList<>();
    private boolean hasStarted;
    private volatile int statementsWithColumns;
    private volatile String statement = "";
    private long deliveredRows;
    /// Number of rows that had been passed to the reader when the first repair of this result started.
    private long rowsBeforeRepair;

    private long checksum;
    private long expectedChecksum;
    private long rowsToSkip;

    /// @param last index of the statement whose rows are passed on
    ResultFeed(SqlSession session, int last) {
        this.session = session;
        this.last = last;
    }

    @Override
    public boolean mayRestart() {
        return true;
    }

    @Override
    public void restart() {
        heldMessages.clear();
        // A second repair can start while rows of the first attempt are still being skipped.
        if (rowsToSkip == 0) {
            rowsBeforeRepair = deliveredRows;
            expectedChecksum = checksum;
        }
        rowsToSkip = rowsBeforeRepair;
        deliveredRows = 0;
        checksum = 0;
    }

    @Override
    public void result(ResultCursor cursor) throws QueryException {
        if (!hasStarted && heldMessages.isEmpty()) {
            // Written only by this thread.
            int next = statementsWithColumns + 1;
            statementsWithColumns = next;
        }
        if (session.statementIndex() < last) {
            while (cursor.next()) {
                // The rows of this statement are not requested.
            }
            return;
        }
        if (!hasStarted) {
            statement = session.statement();
            heldMessages.add(new Start(ResultShape.of(cursor.columns())));
        }
        int columns = cursor.columns().size();
        List<@Nullable Object[]> batch = new ArrayList<>(BATCH);
        while (cursor.next()) {
            @Nullable Object[] row = new Object[columns];
            for (int i = 0; i < columns; i++) {
                row[i] = ResultValue.of(cursor, i);
            }
            if (rowsToSkip > 0) {
                skip(row);
                continue;
            }
            batch.add(row);
            if (batch.size() == BATCH) {
                addRows(new Rows(batch));
                batch = new ArrayList<>(BATCH);
            }
        }
        if (rowsToSkip > 0) {
            throw rowsChanged();
        }
        addRows(new Rows(batch));
        deliverHeld();
    }

    private void skip(@Nullable Object[] row) throws QueryException {
        checksum = checksum(checksum, row);
        deliveredRows++;
        if (--rowsToSkip == 0 && checksum != expectedChecksum) {
            throw rowsChanged();
        }
    }

    private static QueryException rowsChanged() {
        return new QueryException("the rows changed while the statement was repaired; run it again");
    }

    private static long checksum(long before, @Nullable Object[] row) {
        return before * 31 + Arrays.deepHashCode(row);
    }

    private void addRows(Rows rows) throws QueryException {
        heldMessages.add(rows);
        if (heldMessages.size() > MAX_HELD_MESSAGES || hasStarted) {
            deliverHeld();
        }
    }

    private void deliverHeld() throws QueryException {
        for (Message message : heldMessages) {
            if (message instanceof Rows(List<@Nullable Object[]> rows)) {
                for (@Nullable Object[] row : rows) {
                    checksum = checksum(checksum, row);
                }
                deliveredRows += rows.size();
            }
            hasStarted |= message instanceof Start;
            put(message);
        }
        heldMessages.clear();
    }

    /// Number of statements with columns so far.
    int statementsWithColumns() {
        return statementsWithColumns;
    }

    /// Number of statements in the text.
    int statements() {
        return last + 1;
    }

    /// Text of the last statement that ran; empty before the first rows.
    String statement() {
        return statement;
    }

    /// Marks the end of the rows.
    void end(@Nullable EngineException problem) {
        try {
            statement = session.statement();
            put(new End(problem));
        } catch (QueryException e) {
            // The reader has closed the result.
        }
    }

    private void put(Message message) throws QueryException {
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
    Message take() {
        try {
            Message next = null;
            while (next == null && !isClosed) {
                next = queue.poll(50, TimeUnit.MILLISECONDS);
            }
            return next == null ? new End(new EngineException("The result was closed", null)) : next;
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            return new End(new EngineException("The thread was interrupted while it waited for a result", e));
        }
    }

    /// Accepts no more rows and cancels the statement.
    void close() {
        isClosed = true;
        session.cancel();
        queue.clear();
    }
}
