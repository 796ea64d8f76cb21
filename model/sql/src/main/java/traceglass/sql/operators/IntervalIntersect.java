package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import traceglass.sql.compute.IntervalSweep;
import traceglass.sql.compute.LongRows;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// A call of `interval_intersect!`: its tables, partition columns and column names, and the queries that read them.
///
/// Intervals that overlap pairwise have a common overlap, so the join form joins each table with every table
/// before it. For the overlap test, an empty interval counts as one nanosecond long, so that it overlaps the
/// intervals that contain it or start at the same time.
final class IntervalIntersect {
    final List<List<Token>> tables;
    final List<List<Token>> partitions;
    /// Names of the columns of each table; may be shorter than the tables.
    private final List<List<List<Token>>> names;
    private final int origin;

    /// @param call its arguments are the list of tables, the list of partition columns, and for each table optionally a
    ///     list of the names of its columns (id, ts, dur)
    IntervalIntersect(OperatorCall call) throws SqlSyntaxException {
        if (call.size() < 2) {
            throw new SqlSyntaxException(
                    "interval_intersect! takes a list of tables and a list of columns", call.name());
        }
        tables = call.tables(0);
        partitions = call.elements(1);
        names = IntStream.range(2, call.size()).mapToObj(call::elements).toList();
        origin = call.name().origin();
        if (tables.isEmpty()) {
            throw new SqlSyntaxException("interval_intersect! takes at least one table", call.name());
        }
    }

    /// Implements `tg_op_interval_intersect((tables), (partition columns)[, (id, ts, dur) of each table])`. Inside
    /// a function, where arguments are not known yet, it becomes a join instead.
    static List<Token> compute(OperatorCall operatorCall) throws SqlProblem, SqlSyntaxException, SQLException {
        IntervalIntersect call = new IntervalIntersect(operatorCall);
        if (operatorCall.dependsOnParameter()) {
            return call.join();
        }
        boolean isPartitioned = !call.partitions.isEmpty();
        String keys = isPartitioned ? operatorCall.operators().newTable() : null;
        if (isPartitioned) {
            operatorCall.reader().read(call.keys(keys, operatorCall.with()));
        }
        LongRows[] tables = new LongRows[call.tables.size()];
        for (int i = 0; i < tables.length; i++) {
            tables[i] = operatorCall.reader().read(call.rows(i, keys, operatorCall.with()));
        }
        LongRows overlaps = IntervalSweep.overlaps(tables);
        StringBuilder select = new StringBuilder("SELECT c1 AS ts, c2 - c1 AS dur");
        for (int i = 0; i < tables.length; i++) {
            select.append(", c").append(i + 3).append(" AS id_").append(i);
        }
        for (int p = 0; p < call.partitions.size(); p++) {
            select.append(", tg_p")
                    .append(p)
                    .append(" AS ")
                    .append(Token.quoteName(call.partitions.get(p).getLast().value()));
        }
        return operatorCall.text(operatorCall
                .operators()
                .create(
                        overlaps,
                        select.toString(),
                        (isPartitioned ? " JOIN " + keys + " ON tg_key = c0" : "") + " ORDER BY c1, c3"));
    }

    /// Returns the statement that creates a table with the partitions of all tables and a number for each.
    List<Token> keys(String table, List<Token> with) throws SqlSyntaxException {
        List<Token> out = new ArrayList<>();
        Writer w = new Writer(out, origin);
        w.text("CREATE OR REPLACE TEMP TABLE " + table + " AS ")
                .tokens(with)
                .text("SELECT row_number() OVER () AS tg_key, * FROM (");
        for (int i = 0; i < tables.size(); i++) {
            w.text(i == 0 ? "SELECT " : " UNION SELECT ");
            for (int p = 0; p < partitions.size(); p++) {
                w.text(p == 0 ? "" : ",").tokens(partitions.get(p)).text(" AS tg_p" + p);
            }
            w.text(" FROM ").tokens(tables.get(i));
        }
        w.text(")");
        return out;
    }

