package traceglass.sql;

/// A text that cannot be read as SQL; `offset` is the place in what the user wrote, -1 if not known.
class SqlSyntaxException extends Exception {
    final int offset;

    SqlSyntaxException(String message, int offset) {
        super(message);
        this.offset = offset;
    }
}
