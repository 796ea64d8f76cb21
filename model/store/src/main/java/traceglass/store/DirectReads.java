package traceglass.store;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreSchema;
import traceglass.store.feed.NativeStrings;
import traceglass.store.feed.PendingRows;
import traceglass.store.feed.RowFunction;
import traceglass.store.feed.RowSource;
import traceglass.store.table.ColumnType;
import traceglass.store.table.StringPool;
import traceglass.store.table.TableSpec;

/// Lets statements read pending tables in the importer's memory. Most statements read few columns of a table, and
/// loading all of them first takes much longer: 0.3 s instead of 0.02 s for 400,000 slices. While a table is read in
/// this way, its view reads [RowFunction] instead of the database. Used by one thread at a time.
final class DirectReads {

    /// System property: number of rows below which a table is loaded, because replacing its view takes as long.
    /// Tests set it to 0 so that small tables are read too.
    private static final String MIN_ROWS = "traceglass.store.directRows";

    private final StoreDatabase database;
    private final StringPool strings;
    private final NativeStrings nativeStrings;
    /// Names of the tables whose views read the function.
    private final Set<String> directTables = new HashSet<>();

    DirectReads(StoreDatabase database, StringPool strings, NativeStrings nativeStrings) {
        this.database = database;
        this.strings = strings;
        this.nativeStrings = nativeStrings;
    }

    /// Makes the view of a table read its rows in memory, if that is faster than loading them.
    ///
    /// @return false if the table has to be loaded: it is small, has a type that the function can't read, or has
    ///     been read so often that loading it takes less time
    boolean start(PendingRows rows) throws SQLException {
        TableSpec spec = rows.table().spec();
        if (directTables.contains(spec.name())) {
            RowSource source = database.rows().source(spec.name());
            return source != null && source.columnsRead() < spec.columns().size();
        }
        if (rows.rowCount() < Integer.getInteger(MIN_ROWS, 2048)
                || spec.columns().stream().anyMatch(c -> c.type() == ColumnType.BLOB)) {
            return false;
        }
        database.rows().add(spec.name(), new RowSource(rows, strings.snapshot(), nativeStrings));
        database.execute(StoreSchema.replaceView(spec, RowFunction.call(spec.name())));
        directTables.add(spec.name());
        return true;
    }

    /// Makes the view of a loaded table read the database again.
    void end(TableSpec spec) throws SQLException {
        if (directTables.remove(spec.name())) {
            database.execute(StoreSchema.replaceView(spec, StoreSchema.qualified(spec.name())));
            database.rows().remove(spec.name());
        }
    }
}
