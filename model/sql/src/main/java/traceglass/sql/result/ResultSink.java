package traceglass.sql.result;

import java.io.IOException;

/// Receives the results of the statements of a script, in order.
public interface ResultSink {

    /// Receives one result. The cursor is valid only while this method runs. Also called for results without rows,
    /// but not for statements without a result.
    void result(ResultCursor cursor) throws QueryException, IOException;

    /// Returns whether rows may be delivered while the database computes them, so that an error may occur after the
    /// first rows. If not, the database computes all rows first, in memory that does not count toward its limit.
    default boolean isStreaming() {
        return false;
    }

    /// Returns whether integers and reals in one column of a result are shown differently. If so, each value keeps its
    /// type, as in SQLite; if not, such a column is one of reals.
    default boolean distinguishesNumbers() {
        return false;
    }

    /// Returns a sink that receives rows while the database computes them.
    static ResultSink streaming(ResultSink sink) {
        return new ResultSink() {
            @Override
            public void result(ResultCursor cursor) throws QueryException, IOException {
                sink.result(cursor);
            }

            @Override
            public boolean isStreaming() {
                return true;
            }

            @Override
            public boolean distinguishesNumbers() {
                return sink.distinguishesNumbers();
            }
        };
    }
}
