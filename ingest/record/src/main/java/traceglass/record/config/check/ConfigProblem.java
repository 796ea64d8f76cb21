package traceglass.record.config.check;

import org.jspecify.annotations.Nullable;

/// Thrown for a config that can't be parsed. The message describes the error without its position.
public final class ConfigProblem extends Exception {

    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;
    private final boolean isTrace;

    /// @param line line, from 1; 0 if there is no position, as in a binary file
    /// @param column column, from 1
    public ConfigProblem(int line, int column, String message) {
        this(line, column, message, false);
    }

    private ConfigProblem(int line, int column, String message, boolean isTrace) {
        super(message);
        this.line = line;
        this.column = column;
        this.isTrace = isTrace;
    }

    /// Creates the problem for a trace given as a config.
    ///
    /// @param format display name of the trace format: `Perfetto trace`
    static ConfigProblem ofTrace(String format) {
        return new ConfigProblem(0, 0, CheckTexts.traceInsteadOfConfig(format), true);
    }

    /// Returns whether the input is a trace. A trace can contain the config with which it was recorded.
    public boolean isTrace() {
        return isTrace;
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }

    /// Returns the message prefixed with the position: `Line 3, column 5: …`.
    public @Nullable String describe() {
        return line == 0 ? getMessage() : CheckTexts.at(line, column, getMessage());
    }
}
