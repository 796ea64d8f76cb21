package traceglass.app.panel.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import traceglass.sql.editor.SqlSpans;
import traceglass.sql.result.SqlProblem;

/// Replaces the parameters `$start`, `$end`, `$track` and `$slice` by values of the selection, and maps error positions
/// back to the original text. `$sel_start` and `$sel_end` are aliases of the first two. Parameters declared by a
/// function or macro are not replaced.
final class SqlParameters {

    private record Change(int line, int column, int delta, int length) {}

    private final String text;
    private final List<Change> changes = new ArrayList<>();
    private String missing;
    private int missingLine;
    private int missingColumn;

    /// Replaces the parameters in a text.
    ///
    /// @param original text of the editor
    /// @param values values by name without `$`; null for parameters without a value
    SqlParameters(String original, Map<String, String> values) {
        StringBuilder out = new StringBuilder();
        int end = 0;
        List<SqlSpans.Span> spans = SqlSpans.of(original).stream()
                .filter(s -> s.kind() != SqlSpans.Kind.COMMENT)
                .toList();
        Set<String> declared = Set.of();
        for (int i = 0; i < spans.size(); i++) {
            SqlSpans.Span s = spans.get(i);
            String word = original.substring(s.start(), s.end());
            if (i == 0 || original.startsWith(";", spans.get(i - 1).start())) {
                declared = declared(original, spans, i);
            }
            if (s.kind() != SqlSpans.Kind.PARAMETER) {
                continue;
            }
            String name = word.substring(1).toLowerCase(Locale.ROOT);
            if (!values.containsKey(name) || declared.contains(name)) {
                continue;
            }
            out.append(original, end, s.start());
            int lineStart = out.lastIndexOf("\n") + 1;
            int line = (int) out.chars().filter(c -> c == '\n').count() + 1;
            String value = values.get(name);
            if (value == null) {
                if (missing == null) {
                    missing = word;
                    missingLine = line;
                    missingColumn = s.start() - original.lastIndexOf('\n', s.start() - 1);
                }
                value = word;
            }
            changes.add(new Change(line, out.length() - lineStart + 1, value.length() - word.length(), value.length()));
            out.append(value);
            end = s.end();
        }
        text = out.append(original, end, original.length()).toString();
    }

    /// Names declared by the statement that begins at a span: those in the first parentheses after FUNCTION or
    /// MACRO.
    private static Set<String> declared(String original, List<SqlSpans.Span> spans, int from) {
        Set<String> names = new HashSet<>();
        int i = from;
        if (!word(original, spans, i).equals("create")) {
            return names;
        }
        while (i < spans.size()
                && !word(original, spans, i).equals("function")
                && !word(original, spans, i).equals("macro")) {
            if (word(original, spans, i).equals(";") || word(original, spans, i).equals("as")) {
                return names;
            }
            i++;
        }
        while (i < spans.size() && !word(original, spans, i).equals("(")) {
            i++;
        }
        for (i++; i < spans.size() && !word(original, spans, i).equals(")"); i++) {
            names.add(word(original, spans, i));
        }
        return names;
    }

    private static String word(String original, List<SqlSpans.Span> spans, int i) {
        return i >= spans.size()
                ? ""
                : original.substring(spans.get(i).start(), spans.get(i).end()).toLowerCase(Locale.ROOT);
    }

    /// The text to run.
    String text() {
        return text;
    }

    /// Problem for the first parameter without a value, with its position; null if there is none.
    SqlProblem problem() {
        if (missing == null) {
            return null;
        }
        return new SqlProblem(
                missing.equalsIgnoreCase("$slice") ? SqlTexts.selectSlice(missing) : SqlTexts.selectEvent(missing),
                missingLine,
                missingColumn,
                0,
                false,
                null);
    }

    /// Column in the original text for the position of a problem in the text that was run.
    int column(SqlProblem problem) {
        return column(problem.line(), problem.column());
    }

    int column(int line, int column) {
        int shift = 0;
        for (Change c : changes) {
            if (c.line == line && column >= c.column + c.length) {
                shift += c.delta;
            } else if (c.line == line && column >= c.column) {
                return c.column - shift;
            }
        }
        return column - shift;
    }
}
