package traceglass.app.panel.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import traceglass.sql.editor.SqlSpans;
import traceglass.sql.result.SqlProblem;

/// Puts what is selected in place of `$start`, `$end`, `$track` and `$slice`, and leads places in the text that results
/// back to what was written. `$sel_start` and `$sel_end` are other names of the first two. Names that a function or
/// macro declares as its own are left to it.
final class SqlParameters {

    private record Change(int line, int column, int delta, int length) {}

    private final String text;
    private final List<Change> changes = new ArrayList<>();
    private String missing;
    private int missingLine;
    private int missingColumn;

    /// @param written what stands in the editor
    /// @param values what each name stands for, without its sign; of names that stand for nothing now, null
    SqlParameters(String written, Map<String, String> values) {
        StringBuilder out = new StringBuilder();
        int behind = 0;
        List<SqlSpans.Span> spans = SqlSpans.of(written).stream()
                .filter(s -> s.kind() != SqlSpans.Kind.COMMENT)
                .toList();
        Set<String> declared = Set.of();
        for (int i = 0; i < spans.size(); i++) {
            SqlSpans.Span s = spans.get(i);
            String word = written.substring(s.start(), s.end());
            if (i == 0 || written.startsWith(";", spans.get(i - 1).start())) {
                declared = declared(written, spans, i);
            }
            if (s.kind() != SqlSpans.Kind.PARAMETER) {
                continue;
            }
            String name = word.substring(1).toLowerCase(Locale.ROOT);
            if (!values.containsKey(name) || declared.contains(name)) {
                continue;
            }
            out.append(written, behind, s.start());
            int lineStart = out.lastIndexOf("\n") + 1;
            int line = (int) out.chars().filter(c -> c == '\n').count() + 1;
            String value = values.get(name);
            if (value == null) {
                if (missing == null) {
                    missing = word;
                    missingLine = line;
                    missingColumn = s.start() - written.lastIndexOf('\n', s.start() - 1);
                }
                value = word;
            }
            changes.add(new Change(line, out.length() - lineStart + 1, value.length() - word.length(), value.length()));
            out.append(value);
            behind = s.end();
        }
        text = out.append(written, behind, written.length()).toString();
    }

    /// Names that the statement which begins at a span declares: the first bracket behind FUNCTION or MACRO.
    private static Set<String> declared(String written, List<SqlSpans.Span> spans, int from) {
        Set<String> names = new HashSet<>();
        int i = from;
        if (!word(written, spans, i).equals("create")) {
            return names;
        }
        while (i < spans.size()
                && !word(written, spans, i).equals("function")
                && !word(written, spans, i).equals("macro")) {
            if (word(written, spans, i).equals(";") || word(written, spans, i).equals("as")) {
                return names;
            }
            i++;
        }
        while (i < spans.size() && !word(written, spans, i).equals("(")) {
            i++;
        }
        for (i++; i < spans.size() && !word(written, spans, i).equals(")"); i++) {
            names.add(word(written, spans, i));
        }
        return names;
    }

    private static String word(String written, List<SqlSpans.Span> spans, int i) {
        return i >= spans.size()
                ? ""
                : written.substring(spans.get(i).start(), spans.get(i).end()).toLowerCase(Locale.ROOT);
    }

    /// What is run.
    String text() {
        return text;
    }

    /// A name that stands for nothing, as nothing of its kind is selected, with its place; null when there is none.
    SqlProblem problem() {
        if (missing == null) {
            return null;
        }
        String what = missing.equalsIgnoreCase("$slice") ? "a slice" : "an event of a track";
        return new SqlProblem(
                missing + " stands for what is selected: select " + what + " on the timeline first.",
                missingLine,
                missingColumn,
                0,
                false,
                null);
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
