package traceglass.sql.result;

import java.sql.SQLException;

/// A query of the program failed, or its rows could not be read. The message is meant for users; an error in a query
/// typed by a user is a [SqlProblem].
public final class QueryException extends Exception {

    private static final long serialVersionUID = 1;

    /// @param message readable description
    public QueryException(String message) {
        super(message);
    }

    /// @param message readable description
    public QueryException(String message, Throwable cause) {
        super(message, cause);
    }

    /// Uses the message of the database.
    public QueryException(SQLException cause) {
        super(cause.getMessage(), cause);
    }

    /// Returns the error of the database.
    public SQLException asSqlException() {
        return getCause() instanceof SQLException e ? e : new SQLException(getMessage(), this);
    }
}