    /// Returns the query for the rows of a table: number of the partition, ts, dur, id.
    ///
    /// @param keys table created by [#keys]; null without partitions
    List<Token> rows(int i, String keys, List<Token> with) throws SqlSyntaxException {
        List<Token> out = new ArrayList<>();
        Writer w = new Writer(out, origin);
        List<List<Token>> columns = columns(i);
        w.tokens(with)
                .text("SELECT " + (partitions.isEmpty() ? "0" : "tg_key") + ", tg_t.")
                .column(columns, 1, "ts")
                .text(", tg_t.")
                .column(columns, 2, "dur")
                .text(", tg_t.")
                .column(columns, 0, "id")
                .text(" FROM ")
                .tokens(tables.get(i))
                .text(" AS tg_t");
        for (int p = 0; p < partitions.size(); p++) {
            w.text(p == 0 ? " JOIN " + keys + " ON " : " AND ")
                    .text("tg_t.")
                    .tokens(partitions.get(p))
                    .text(" IS NOT DISTINCT FROM tg_p" + p);
        }
        return out;
    }

    /// Returns a subquery that computes the call as a join.
    private List<Token> join() throws SqlSyntaxException {
        int n = tables.size();
        List<Token> out = new ArrayList<>();
        Writer w = new Writer(out, origin);
        w.text("(WITH ");
        for (int i = 0; i < n; i++) {
            List<List<Token>> columns = columns(i);
            w.text((i == 0 ? "" : ", ") + "tg_ii_" + i + " AS (SELECT ");
            w.column(columns, 0, "id")
                    .text(" AS tg_id, ")
                    .column(columns, 1, "ts")
                    .text(" AS tg_ts, ")
                    .column(columns, 1, "ts")
                    .text(" + ")
                    .column(columns, 2, "dur")
                    .text(" AS tg_end, ")
                    .column(columns, 1, "ts")
                    .text(" + greatest(")
                    .column(columns, 2, "dur")
                    .text(", 1) AS tg_reach");
            for (int p = 0; p < partitions.size(); p++) {
                w.text(", ").tokens(partitions.get(p)).text(" AS tg_p" + p);
            }
            w.text(" FROM ").tokens(tables.get(i)).text(")");
        }
        w.text(" SELECT " + combineColumns(n, "greatest", "tg_ts") + " AS ts, " + combineColumns(n, "least", "tg_end")
                + " - " + combineColumns(n, "greatest", "tg_ts") + " AS dur");
        for (int i = 0; i < n; i++) {
            w.text(", t" + i + ".tg_id AS id_" + i);
        }
        for (int p = 0; p < partitions.size(); p++) {
            w.text(", t0.tg_p" + p + " AS ").tokens(partitions.get(p));
        }
        w.text(" FROM tg_ii_0 AS t0");
        for (int i = 1; i < n; i++) {
            w.text(" JOIN tg_ii_" + i + " AS t" + i + " ON ");
            for (int p = 0; p < partitions.size(); p++) {
                w.text("t0.tg_p" + p + " = t" + i + ".tg_p" + p + " AND ");
            }
            for (int k = 0; k < i; k++) {
                w.text((k == 0 ? "" : " AND ") + "t" + k + ".tg_ts < t" + i + ".tg_reach AND t" + i + ".tg_ts < t" + k
                        + ".tg_reach");
            }
        }
        w.text(" ORDER BY ts, id_0)");
        return out;
    }

    private List<List<Token>> columns(int table) {
        return names.size() > table ? names.get(table) : List.of();
    }

    private static String combineColumns(int n, String function, String column) {
        StringBuilder text = new StringBuilder(function).append('(');
        for (int i = 0; i < n; i++) {
            text.append(i == 0 ? "" : ", ").append('t').append(i).append('.').append(column);
        }
        return text.append(')').toString();
    }

    /// Concatenates text and tokens.
    private record Writer(List<Token> out, int origin) {
        Writer text(String text) throws SqlSyntaxException {
            List<Token> read = SqlTokens.read(text, origin);
            if (!read.isEmpty()) {
                out.add(read.getFirst().withSpace(true));
                out.addAll(read.subList(1, read.size()));
            }
            return this;
        }

        Writer tokens(List<Token> tokens) {
            if (!tokens.isEmpty()) {
                out.add(tokens.getFirst().withSpace(true));
                out.addAll(tokens.subList(1, tokens.size()));
            }
            return this;
        }

        Writer column(List<List<Token>> names, int i, String standard) throws SqlSyntaxException {
            return names.size() > i ? tokens(names.get(i)) : text(standard);
        }
    }
}
