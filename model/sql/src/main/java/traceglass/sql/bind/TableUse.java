package traceglass.sql.bind;

import java.sql.SQLException;
import java.util.Set;

/// Lets a store bring in what it loads late, before a statement that needs it runs.
public interface TableUse {

    /// Nothing is loaded late. No lambda: those of interfaces are not kept for quick starts.
    TableUse NONE = new TableUse() {
        @Override
        public void beforeStatement(Set<String> identifiersUsed) {}
    };

    /// @param identifiersUsed all names of the statement, lower-cased, and those of the views and functions it goes
    ///     through
    void beforeStatement(Set<String> identifiersUsed) throws SQLException;

    /// Called instead where what a statement reads cannot be told from its names.
    default void beforeAny() throws SQLException {}

    /// Loads these tables, and makes nothing else; for what is read to understand a statement.
    ///
    /// @param tables lower-cased names
    default void load(Set<String> tables) throws SQLException {}

    /// Rows of a table that are not loaded yet.
    default long waitingRows(String table) {
        return 0;
    }

    /// Whether all tables are loaded already; arguments and tables that are computed may still be made late.
    default boolean isSettled() {
        return true;
    }
}
