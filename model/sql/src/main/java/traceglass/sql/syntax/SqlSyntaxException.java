package traceglass.sql.syntax;

/// An SQL syntax error; `offset` is the position in the user's text, -1 if unknown.
public class SqlSyntaxException extends Exception {
    public final int offset;
    private final transient Token at;
    private final boolean after;

    public SqlSyntaxException(String message, int offset) {
        this(message, null, offset, false);
    }

    /// @param at the token that is wrong
    public SqlSyntaxException(String message, Token at) {
        this(message, at, at.origin(), false);
    }

    private SqlSyntaxException(String message, Token at, int offset, boolean after) {
        super(message);
        this.at = at;
        this.offset = offset;
        this.after = after;
    }

    /// Returns an error about something missing after a token.
    public static SqlSyntaxException after(String message, Token last) {
        boolean written = last.origin() == last.start();
        return new SqlSyntaxException(
                message, last, last.origin() + (written ? last.text().length() : 0), true);
    }

    /// The wrong token, or the one before the error; null if unknown.
    public Token at() {
        return at;
    }

    /// Whether the error is after the token.
    public boolean isAfter() {
        return after;
    }
}
