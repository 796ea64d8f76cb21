package traceglass.sql.operators;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.bind.Catalog;
import traceglass.sql.compute.ArrayFeed;
import traceglass.sql.compute.LongRows;
import traceglass.sql.compute.SpanJoin;
import traceglass.sql.result.ResultSink;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// Implements `CREATE VIRTUAL TABLE … USING SPAN_JOIN(a PARTITIONED p, b)` and its left and outer forms: the spans
/// are computed in Java and become a table of the session. Also implements `__intrinsic_window`, see [TimeWindows].
public final class VirtualTables {

    /// Runs a cancelable statement.
    public interface Runner {
        void run(String sql, ResultSink sink) throws SQLException, IOException;
    }

    /// One table of a span join.
    ///
    /// @param partition partition column, or null
    /// @param columns all columns of the table
    private record SpanTable(String table, String partition, List<String> columns, boolean hasDur) {}

    private final Connection connection;
    private final Catalog catalog;
    private final ArrayFeed feed;

    public VirtualTables(Connection connection, Catalog catalog) {
        this.connection = connection;
        this.catalog = catalog;
        feed = new ArrayFeed(connection);
    }

    /// Creates the table of a `CREATE VIRTUAL TABLE` statement.
    ///
    /// @throws SqlSyntaxException if the module is not supported or its arguments are invalid
    public void create(PerfettoStatement.VirtualTable virtual, Runner runner)
            throws SQLException, SqlSyntaxException, IOException {
        String module = virtual.module().value().toUpperCase(Locale.ROOT);
        switch (module) {
            case "SPAN_JOIN", "SPAN_LEFT_JOIN", "SPAN_OUTER_JOIN" -> createSpanJoin(virtual, module, runner);
            case TimeWindows.MODULE -> runner.run(TimeWindows.creation(virtual), cursor -> {});
            default ->
                throw new SqlSyntaxException(
                        "virtual table module " + virtual.module().value()
                                + " is not supported; use SPAN_JOIN, SPAN_LEFT_JOIN or SPAN_OUTER_JOIN",
                        virtual.module());
        }
    }

    private void createSpanJoin(PerfettoStatement.VirtualTable virtual, String module, Runner runner)
            throws SQLException, SqlSyntaxException, IOException {
        List<List<Token>> arguments = PerfettoStatement.commaSeparated(virtual.arguments());
        if (arguments.size() != 2) {
            throw new SqlSyntaxException(module + " takes exactly two tables", virtual.module());
        }
        SpanTable a = spanTable(arguments.get(0), module);
        SpanTable b = spanTable(arguments.get(1), module);
        if (a.partition != null && b.partition != null && !a.partition.equalsIgnoreCase(b.partition)) {
            throw new SqlSyntaxException(
                    module + ": the tables have different partitions (" + a.partition + " in " + a.table + ", "
                            + b.partition + " in " + b.table + ")",
                    virtual.module());
        }
        if (!a.hasDur && !b.hasDur) {
            throw new SqlSyntaxException(
                    module + ": column dur must be present in at least one of the tables " + a.table + " and "
                            + b.table,
                    virtual.module());
        }
        String partition = a.partition != null ? a.partition : b.partition;
        String columns = columns(a, b, partition, module, virtual.module());
        boolean isMixed = (a.partition == null) != (b.partition == null);
        boolean isOuterJoin = module.equals("SPAN_OUTER_JOIN");
        boolean isLeftJoin = module.equals("SPAN_LEFT_JOIN");
        SpanJoin.Gaps gapsA = !isOuterJoin
                ? SpanJoin.Gaps.NONE
                : isMixed && a.partition != null || partition == null ? SpanJoin.Gaps.PRESENT : SpanJoin.Gaps.ALL;
        SpanJoin.Gaps gapsB = !isOuterJoin && !isLeftJoin
                ? SpanJoin.Gaps.NONE
                : isMixed && b.partition != null || partition == null ? SpanJoin.Gaps.PRESENT : SpanJoin.Gaps.ALL;
        try {
            LongRows spansA = sorted(a, "tg_span_a", runner);
            LongRows spansB = sorted(b, "tg_span_b", runner);
            LongRows spans = SpanJoin.join(
                    new SpanJoin.Side(spansA, a.partition != null, gapsA),
                    new SpanJoin.Side(spansB, b.partition != null, gapsB));
            runner.run(
                    "CREATE " + (virtual.replaces() ? "OR REPLACE " : "") + "TEMP TABLE "
                            + Token.quoteName(virtual.name().value())
                            + " AS SELECT s.c0 AS ts, s.c1 AS dur"
                            + (partition == null ? "" : ", s.c2 AS " + Token.quoteName(partition)) + columns
                            + " FROM " + feed.source(spans)
                            + " AS s LEFT JOIN tg_span_a AS a ON a.rowid = s.c3 LEFT JOIN tg_span_b AS b ON b.rowid ="
                            + " s.c4 ORDER BY s.c5",
                    cursor -> {});
        } finally {
            feed.clear();
            try (Statement s = connection.createStatement()) {
                s.execute("DROP TABLE IF EXISTS temp.tg_span_a");
            }
            try (Statement s = connection.createStatement()) {
                s.execute("DROP TABLE IF EXISTS temp.tg_span_b");
            }
        }
    }

