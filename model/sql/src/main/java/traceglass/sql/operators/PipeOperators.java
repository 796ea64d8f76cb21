package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import traceglass.sql.compute.IntervalFlattening;
import traceglass.sql.compute.IntervalSweep;
import traceglass.sql.compute.LongRows;
import traceglass.sql.compute.TreeTotals;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;

/// Stages of pipelines that need all rows of their input: TREE ACCUMULATE, INTERVAL FLATTEN and INTERVAL INTERSECTION.
/// The columns that only pass through stay in a table, and are joined by row number.
final class PipeOperators {
    private PipeOperators() {}

    /// `tg_op_pipe_tree((rows with tg_id, tg_parent, tg_v0, …, others), up|down, names of the sums…)`: the others
    /// and the sums.
    static List<Token> tree(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        String table = input(call, 0);
        int sums = call.size() - 2;
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < sums; i++) {
            values.append(", tg_v").append(i);
        }
        Operators operators = call.operators();
        if (operators
                        .read("SELECT 1 FROM " + table + " WHERE tg_id IS NULL LIMIT 1")
                        .size()
                > 0) {
            throw new SqlSyntaxException("TREE ACCUMULATE: a row has no id", call.name());
        }
        LongRows rows = operators.read("WITH tg_ids AS (SELECT tg_id AS id, min(rowid) AS row FROM " + table
                + " GROUP BY tg_id) SELECT n.row, CASE WHEN t.tg_parent IS NULL THEN " + TreeTotals.ROOT
                + " ELSE coalesce(p.row, " + TreeTotals.UNKNOWN + ") END" + values + " FROM " + table
                + " AS t JOIN tg_ids AS n ON n.id = t.tg_id LEFT JOIN tg_ids AS p ON p.id = t.tg_parent ORDER BY"
                + " t.rowid");
        boolean isUp = call.word(1).equals("up");
        LongRows totals = compute(call, "TREE ACCUMULATE", () -> TreeTotals.of(rows, isUp));
        StringBuilder select = new StringBuilder("SELECT t.* EXCLUDE (tg_id, tg_parent" + values + ")");
        for (int i = 0; i < sums; i++) {
            select.append(", c").append(i + 1).append(" AS ").append(call.word(i + 2));
        }
        return call.text(createOrdered(call, totals, select.toString(), " JOIN " + table + " AS t ON t.rowid = c0"));
    }

    /// `tg_op_pipe_flatten((rows with tg_ts, tg_dur, tg_k0, …, tg_v0, …), number of keys, names of ts, dur and the
    /// keys…, COUNT(name)|SUM(name)…)`
    static List<Token> flatten(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        String table = input(call, 0);
        int keys = Integer.parseInt(call.word(1));
        boolean[] counts = new boolean[call.size() - 4 - keys];
        StringBuilder values = new StringBuilder();
        for (int i = 0, v = 0; i < counts.length; i++) {
            counts[i] = result(call, keys, i).is("COUNT");
            if (!counts[i]) {
                values.append(", tg_v").append(v++);
            }
        }
        String groups = groups(call.operators(), List.of(table), keys);
        LongRows rows = call.operators()
                .read("SELECT " + (keys == 0 ? "0" : "tg_group") + ", tg_ts, tg_dur" + values + " FROM " + table
                        + " AS t" + onGroups(groups, keys));
        LongRows segments = compute(call, "INTERVAL FLATTEN", () -> IntervalFlattening.flatten(rows, counts));
        StringBuilder select = new StringBuilder("SELECT c1 AS " + call.word(2) + ", c2 AS " + call.word(3));
        for (int k = 0; k < keys; k++) {
            select.append(", g.tg_k").append(k).append(" AS ").append(call.word(4 + k));
        }
        for (int i = 0; i < counts.length; i++) {
            select.append(", c")
                    .append(3 + i)
                    .append(" AS ")
                    .append(OperatorCall.word(result(call, keys, i).arguments().value(0)));
        }
        return call.text(createOrdered(
                call, segments, select.toString(), keys == 0 ? "" : " JOIN " + groups + " AS g ON g.tg_group = c0"));
    }

    /// `tg_op_pipe_intersect(number of keys, names of ts and dur, (rows with tg_ts, tg_dur, tg_k0, …, others)…)`
    static List<Token> intersect(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        int keys = Integer.parseInt(call.word(0));
        int n = call.size() - 3;
        List<String> tables = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            tables.add(input(call, i + 3));
        }
        String groups = groups(call.operators(), tables, keys);
        LongRows[] rows = new LongRows[n];
        StringBuilder dropped = new StringBuilder("tg_ts, tg_dur");
        for (int k = 0; k < keys; k++) {
            dropped.append(", tg_k").append(k);
        }
        StringBuilder select = new StringBuilder("SELECT c1 AS " + call.word(1) + ", c2 - c1 AS " + call.word(2));
        StringBuilder joins = new StringBuilder();
        for (int i = 0; i < n; i++) {
            String table = tables.get(i);
            rows[i] = call.operators()
                    .read("SELECT " + (keys == 0 ? "0" : "tg_group") + ", tg_ts, tg_dur, t.rowid FROM " + table
                            + " AS t" + onGroups(groups, keys));
            boolean hasOtherColumns = !call.operators()
                    .readTexts("SELECT name FROM pragma_table_info('" + table + "') WHERE name LIKE 'tg_c%'")
                    .isEmpty();
            if (hasOtherColumns) {
                select.append(", t" + i + ".* EXCLUDE (").append(dropped).append(")");
                joins.append(" JOIN " + table + " AS t" + i + " ON t" + i + ".rowid = c" + (i + 3));
            }
        }
        LongRows overlaps = compute(call, "INTERVAL INTERSECTION", () -> overlaps(rows));
        return call.text(createOrdered(call, overlaps, select.toString(), joins.toString()));
    }

    private static LongRows overlaps(LongRows[] tables) {
        for (LongRows table : tables) {
            for (int i = 0; i < table.size(); i++) {
                boolean isWhole = table.get(1, i) != LongRows.NULL && table.get(2, i) != LongRows.NULL;
                if (isWhole && (table.get(1, i) < 0 || table.get(2, i) < 0)) {
                    throw new IllegalArgumentException("a row's ts or dur is below zero");
                }
            }
        }
        return IntervalSweep.overlaps(tables);
    }

    /// Creates a table of the computed rows, in order.
    private static String createOrdered(OperatorCall call, LongRows rows, String select, String joins)
            throws SQLException {
        // A join may change the order of its rows.
        LongRows numbered = new LongRows(rows.width() + 1);
        long[] line = new long[rows.width() + 1];
        for (int i = 0; i < rows.size(); i++) {
            for (int c = 0; c < rows.width(); c++) {
                line[c] = rows.get(c, i);
            }
            line[rows.width()] = i;
            numbered.add(line);
        }
        return call.operators().create(numbered, select, joins + " ORDER BY c" + rows.width());
    }

    /// Returns a table with the distinct keys of tables, numbered in order of their first rows; null without keys.
    private static String groups(Operators operators, List<String> tables, int keys) throws SQLException {
        if (keys == 0) {
            return null;
        }
        StringBuilder names = new StringBuilder("tg_k0");
        for (int k = 1; k < keys; k++) {
            names.append(", tg_k").append(k);
        }
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < tables.size(); i++) {
            all.append(i == 0 ? "" : " UNION ALL ")
                    .append("SELECT " + names + ", " + i + " AS tg_t, rowid AS tg_r FROM " + tables.get(i));
        }
        String table = operators.newTable();
        operators.execute("CREATE OR REPLACE TEMP TABLE " + table + " AS SELECT row_number() OVER (ORDER BY"
                + " min((tg_t, tg_r))) AS tg_group, " + names + " FROM (" + all + ") GROUP BY " + names);
        return table;
    }

    private static String onGroups(String groups, int keys) {
        StringBuilder join = new StringBuilder(keys == 0 ? "" : " JOIN " + groups + " AS g ON ");
        for (int k = 0; k < keys; k++) {
            join.append(k == 0 ? "" : " AND ").append("t.tg_k" + k + " IS NOT DISTINCT FROM g.tg_k" + k);
        }
        return join.toString();
    }

    private static String input(OperatorCall call, int argument) throws SqlProblem, SqlSyntaxException {
        if (Operators.dependsOnParameter(call.tokens(argument))) {
            throw new SqlSyntaxException(
                    "a pipeline that computes over its whole input can't depend on a value of the outer query",
                    call.name());
        }
        return call.create(argument);
    }

    /// Returns a result of INTERVAL FLATTEN: the function, and the name of the column as its argument.
    private static Expression.Call result(OperatorCall call, int keys, int i) {
        return (Expression.Call) call.argument(4 + keys + i);
    }

    private static LongRows compute(OperatorCall call, String stage, Supplier<LongRows> rows)
            throws SqlSyntaxException {
        try {
            return rows.get();
        } catch (IllegalArgumentException e) {
            throw new SqlSyntaxException(stage + ": " + e.getMessage(), call.name());
        } catch (ArithmeticException e) {
            throw new SqlSyntaxException(stage + ": a sum or an end does not fit in 64 bits", call.name());
        }
    }
}
