package traceglass.engine;

import org.jspecify.annotations.Nullable;

/// Thrown if an SQL statement fails.
public final class SqlErrorException extends EngineException {

    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;
    private final int statement;
    private final boolean isCanceled;

    private final String explanation;

    SqlErrorException(
            @Nullable String message,
            int line,
            int column,
            int statement,
            boolean isCanceled,
            String explanation,
            Throwable cause) {
        super(message, cause);
        this.explanation = explanation;
        this.line = line;
        this.column = column;
        this.statement = statement;
        this.isCanceled = isCanceled;
    }

    /// Line of the error in the SQL text, from 1; 0 if the position is unknown.
    public int line() {
        return line;
    }

    /// Column of the error in its line, from 1; 0 if the position is unknown.
    public int column() {
        return column;
    }

    /// The message with its position, followed by the line with a pointer to the error; for an error in a macro or
    /// module, also the lines that call it. Several lines of text.
    public String explain() {
        return explanation;
    }

    /// Index of the statement that failed, from 0.
    public int statement() {
        return statement;
    }

    /// Whether the query was canceled, by a call or because its result was closed.
    public boolean isCanceled() {
        return isCanceled;
    }
}
