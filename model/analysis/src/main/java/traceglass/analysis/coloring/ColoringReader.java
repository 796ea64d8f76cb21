package traceglass.analysis.coloring;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// Evaluates choices for colors with one query for each condition.
public final class ColoringReader {

    private final SqlSession session;
    /// Numbers of slices by name and by category, read when first needed.
    private Map<String, Long> names;
    private Map<String, Long> categories;

    private ColoringReader(SqlSession session) {
        this.session = session;
    }

    /// Evaluates choices. Blocks while its queries run; do not call on the JavaFX thread.
    ///
    /// @throws SqlProblem if the trace cannot be read; problems of a rule are part of the result
    public static EvaluatedColoring read(SqlSession session, Coloring coloring) throws SqlProblem {
        return new ColoringReader(session).read(coloring);
    }

    /// Returns the result of choices without conditions, in a trace without colors of its own.
    public static EvaluatedColoring withoutRules(Coloring coloring) {
        return new EvaluatedColoring(
                List.of(),
                null,
                coloring.hidesOthers(),
                coloring.rules().stream()
                        .map(_ -> EvaluatedColoring.Outcome.NONE)
                        .toList(),
                EvaluatedColoring.Outcome.NONE,
                0);
    }

    /// Returns whether the trace assigns colors to slices. Only Chrome JSON does.
    public static boolean hasTraceColors(TraceQueries q) throws QueryException {
        return q.first("SELECT 1 FROM __intrinsic_slice_color LIMIT 1", r -> 1).isPresent();
    }

    private EvaluatedColoring read(Coloring coloring) throws SqlProblem {
        List<EvaluatedColoring.Entry> entries = new ArrayList<>();
        List<EvaluatedColoring.Outcome> outcomes = new ArrayList<>();
        for (ColorRule rule : coloring.rules()) {
            Evaluated found = rule.isActive() ? evaluate(rule.when()) : Evaluated.NONE;
            outcomes.add(found.outcome());
            if (found.matcher() != null) {
                entries.add(new EvaluatedColoring.Entry(found.matcher(), rule.argb()));
            }
        }
        Evaluated only = coloring.only().isEmpty() ? Evaluated.NONE : evaluate(coloring.only());
        long coloredEvents = 0;
        if (coloring.usesTraceColors()) {
            for (var color : traceColors().entrySet()) {
                coloredEvents += color.getValue().cardinality();
                entries.add(new EvaluatedColoring.Entry(new Matcher(null, color.getValue()), color.getKey()));
            }
        }
        return new EvaluatedColoring(
                entries, only.matcher(), coloring.hidesOthers(), outcomes, only.outcome(), coloredEvents);
    }

    /// @param matcher null if there is a problem, or nothing to evaluate
    private record Evaluated(Matcher matcher, EvaluatedColoring.Outcome outcome) {
        static final Evaluated NONE = new Evaluated(null, EvaluatedColoring.Outcome.NONE);
    }

    private Evaluated evaluate(Condition when) {
        try {
            return switch (when.by()) {
                case NAME -> names(TextPattern.parse(when.text()));
                case CATEGORY -> ids(categorySql(TextPattern.parse(when.text())));
                case ARGUMENT -> ids(ArgumentCondition.sql(when.text()));
                // The expression is on lines of its own, so that a comment at its end does not hide the parenthesis.
                case EXPRESSION ->
                    ids("SELECT id FROM slice WHERE (\n" + when.text().strip() + "\n)");
            };
        } catch (RuleProblem | SqlProblem e) {
            return new Evaluated(null, new EvaluatedColoring.Outcome(0, firstLine(e.getMessage())));
        }
    }

    private static String firstLine(String message) {
        return message == null ? "" : message.lines().findFirst().orElse("");
    }

    private Evaluated names(Predicate<String> pattern) throws SqlProblem {
        if (names == null) {
            names = counts("name");
        }
        long slices = names.entrySet().stream()
                .filter(e -> pattern.test(e.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
        return new Evaluated(new Matcher(pattern, null), new EvaluatedColoring.Outcome(slices, ""));
    }

    private String categorySql(Predicate<String> pattern) throws SqlProblem {
        if (categories == null) {
            categories = counts("category");
        }
        String list = categories.keySet().stream()
                .filter(pattern)
                .map(c -> "'" + c.replace("'", "''") + "'")
                .collect(Collectors.joining(", "));
        return "SELECT id FROM slice WHERE category IN (" + (list.isEmpty() ? "NULL" : list) + ")";
    }

    private Map<String, Long> counts(String column) throws SqlProblem {
        Map<String, Long> counts = new HashMap<>();
        session.run(
                "SELECT " + column + ", count(*) FROM slice WHERE " + column + " IS NOT NULL GROUP BY 1", cursor -> {
                    while (cursor.next()) {
                        counts.put(cursor.getString(0), cursor.getLong(1));
                    }
                });
        return counts;
    }

    private Evaluated ids(String sql) throws SqlProblem {
        BitSet ids = new BitSet();
        session.run(sql, cursor -> {
            while (cursor.next()) {
                ids.set((int) cursor.getLong(0));
            }
        });
        return new Evaluated(new Matcher(null, ids), new EvaluatedColoring.Outcome(ids.cardinality(), ""));
    }

    /// Slices by the color that the trace assigns to them.
    private Map<Integer, BitSet> traceColors() throws SqlProblem {
        Map<Integer, BitSet> rows = new LinkedHashMap<>();
        session.run("SELECT slice_id, name FROM __intrinsic_slice_color", cursor -> {
            while (cursor.next()) {
                Integer argb = ChromeColors.of(cursor.getString(1));
                if (argb != null) {
                    rows.computeIfAbsent(argb, _ -> new BitSet()).set((int) cursor.getLong(0));
                }
            }
        });
        return rows;
    }
}
