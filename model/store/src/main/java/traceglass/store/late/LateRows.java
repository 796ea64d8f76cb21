package traceglass.store.late;

import java.sql.Connection;
import java.sql.SQLException;
import traceglass.store.table.TraceStorage;

/// Makes the rows of a table that an import leaves empty, because few people look at it and it can be made from others:
/// a service that importers provide (`META-INF/services/traceglass.store.late.LateRows`). The rows are made once in a
/// session, before the first statement that names the table.
public interface LateRows {

    /// Name of the table, one of `tables.txt`.
    String table();

    /// Adds the rows.
    ///
    /// @param trace reads what the import has written; the caller closes it
    /// @param storage takes the rows, in the table of this name; used for nothing else
    void make(Connection trace, TraceStorage storage) throws SQLException;
}
