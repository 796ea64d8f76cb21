package traceglass.sql.result;

import java.io.IOException;

/// Receives the results of the statements of a text, in order.
public interface ResultSink {

    /// Receives one result: its columns, and its rows while this method runs. Also called for results without rows,
    /// but not for statements without a result.
    void result(ResultCursor cursor) throws QueryException, IOException;

    /// Returns whether a failed result may be delivered again from its first row. Rows are then streamed while the
    /// database finds them. Otherwise the database finds all of them first, in memory that its limit does not
    /// count.
    default boolean mayRestart() {
        return false;
    }

    /// The last result failed and will be delivered again: the next one replaces it.
    default void restart() {
        // By default nothing of the first attempt is kept.
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
