package traceglass.store;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreException;

/// Tables of a trace that are loaded into its database only when they are needed. Thread-safe.
interface LazyTables {

    /// Returns the database into which the tables are loaded.
    StoreDatabase database();

    /// Returns whether the trace file is unchanged since reading began, so that the rows match it.
    boolean isTraceUnchanged();

    /// Loads the pending tables with these names.
    ///
    /// @param names table names in lower case; may contain names of other objects
    void load(Set<String> names) throws StoreException;

    /// Makes the pending tables with these names readable for one statement that reads each of them a few times. Like
    /// [#load], but tables may stay pending.
    ///
    /// @param names table names in lower case; may contain names of other objects
    default void prepareRead(Set<String> names) throws StoreException {
        load(names);
    }

    /// Returns the number of rows of a pending table; 0 for any other table.
    long rows(String table);

    /// Loads all pending tables.
    void loadAll() throws StoreException;

    /// Loads all pending tables and publishes the cache file. No statement may be reading the tables.
    ///
    /// @return the cache file, from which the tables can be read again; null if there is none
    @Nullable
    Path publish() throws StoreException;

    /// Loads all pending tables and publishes the cache file, if one is to be written, without attaching it again.
    void writeCacheFile() throws StoreException;

    /// Discards the pending tables and the unpublished cache file.
    void discard();
}
