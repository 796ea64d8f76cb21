package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.bind.Catalog;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;

/// Scalar subqueries: if there are several rows for a row of the outer query, SQLite uses the first and DuckDB an
/// arbitrary one.
final class ScalarQueries {
    /// Tables and views of a trace with a unique `id` per row.
    private static final Set<String> WITH_IDS = Set.of(
            "slice",
            "slices",
            "thread",
            "process",
            "track",
            "thread_track",
            "process_track",
            "cpu_track",
            "counter_track",
            "thread_counter_track",
            "process_counter_track",
            "cpu_counter_track",
            "gpu_counter_track",
            "counter",
            "sched",
            "sched_slice",
            "thread_state",
            "thread_slice",
            "process_slice",
            "thread_or_process_slice",
            "flow",
            "cpu",
            "machine",
            "stack_profile_callsite",
            "stack_profile_frame",
            "stack_profile_mapping");

    private final Catalog catalog;
    private final TokenEdits edits;
    private final List<Token> tokens;
    private final int[] partner;
    private final Set<String> ctes;

    ScalarQueries(Catalog catalog, TokenEdits edits, int[] partner, Set<String> ctes) {
        this.catalog = catalog;
        this.edits = edits;
        tokens = edits.tokens;
        this.partner = partner;
        this.ctes = ctes;
    }

    /// Restricts a subquery to its first row if it is a value and may have several rows for a row of the outer
    /// query.
    void rewrite(QueryStructure shape, List<QueryStructure> shapes) throws SQLException {
        int open = shape.range.start() - 1;
        if (open < 1 || shape.cores.size() != 1 || shape.limitAt >= 0 || !isValue(open, shapes)) {
            return;
        }
        QueryStructure.Core core = shape.cores.getFirst();
        boolean plain = core.items.size() == 1
                && core.from != null
                && core.where != null
                && !core.hasGroup
                && !core.hasHaving
                && !core.isDistinct
                && !tokens.get(core.items.getFirst().end() - 1).isOperator("*")
                && !aggregates(core.items.getFirst());
        if (!plain || !isCorrelated(core) || hasKey(core)) {
            return;
        }
        if (shape.hasOrder) {
            edits.append(shape.range.end() - 1, " LIMIT 1");
            return;
        }
        QueryStructure.Source only =
                core.sources.size() == 1 && core.sources.getFirst().kind() == QueryStructure.SourceKind.NAME
                        ? core.sources.getFirst()
                        : null;
        Catalog.Relation relation = only == null || ctes.contains(only.name().toLowerCase(Locale.ROOT))
                ? null
                : catalog.relation(only.name());
        String row = relation == null ? null : !relation.isView() ? "rowid" : relation.has("id") ? "id" : null;
        QueryStructure.Range item = core.items.getFirst();
        int end = expressionEnd(item);
        String name = only == null || row == null
                ? null
                : Token.quoteName(only.aliasAt() >= 0 ? core.aliasOf(only) : only.name()) + "." + row;
        edits.wrap(
                item.start(), end, name == null ? "first(" : "arg_min_null(", name == null ? ")" : ", " + name + ")");
    }

    /// Returns whether a bracket contains a value, as opposed to a source, list or condition.
    private boolean isValue(int open, List<QueryStructure> shapes) {
        Token before = tokens.get(open - 1);
        if (before.isAny(
                        "EXISTS",
                        "IN",
                        "ANY",
                        "ALL",
                        "SOME",
                        "AS",
                        "MATERIALIZED",
                        "FROM",
                        "JOIN",
                        "UNION",
                        "EXCEPT",
                        "INTERSECT",
                        "ARRAY",
                        "LATERAL")
                || before.kind() != Token.Kind.OPERATOR && QueryStructure.endsOperand(before)) {
            return false;
        }
        return shapes.stream()
                .noneMatch(s -> s.cores.stream()
                        .anyMatch(c -> c.range.start() == open
                                || c.sources.stream().anyMatch(f -> f.range().start() == open)
                                || c.from != null
                                        && c.from.start() <= open
                                        && open < c.from.end()
                                        && before.isOperator(",")));
    }

    /// Returns whether the query references a source that it does not read itself.
    private boolean isCorrelated(QueryStructure.Core core) {
        for (int i = core.items.getFirst().start(); i + 2 < core.range.end(); i++) {
            boolean member = tokens.get(i).isName()
                    && tokens.get(i + 1).isOperator(".")
                    && !tokens.get(i - 1).isOperator(".");
            if (member && tokens.get(i + 2).isName() && !namesAny(core, i)) {
                return true;
            }
        }
        return false;
    }

    private boolean namesAny(QueryStructure.Core core, int at) {
        return core.sources.stream().anyMatch(s -> names(core, s, at));
    }

    private boolean names(QueryStructure.Core core, QueryStructure.Source source, int at) {
        String name = source.aliasAt() >= 0 ? core.aliasOf(source) : source.name();
        return tokens.get(at).value().equalsIgnoreCase(name);
    }

    /// Returns whether the condition compares a key of the only source with one value, so that there is at most one
    /// row.
    private boolean hasKey(QueryStructure.Core core) {
        if (core.sources.size() != 1 || core.sources.getFirst().kind() != QueryStructure.SourceKind.NAME) {
            return false;
        }
        QueryStructure.Source source = core.sources.getFirst();
        for (int i = core.where.start(); i < core.where.end(); i++) {
            if (tokens.get(i).is("OR")) {
                return false;
            }
        }
        for (int i = core.where.start(); i < core.where.end(); i++) {
            boolean own = tokens.get(i).isName() && (!tokens.get(i - 1).isOperator(".") || names(core, source, i - 2));
            boolean equals = i + 1 < core.where.end()
                            && (tokens.get(i + 1).isOperator("=")
                                    || tokens.get(i + 1).isOperator("=="))
                    || tokens.get(i - 1).isOperator("=")
                    || tokens.get(i - 1).isOperator("==")
                    || i > 2
                            && tokens.get(i - 1).isOperator(".")
                            && (tokens.get(i - 3).isOperator("=")
                                    || tokens.get(i - 3).isOperator("=="));
            if (own
                    && equals
                    && isKey(
                            source.name().toLowerCase(Locale.ROOT),
                            tokens.get(i).value().toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isKey(String table, String column) {
        return column.equals("id") && WITH_IDS.contains(table)
                || column.equals("utid") && table.equals("thread")
                || column.equals("upid") && table.equals("process");
    }

    private boolean aggregates(QueryStructure.Range item) {
        for (int i = item.start(); i + 1 < item.end(); i++) {
            boolean call = tokens.get(i + 1).isOperator("(") && tokens.get(i).isName();
            boolean single = call && Functions.arguments(tokens, partner, i + 1).size() < 2;
            if (tokens.get(i).is("OVER")
                    || call
                            && Functions.isAggregate(tokens.get(i).text())
                            && (single || !tokens.get(i).isAny("min", "max"))) {
                return true;
            }
        }
        return false;
    }

    /// Returns the index after an item's expression, without its alias.
    private int expressionEnd(QueryStructure.Range item) {
        int alias = SelectRewriter.implicitAlias(tokens, item);
        if (alias >= 0) {
            return alias;
        }
        for (int i = item.start(); i < item.end(); i = partner[i] > i ? partner[i] + 1 : i + 1) {
            if (tokens.get(i).is("AS")) {
                return i;
            }
        }
        return item.end();
    }
}
