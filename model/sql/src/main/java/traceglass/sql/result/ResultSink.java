package traceglass.sql.result;

import java.io.IOException;

/// Takes the results of the statements of a text, in order.
public interface ResultSink {

    /// One result: its columns, and its rows while this method runs. It is called for results without rows too, and
    /// not for statements that have none.
    void result(ResultCursor cursor) throws QueryException, IOException;

    /// Whether a result that ended with an error may be handed over once more from its first row. Rows are then
    /// handed over as the database finds them. Otherwise it finds all of them first, and holds them in memory that
    /// its limit does not count.
    default boolean mayRestart() {
        return false;
    }

    /// The last result failed in its midst, and is handed over once more: the next one replaces it.
    default void restart() {
        // Nothing of the first attempt lasts.
    }

    /// The same sink, which takes each result from its first row again where it comes once more.
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
