package traceglass.model.sql;

import java.sql.SQLException;
import java.util.Set;

/// Lets a store bring in what it loads late, before a statement that needs it runs.
public interface TableUse {

    /// Nothing is loaded late.
    TableUse NONE = identifiers -> { };

    /// @param identifiersUsed all names of the statement, lower-cased, and those of the views and functions it goes through
    void beforeStatement(Set<String> identifiersUsed) throws SQLException;
}
