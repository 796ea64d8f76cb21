package traceglass.sql.operators;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.compute.ArrayFeed;
import traceglass.sql.compute.LongRows;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.parse.TableArguments;
import traceglass.sql.parse.WithClauses;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.QueryRows;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// Sources of FROM that are computed in Java instead of in DuckDB, such as `tg_op_dfs((edges), (starts))`;
/// macros of the standard modules expand to them. The rows an operator reads are queried first, its result
/// becomes a table of the session, and that table's name replaces the call in the statement.
///
/// The WITH clauses around a call are visible to its arguments. Arguments cannot use anything that depends on a row:
/// parameters of a function, or columns of the outer query.
public final class Operators {
    static final String PREFIX = TableArguments.OPERATOR_PREFIX;

    /// Runs the queries of operators in the session.
    public interface Reader {
        /// Returns the rows of a query as integers; null for a statement without result.
        LongRows read(List<Token> query) throws SqlProblem, SqlSyntaxException;
    }

    private final Connection connection;
    private final ArrayFeed feed;
    private final List<String> created = new ArrayList<>();
    private int nextNumber;

    public Operators(Connection connection) {
        this.connection = connection;
        feed = new ArrayFeed(connection);
    }

    /// Returns whether a statement calls an operator.
    public static boolean containsOperator(ParsedStatement statement) {
        return statement.calls(TableArguments::isOperator);
    }

    /// Returns the statement with all operators replaced by tables.
    public ParsedStatement replace(ParsedStatement statement, Reader reader)
            throws SqlProblem, SqlSyntaxException, SQLException {
        SqlTokens.checkBrackets(statement.tokens());
        NodeEdits edits = new NodeEdits(statement.tokens());
        WithClauses with = WithClauses.of(statement.tree());
        Calls calls = Calls.of(statement);
        if (calls.misplaced != null && statement.parsed() != null) {
            Token name = calls.misplaced.span().tokens().getFirst();
            String written = name.from() == null ? name.text() : name.from().text() + "!";
            throw new SqlSyntaxException(written + " is a table: read it in FROM", name);
        }
        for (Expression.Call call : calls.found) {
            List<Token> source = new ArrayList<>(compute(call, edits, with.around(call, edits), reader));
            source.set(0, source.getFirst().withSpace(true));
            boolean isQuery = source.getFirst().isOperator("(");
            edits.replace(call, calls.lateral.contains(call) && !isQuery ? query(source) : source);
        }
        return statement.edited(edits);
    }

    /// Returns a query of a table. DuckDB expects one, or a function, after LATERAL.
    private static List<Token> query(List<Token> table) throws SqlSyntaxException {
        int origin = table.getFirst().origin();
        List<Token> query = new ArrayList<>(SqlTokens.read("(SELECT * FROM ", origin));
        query.addAll(table);
        query.addAll(SqlTokens.read(")", origin));
        query.set(0, query.getFirst().withSpace(true));
        return query;
    }

    /// Drops the tables created for a statement that has finished.
    public void dropTables() throws SQLException {
        for (String table : created) {
            try (Statement s = connection.createStatement()) {
                s.execute("DROP TABLE IF EXISTS temp." + table);
            }
        }
        created.clear();
    }

    /// Keeps the tables for a view or function that reads them.
    public void retainTables() {
        created.clear();
    }

    private List<Token> compute(Expression.Call call, NodeEdits edits, List<Token> with, Reader reader)
            throws SqlProblem, SqlSyntaxException, SQLException {
        Token name = call.span().tokens().getFirst();
        OperatorEntry operator = entry(call);
        if (operator == null) {
            throw new SqlSyntaxException("no such function: " + name.text(), name);
        }
        return operator.body().compute(new OperatorCall(name, call.arguments(), edits, with, reader, this));
    }

    private static @Nullable OperatorEntry entry(Expression.Call call) {
        return OperatorEntry.of(call.name().text().substring(PREFIX.length()));
    }

    /// Returns whether an operator of a query uses a parameter of the enclosing function, directly or through a
    /// WITH.
    static boolean useParameters(ParsedStatement query) throws SqlSyntaxException {
        if (!containsOperator(query)) {
            return false;
        }
        NodeEdits edits = new NodeEdits(query.tokens());
        WithClauses with = WithClauses.of(query.tree());
        for (Expression.Call call : Calls.of(query).found) {
            if (hasParameter(call.arguments().span().tokens()) || hasParameter(with.around(call, edits))) {
                return true;
            }
        }
        return false;
    }

    /// Returns whether all operators of a query can be expressed as one query, and may therefore be used in a
    /// DuckDB macro.
    static boolean areAllQueries(ParsedStatement query) {
        for (Expression.Call call : Calls.of(query).found) {
            OperatorEntry operator = entry(call);
            if (operator == null || operator.kind() != OperatorEntry.Kind.QUERY) {
                return false;
            }
        }
        return true;
    }

    /// Finds the calls of operators.
    private static final class Calls extends TreeRewriter {
        private final List<Expression.Call> found = new ArrayList<>();
        /// Those after LATERAL.
        private final List<Expression.Call> lateral = new ArrayList<>(0);
        /// The first call that is not a table.
        private Expression.@Nullable Call misplaced;
        /// Whether a table is expected here.
        private boolean isTable;