    /// Returns the columns other than ts, dur and the partition, the left table's columns first.
    private static String columns(SpanTable a, SpanTable b, String partition, String module, Token location)
            throws SqlSyntaxException {
        Set<String> seen = new HashSet<>(Set.of("ts", "dur"));
        if (partition != null) {
            seen.add(partition.toLowerCase(Locale.ROOT));
        }
        Set<String> special = Set.copyOf(seen);
        StringBuilder out = new StringBuilder();
        for (SpanTable side : List.of(a, b)) {
            for (String column : side.columns) {
                if (special.contains(column.toLowerCase(Locale.ROOT))) {
                    continue;
                }
                if (!seen.add(column.toLowerCase(Locale.ROOT))) {
                    throw new SqlSyntaxException(
                            module + ": column " + column + " is in both tables " + a.table + " and " + b.table,
                            location);
                }
                out.append(", ").append(side == a ? "a." : "b.").append(Token.quoteName(column));
            }
        }
        return out.toString();
    }

    private SpanTable spanTable(List<Token> argument, String module) throws SQLException, SqlSyntaxException {
        if (argument.isEmpty() || !argument.getFirst().isName()) {
            throw new SqlSyntaxException(
                    module + ": a table name is missing",
                    argument.isEmpty() ? -1 : argument.getFirst().origin());
        }
        Token table = argument.getFirst();
        String partition = null;
        if (argument.size() > 1) {
            if (argument.size() != 3
                    || !argument.get(1).is("PARTITIONED")
                    || !argument.get(2).isName()) {
                throw new SqlSyntaxException(
                        module + ": expected PARTITIONED and a column after the table name", argument.get(1));
            }
            partition = argument.get(2).value();
        }
        List<String> columns = new ArrayList<>();
        try (Statement s = connection.createStatement();
                ResultSet r = s.executeQuery("SELECT * FROM " + Token.quoteName(table.value()) + " LIMIT 0")) {
            for (int i = 1; i <= r.getMetaData().getColumnCount(); i++) {
                columns.add(r.getMetaData().getColumnName(i));
            }
        }
        if (columns.stream().noneMatch("ts"::equalsIgnoreCase)) {
            throw new SqlSyntaxException(module + ": table " + table.value() + " has no column ts", table);
        }
        String partitionColumn = partition;
        if (partitionColumn != null && columns.stream().noneMatch(partitionColumn::equalsIgnoreCase)) {
            throw new SqlSyntaxException(
                    module + ": table " + table.value() + " has no column " + partitionColumn, argument.get(2));
        }
        return new SpanTable(table.value(), partition, columns, columns.stream().anyMatch("dur"::equalsIgnoreCase));
    }

    /// Copies a table in the order in which [SpanJoin] reads it, so that its row ids are positions.
    ///
    /// @return ts, dur and partition of each row
    private LongRows sorted(SpanTable side, String copy, Runner runner) throws SQLException, IOException {
        String key = side.partition == null ? null : Token.quoteName(side.partition);
        Catalog.Relation relation = catalog.relation(side.table);
        String row = relation != null && !relation.isView()
                ? ", rowid"
                : relation != null && relation.has("id") ? ", id" : "";
        runner.run(
                "CREATE OR REPLACE TEMP TABLE " + copy + " AS SELECT * FROM " + Token.quoteName(side.table)
                        + (key == null ? "" : " WHERE " + key + " IS NOT NULL") + " ORDER BY "
                        + (key == null ? "" : key + ", ") + "ts" + row,
                cursor -> {});
        LongRows rows = new LongRows(3);
        runner.run(
                "SELECT ts, " + (side.hasDur ? "coalesce(dur, 0)" : "0") + ", " + (key == null ? "0" : key) + " FROM "
                        + copy + " ORDER BY rowid",
                cursor -> {
                    while (cursor.next()) {
                        rows.add(cursor.getLong(0), cursor.getLong(1), cursor.getLong(2));
                    }
                });
        return rows;
    }
}
