package traceglass.sql.result;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.duckdb.DuckDBResultSet;

/// Tells whether the rows of a result that the database hands out as it finds them ended because there are no more, or
/// because finding the next ones failed. DuckDB's driver ends in the same way for both: it looks for an error before it
/// asks for rows, and not after, and asks no more once none came.
public final class StreamEnd {
    /// What the driver says when it is asked for more rows of a result that failed; of one that is complete it says
    /// something else.
    private static final String FAILED = "Invalid result set";

    /// The driver's field. Reflection would link more at each start to write to it than this does.
    private static final VarHandle FINISHED = finished();

    /// The rows ended because of an error; what it was has to be found in another way.
    public static final class Failed extends SQLException {
        private static final long serialVersionUID = 1;

        Failed() {
            super("not all rows of the result could be found");
        }
    }

    private StreamEnd() {}

    private static VarHandle finished() {
        try {
            return MethodHandles.privateLookupIn(DuckDBResultSet.class, MethodHandles.lookup())
                    .findVarHandle(DuckDBResultSet.class, "finished", boolean.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /// Whether it can be told. Where it cannot, results have to be found whole.
    public static boolean isKnown() {
        return FINISHED != null;
    }

    /// Does nothing where it cannot be told.
    ///
    /// @param rows whose last row was read; they may also have been found whole
    /// @throws Failed when there would have been more
    public static void check(ResultSet rows) throws SQLException {
        if (FINISHED == null || !(rows instanceof DuckDBResultSet result)) {
            return;
        }
        FINISHED.set(result, false);
        try {
            rows.next();
        } catch (SQLException e) {
            if (String.valueOf(e.getMessage()).contains(FAILED)) {
                throw new Failed();
            }
        }
    }
}
