package traceglass.sql.result;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.duckdb.DuckDBResultSet;

/// Detects whether a streamed result ended because it is complete, or because of an error. DuckDB's driver ends
/// the same way in both cases: it checks for an error before it requests rows, but not after, and stops requesting
/// once a request returns none.
public final class StreamEnd {
    /// The driver's message when rows are requested from a failed result; the message for a complete one is
    /// different.
    private static final String FAILED = "Invalid result set";

    /// Reads a private field of the driver. A `VarHandle`, because reflection would load more classes at each
    /// start.
    private static final VarHandle FINISHED = finished();

    /// The rows ended because of an error, whose reason must be determined in another way.
    public static final class Failed extends SQLException {
        private static final long serialVersionUID = 1;

        Failed() {
            super("the result is incomplete");
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

    /// Returns whether the end can be detected with this driver. If not, results must not be streamed.
    public static boolean isDetectable() {
        return FINISHED != null;
    }

    /// Checks the end of a result; does nothing if detection does not work.
    ///
    /// @param rows a result after its last row; need not be streamed
    /// @throws Failed if the result is incomplete
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
