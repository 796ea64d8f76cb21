package traceglass.sql.result;

import traceglass.store.database.StoreException;

/// An error in a query: a readable message, and the position in the original text.
public final class SqlProblem extends Exception {
    private final int line;
    private final int column;
    private final int statement;
    private final boolean cancelled;

    /// @param line 1-based, 0 if the position is unknown
    /// @param column 1-based, 0 if the position is unknown
    /// @param statement 0-based index of the statement in the text
    public SqlProblem(String message, int line, int column, int statement, boolean cancelled, Throwable cause) {
        super(message, cause);
        // Failing to load a table is not an error at a position of the query.
        boolean placed = !isOfStore(cause);
        this.line = placed ? line : 0;
        this.column = placed ? column : 0;
        this.statement = placed ? statement : 0;
        this.cancelled = cancelled;
    }

    private static boolean isOfStore(Throwable cause) {
        for (Throwable e = cause; e != null; e = e.getCause()) {
            if (e instanceof StoreException) {
                return true;
            }
        }
        return false;
    }

    /// Returns the problem at `offset` of `text`; a negative offset means that the position is unknown.
    public static SqlProblem at(String message, String text, int offset, int statement, Throwable cause) {
        if (offset < 0) {
            return new SqlProblem(message, 0, 0, statement, false, cause);
        }
        int line = 1;
        int lineStart = 0;
        int end = Math.min(offset, text.length());
        for (int i = 0; i < end; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return new SqlProblem(message, line, end - lineStart + 1, statement, false, cause);
    }

    public static SqlProblem cancelled(int statement) {
        return new SqlProblem("canceled", 0, 0, statement, true, null);
    }

    /// Returns the same problem for a text without the first lines of the one that was run.
    public SqlProblem movedUp(int lines) {
        return line <= lines
                ? new SqlProblem(getMessage(), 0, 0, statement, cancelled, this)
                : new SqlProblem(getMessage(), line - lines, column, statement, cancelled, this);
    }

    /// 1-based line in the text that was run, 0 if unknown.
    public int line() {
        return line;
    }

    /// 1-based column in its line, 0 if unknown.
    public int column() {
        return column;
    }

    /// 0-based index of the statement that failed.
    public int statement() {
        return statement;
    }

    /// Returns whether the query ended because of `SqlSession.cancel`.
    public boolean isCancelled() {
        return cancelled;
    }

    /// Returns the message with its position: "line 2, column 7: …"; if that is unknown, with the number of the
    /// statement unless it is the first.
    public String describe() {
        if (line > 0) {
            return "line " + line + ", column " + column + ": " + getMessage();
        }
        return statement > 0 && !cancelled ? "statement " + (statement + 1) + ": " + getMessage() : getMessage();
    }
}
