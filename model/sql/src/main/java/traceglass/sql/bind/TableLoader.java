package traceglass.sql.bind;

import java.sql.SQLException;
import java.util.Set;

/// Loads pending tables of a store before a statement that needs them runs.
public interface TableLoader {

    /// Implementation for stores without pending tables. Not a lambda, because lambdas of interfaces are not
    /// in the AOT cache.
    TableLoader NONE = new TableLoader() {
        @Override
        public void beforeStatement(Set<String> identifiersUsed, boolean mustLoad) {}
    };

    /// Called before a statement runs; loads the pending tables among the names that it uses.
    ///
    /// @param identifiersUsed all names in the statement and in the views and functions it uses, in lower case
    /// @param mustLoad whether the tables must be in the database, because the statement may read one many times,
    ///     or shows its plan
    void beforeStatement(Set<String> identifiersUsed, boolean mustLoad) throws SQLException;

    /// Called instead if the names do not determine the tables that a statement reads.
    default void beforeAnyTable() throws SQLException {}

    /// Loads these tables without creating anything else; for reads needed to translate a statement.
    ///
    /// @param tables lower-case names
    default void load(Set<String> tables) throws SQLException {}

    /// Returns the number of rows of a table that is not loaded yet.
    default long pendingRows(String table) {
        return 0;
    }

    /// Returns whether all tables are loaded; arguments and computed tables may still be created on demand.
    default boolean hasLoadedAll() {
        return true;
    }
}
