package traceglass.sql.syntax;

/// An SQL syntax error; `offset` is the position in the user's text, -1 if unknown.
public class SqlSyntaxException extends Exception {
    public final int offset;
    private final transient Token location;
    private final boolean isAfter;

    public SqlSyntaxException(String message, int offset) {
        this(message, null, offset, false);
    }

    /// @param location the token that is wrong
    public SqlSyntaxException(String message, Token location) {
        this(message, location, location.origin(), false);
    }

    private SqlSyntaxException(String message, Token location, int offset, boolean isAfter) {
        super(message);
        this.location = location;
        this.offset = offset;
        this.isAfter = isAfter;
    }

    /// Returns an error about something missing after a token.
    public static SqlSyntaxException after(String message, Token last) {
        boolean isWritten = last.origin() == last.start();
        return new SqlSyntaxException(
                message, last, last.origin() + (isWritten ? last.text().length() : 0), true);
    }

    /// The wrong token, or the one before the error; null if unknown.
    public Token location() {
        return location;
    }

    /// Whether the error is after the token.
    public boolean isAfter() {
        return isAfter;
    }
}
