package traceglass.sql.syntax;

/// A text that cannot be read as SQL; `offset` is the place in what the user wrote, -1 if not known.
public class SqlSyntaxException extends Exception {
    public final int offset;

    public SqlSyntaxException(String message, int offset) {
        super(message);
        this.offset = offset;
    }
}
