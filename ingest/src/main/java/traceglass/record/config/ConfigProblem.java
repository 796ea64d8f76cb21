package traceglass.record.config;

/// A config that cannot be read. The message says what is wrong, without the place.
public final class ConfigProblem extends Exception {

    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;

    /// @param line   from 1; 0 if there is none, as in a binary file
    /// @param column from 1
    public ConfigProblem(int line, int column, String message) {
        super(message);
        this.line = line;
        this.column = column;
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }

    /// The message with the place in front: `Line 3, column 5: …`.
    public String describe() {
        return line == 0 ? getMessage() : "Line " + line + ", column " + column + ": " + getMessage();
    }
}
