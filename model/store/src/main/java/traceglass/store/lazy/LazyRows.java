package traceglass.store.lazy;

import java.sql.Connection;
import java.sql.SQLException;
import traceglass.store.table.TraceStorage;

/// Creates the rows of a table that an import leaves empty because it is rarely used and can be derived from other
/// tables. A service with one provider, in the module of the importers
/// (`META-INF/services/traceglass.store.lazy.LazyRows`). The rows are created once per session, before the first
/// statement that names the table.
public interface LazyRows {

    /// Returns the name of the table, as in `tables.txt`.
    String table();

    /// Adds the rows.
    ///
    /// @param trace connection to the imported tables; the caller closes it
    /// @param storage storage whose table of this name receives the rows; not used otherwise
    void addRows(Connection trace, TraceStorage storage) throws SQLException;
}
