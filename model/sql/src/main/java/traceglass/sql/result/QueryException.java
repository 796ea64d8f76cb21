package traceglass.sql.result;

import java.sql.SQLException;

/// A query of the program could not be asked, or its rows could not be read. The message is for people; what is wrong
/// with a query that a person typed is a [SqlProblem].
public final class QueryException extends Exception {

    private static final long serialVersionUID = 1;

    /// @param message what happened, in words
    public QueryException(String message) {
        super(message);
    }

    /// @param message what happened, in words
    public QueryException(String message, Throwable cause) {
        super(message, cause);
    }

    /// Says what the database said.
    public QueryException(SQLException cause) {
        super(cause.getMessage(), cause);
    }

    /// What the database said, for those who know it.
    public SQLException asSqlException() {
        return getCause() instanceof SQLException e ? e : new SQLException(getMessage(), this);
    }
}
