package traceglass.model.sql;

import java.io.IOException;
import java.sql.SQLException;

/// Takes the results of the statements of a text, in order.
public interface ResultSink {

    /// One result: its columns, and its rows while this method runs. It is called for results without rows too, and not for
    /// statements that have none.
    void result(ResultCursor cursor) throws SQLException, IOException;
}
