package traceglass.app.panel.sql;

import java.util.ArrayList;
import java.util.List;
import traceglass.model.sql.SqlProblem;
import traceglass.model.sql.SqlSpans;
import traceglass.model.time.TimeSpan;

/// Puts the selected range in place of `$sel_start` and `$sel_end`, and leads places in the text that results back to what was
/// written.
final class SqlParameters {

    static final String START = "$sel_start";
    static final String END = "$sel_end";

    private record Change(int line, int column, int delta, int length) {}

    private final String text;
    private final List<Change> changes = new ArrayList<>();

    /// @param written what stands in the editor
    /// @param range   the selected range, or the whole trace
    SqlParameters(String written, TimeSpan range) {
        StringBuilder out = new StringBuilder();
        int behind = 0;
        for (SqlSpans.Span s : SqlSpans.of(written)) {
            if (s.kind() != SqlSpans.Kind.PARAMETER) {
                continue;
            }
            String name = written.substring(s.start(), s.end());
            String value = name.equals(START) ? Long.toString(range.start()) : name.equals(END) ? Long.toString(range.end()) : null;
            if (value != null) {
                out.append(written, behind, s.start());
                int lineStart = out.lastIndexOf("\n") + 1;
                int line = (int) out.chars().filter(c -> c == '\n').count() + 1;
                changes.add(new Change(line, out.length() - lineStart + 1, value.length() - name.length(), value.length()));
                out.append(value);
                behind = s.end();
            }
        }
        text = out.append(written, behind, written.length()).toString();
    }

    /// What is run.
    String text() {
        return text;
    }

    /// Whether the range stands in the text.
    boolean areUsed() {
        return !changes.isEmpty();
    }

    /// The column in what was written for the place of a problem in what was run.
    int column(SqlProblem problem) {
        return column(problem.line(), problem.column());
    }

    int column(int line, int column) {
        int moved = 0;
        for (Change c : changes) {
            if (c.line == line && column >= c.column + c.length) {
                moved += c.delta;
            } else if (c.line == line && column >= c.column) {
                return c.column - moved;
            }
        }
        return column - moved;
    }
}
