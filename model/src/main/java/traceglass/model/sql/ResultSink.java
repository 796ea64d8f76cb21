package traceglass.model.sql;

import java.io.IOException;
import java.sql.SQLException;

/// Takes the results of the statements of a text, in order.
public interface ResultSink {

    /// One result: its columns, and its rows while this method runs. It is called for results without rows too, and not for
    /// statements that have none.
    void result(ResultCursor cursor) throws SQLException, IOException;

    /// Whether a result that ended with an error may be handed over once more from its first row, because nothing of the first attempt
    /// lasts. Rows are then handed over as the database finds them. Otherwise it finds all of them first, and holds them in memory that
    /// its limit does not count.
    default boolean mayRestart() {
        return false;
    }
}
