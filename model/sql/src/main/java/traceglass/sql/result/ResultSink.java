package traceglass.sql.result;

import java.io.IOException;

/// Receives the results of the statements of a script, in order.
public interface ResultSink {

    /// Receives one result. The cursor is valid only while this method runs. Also called for results without rows,
    /// but not for statements without a result.
    void result(ResultCursor cursor) throws QueryException, IOException;

    /// Returns whether a failed result may be delivered again from its first row. If so, rows are streamed while
    /// the database computes them. If not, the database computes all rows first, in memory that does not count
    /// toward its limit.
    default boolean mayRestart() {
        return false;
    }

    /// Called when a result failed and will be delivered again: the next result replaces it.
    default void restart() {
        // By default, there are no rows of the failed result to discard.
    }

    /// Returns a sink that accepts each result again from its first row after a restart.
    static ResultSink restartable(ResultSink sink) {
        return new ResultSink() {
            @Override
            public void result(ResultCursor cursor) throws QueryException, IOException {
                sink.result(cursor);
            }

            @Override
            public boolean mayRestart() {
                return true;
            }
        };
    }
}
