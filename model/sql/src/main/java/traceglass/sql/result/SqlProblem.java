package traceglass.sql.result;

import java.util.ArrayList;
import java.util.List;
import traceglass.store.database.StoreException;

/// An error in a query: a readable message, the position in the original text, and the locations that led to it.
public final class SqlProblem extends Exception {
    private final int line;
    private final int column;
    private final int statement;
    private final boolean isCanceled;
    private final transient List<SqlLocation> locations;

    /// @param line 1-based, 0 if the position is unknown
    /// @param column 1-based, 0 if the position is unknown
    /// @param statement 0-based index of the statement in the text
    public SqlProblem(String message, int line, int column, int statement, boolean isCanceled, Throwable cause) {
        this(message, line, column, statement, isCanceled, List.of(), cause);
    }

    private SqlProblem(
            String message,
            int line,
            int column,
            int statement,
            boolean isCanceled,
            List<SqlLocation> locations,
            Throwable cause) {
        super(message, cause);
        // Failing to load a table is not an error at a position of the query.
        boolean hasPosition = !isStoreFailure(cause);
        this.line = hasPosition ? line : 0;
        this.column = hasPosition ? column : 0;
        this.statement = hasPosition ? statement : 0;
        this.isCanceled = isCanceled;
        this.locations = hasPosition ? List.copyOf(locations) : List.of();
    }

    private static boolean isStoreFailure(Throwable cause) {
        for (Throwable e = cause; e != null; e = e.getCause()) {
            if (e instanceof StoreException) {
                return true;
            }
        }
        return false;
    }

    /// Creates a problem with its position.
    ///
    /// @param locations the location of the error, then the macro calls and INCLUDEs that led to it. The last
    ///     is in the text that was run; empty if the position is unknown
    public static SqlProblem at(String message, List<SqlLocation> locations, int statement, Throwable cause) {
        SqlLocation last = locations.isEmpty() ? null : locations.getLast();
        return new SqlProblem(
                message,
                last == null ? 0 : last.line(),
                last == null ? 0 : last.column(),
                statement,
                false,
                locations,
                cause);
    }

    public static SqlProblem canceled(int statement) {
        return new SqlProblem("canceled", 0, 0, statement, true, null);
    }

    /// Returns the same problem for a text that lacks the first `lines` lines of the text that was run.
    public SqlProblem withoutFirstLines(int lines) {
        boolean hasPosition = line > lines;
        return new SqlProblem(
                getMessage(),
                hasPosition ? line - lines : 0,
                hasPosition ? column : 0,
                statement,
                isCanceled,
                locations.stream()
                        .map(p -> p.withoutFirstLines(lines))
                        .filter(p -> p.line() > 0)
                        .toList(),
                this);
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
    public boolean isCanceled() {
        return isCanceled;
    }

    /// Returns the location of the error, then the macro calls and INCLUDEs that led to it; the last is in the text
    /// that was run.
    public List<SqlLocation> locations() {
        return locations;
    }

    /// Returns the message with its position: "line 2, column 7: …"; if that is unknown, with the number of the
    /// statement unless it is the first.
    public String describe() {
        if (line > 0) {
            return "line " + line + ", column " + column + ": " + getMessage();
        }
        return statement > 0 && !isCanceled ? "statement " + (statement + 1) + ": " + getMessage() : getMessage();
    }

    /// Returns the message with its position, and below it the line with a pointer; for an error in a macro or
    /// module, also the lines that call or include it.
    public String explain() {
        return describe() + frames(locations);
    }

    /// Like [#explain], but with the position in an original text from which the text that was run was derived.
    ///
    /// @param line position in that text
    /// @param column position in that text
    public String explainIn(String text, int line, int column) {
        if (line == 0 || locations.isEmpty()) {
            return explain();
        }
        int start = 0;
        for (int i = 1; i < line; i++) {
            start = text.indexOf('\n', start) + 1;
        }
        List<SqlLocation> moved = new ArrayList<>(locations.subList(0, locations.size() - 1));
        SqlLocation last = locations.getLast();
        moved.add(SqlLocation.of(last.heading(), text, start + column - 1, last.length()));
        return "line " + line + ", column " + column + ": " + getMessage() + frames(moved);
    }

    /// Returns the framed lines of locations, each on new lines.
    private static String frames(List<SqlLocation> locations) {
        List<String> lines = new ArrayList<>();
        for (SqlLocation location : locations) {
            if (!location.heading().isEmpty()) {
                lines.add(location.heading() + ":");
            }
            location.withPointer().lines().forEach(lines::add);
        }
        return lines.isEmpty() ? "" : "\n  " + String.join("\n  ", lines);
    }
}
