package traceglass.sql.result;

import traceglass.store.database.StoreException;

/// What is wrong with a query, in plain words, and where in what was written.
public final class SqlProblem extends Exception {
    private final int line;
    private final int column;
    private final int statement;
    private final boolean cancelled;

    /// @param line 1-based, 0 if the place is not known
    /// @param column 1-based, 0 if the place is not known
    /// @param statement 0-based index of the statement in the text
    public SqlProblem(String message, int line, int column, int statement, boolean cancelled, Throwable cause) {
        super(message, cause);
        // That a table could not be loaded is no mistake at any place of the query.
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

    /// The problem at `offset` of `text`; an offset below zero means the place is not known.
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
        return new SqlProblem("cancelled", 0, 0, statement, true, null);
    }

    /// The same problem in a text that lacks the first lines of the one that was run.
    public SqlProblem movedUp(int lines) {
        return line <= lines
                ? new SqlProblem(getMessage(), 0, 0, statement, cancelled, this)
                : new SqlProblem(getMessage(), line - lines, column, statement, cancelled, this);
    }

    /// 1-based line in the text that was run, 0 if not known.
    public int line() {
        return line;
    }

    /// 1-based column in its line, 0 if not known.
    public int column() {
        return column;
    }

    /// 0-based index of the statement that failed.
    public int statement() {
        return statement;
    }

    /// Whether the query ended because `SqlSession.cancel` was called.
    public boolean isCancelled() {
        return cancelled;
    }

    /// The message with its place: "line 2, column 7: …"; where that is not known, with the number of the statement
    /// if it is not the first.
    public String describe() {
        if (line > 0) {
            return "line " + line + ", column " + column + ": " + getMessage();
        }
        return statement > 0 && !cancelled ? "statement " + (statement + 1) + ": " + getMessage() : getMessage();
    }
}