        /// Returns the calls of operators, those in arguments of others first.
        static Calls of(ParsedStatement statement) {
            Calls calls = new Calls();
            calls.statement(statement.tree());
            calls.found.sort(Comparator.comparingInt(c -> c.arguments().span().end()));
            return calls;
        }

        @Override
        public Expression call(Expression.Call e) {
            if (isOperator(e) && !isTable && misplaced == null) {
                misplaced = e;
            }
            visit(e, () -> super.call(e));
            return e;
        }

        @Override
        public TableSource function(TableSource.Function f) {
            if (f.isLateral()) {
                lateral.add(f.call());
            }
            visit(f.call(), () -> super.function(f));
            return f;
        }

        @Override
        public Query query(Query q) {
            visit(false, () -> super.query(q));
            return q;
        }

        private void visit(Expression.Call e, Runnable parts) {
            if (isOperator(e)) {
                found.add(e);
            }
            visit(isOperator(e), parts);
        }

        private void visit(boolean areTables, Runnable parts) {
            boolean outer = isTable;
            isTable = areTables;
            parts.run();
            isTable = outer;
        }

        private static boolean isOperator(Expression.Call e) {
            return e.path().size() == 1 && TableArguments.isOperator(e.name().text());
        }
    }

    /// Creates a table with these columns and returns its name.
    String table(LongRows rows, String... columns) throws SQLException {
        StringBuilder select = new StringBuilder();
        for (int c = 0; c < columns.length; c++) {
            select.append(c == 0 ? "SELECT " : ", ")
                    .append("c")
                    .append(c)
                    .append(" AS ")
                    .append(columns[c]);
        }
        return create(rows, select.toString(), "");
    }

    private static boolean hasParameter(List<Token> tokens) {
        return tokens.stream()
                .anyMatch(t -> t.kind() == Token.Kind.PARAMETER && !t.text().equalsIgnoreCase("$table"));
    }

    static boolean dependsOnParameter(List<Token> argument) {
        return argument.stream()
                .anyMatch(t -> t.kind() == Token.Kind.PARAMETER
                        || t.text().startsWith("tg_arg_")
                        || t.text().startsWith("tg_args."));
    }

    /// Returns a name for a table that is dropped after the statement.
    String newTable() {
        String name = "tg_operator_" + nextNumber++;
        created.add(name);
        return name;
    }

    /// Creates a table of rows and returns its name.
    ///
    /// @param select reads the columns `c0`, `c1`, …
    /// @param after text after the FROM source, such as a join and ORDER BY
    String create(LongRows rows, String select, String after) throws SQLException {
        String name = newTable();
        try {
            execute("CREATE OR REPLACE TEMP TABLE " + name + " AS " + select + " FROM " + feed.source(rows) + after);
        } finally {
            feed.clear();
        }
        return name;
    }

    Connection connection() {
        return connection;
    }

    /// Runs a DuckDB statement that reads only tables of operators.
    void execute(String sql) throws SQLException {
        try (Statement s = connection.createStatement()) {
            s.execute(sql);
        }
    }

    /// Returns the rows of a query on tables of operators.
    LongRows read(String sql) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement(sql);
                QueryRows r = QueryRows.of(s)) {
            return rows(r.cursor());
        } catch (QueryException e) {
            throw e.asSqlException();
        } catch (IOException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    /// Returns the rows of a DuckDB query as text.
    List<String[]> readTexts(String sql) throws SQLException {
        List<String[]> rows = new ArrayList<>();
        try (Statement s = connection.createStatement();
                ResultSet r = s.executeQuery(sql)) {
            while (r.next()) {
                String[] row = new String[r.getMetaData().getColumnCount()];
                for (int c = 0; c < row.length; c++) {
                    row[c] = r.getString(c + 1);
                }
                rows.add(row);
            }
        }
        return rows;
    }

    /// Reads all rows of a result as integers.
    public static LongRows rows(ResultCursor cursor) throws QueryException, IOException {
        int width = cursor.columns().size();
        LongRows rows = new LongRows(width);
        long[] row = new long[width];
        while (cursor.next()) {
            for (int c = 0; c < width; c++) {
                row[c] = switch (cursor.columns().get(c).type()) {
                    case DOUBLE -> (long) cursor.getDouble(c);
                    case HUGE, TEXT, OTHER, BLOB -> {
                        String text = cursor.getString(c);
                        yield text == null ? LongRows.NULL : parseNumber(text);
                    }
                    default -> cursor.getLong(c);
                };
                if (cursor.wasNull()) {
                    row[c] = LongRows.NULL;
                }
            }
            rows.add(row);
        }
        return rows;
    }

    private static long parseNumber(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return LongRows.NULL;
        }
    }

    /// Returns whether the operators' tables must outlive the statement.
    public static boolean createsDefinition(SqlStatement statement) {
        return statement instanceof SqlStatement.CreateMacro
                || statement instanceof SqlStatement.Prepare
                || statement instanceof SqlStatement.CreateAs create
                        && create.head().has("VIEW");
    }
}
