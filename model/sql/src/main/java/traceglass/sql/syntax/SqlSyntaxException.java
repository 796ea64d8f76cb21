package traceglass.sql.syntax;

/// A text that cannot be parsed as SQL; `offset` is the position in the user's text, -1 if unknown.
public class SqlSyntaxException extends Exception {
    public final int offset;

    public SqlSyntaxException(String message, int offset) {
        super(message);
        this.offset = offset;
    }
}
