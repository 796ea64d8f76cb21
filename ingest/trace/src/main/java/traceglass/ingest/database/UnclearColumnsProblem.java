package traceglass.ingest.database;

import java.util.List;
import traceglass.ingest.TraceProblem;

/// Thrown for a table if the user has to choose the meanings of its columns.
public final class UnclearColumnsProblem extends TraceProblem {

    private static final long serialVersionUID = 1;

    private final String summary;
    private final transient List<TableColumn> columns;
    private final transient ColumnGuess guess;

    /// @param summary the problem as a sentence without a full stop
    /// @param advice advice for the command line, appended to the summary
    UnclearColumnsProblem(String summary, String advice, List<TableColumn> columns, ColumnGuess guess) {
        super(summary + advice);
        this.summary = summary;
        this.columns = List.copyOf(columns);
        this.guess = guess;
    }

    /// Returns the message without advice for the command line.
    public String summary() {
        return summary;
    }

    public List<TableColumn> columns() {
        return columns;
    }

    public ColumnGuess guess() {
        return guess;
    }
}
