package traceglass.sql.operators;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import traceglass.sql.functions.LayoutDepths;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.parse.WithClauses;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.SyntaxNode;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;
import traceglass.sql.tree.WindowSpec;

/// Implements `internal_layout(ts, dur) OVER (PARTITION BY … ORDER BY ts …)`: the lowest row that is free for a
/// slice, given the slices that started before it. DuckDB does not support custom window functions, so the windows
/// are evaluated before the statement, and the call becomes a lookup by partition and row number. Empty slices take
/// no space; those with a duration of -1 never end.
///
/// An instance belongs to one statement: the queries for its slices can be statements with calls of their own.
public final class InternalLayout {
    private static final String NAME = "internal_layout";

    /// Runs a query and passes its rows to the sink.
    public interface Runner {
        void run(List<Token> query, ResultSink sink) throws SqlProblem, SqlSyntaxException;
    }

    private final List<Long> created = new ArrayList<>();

    /// Returns whether a statement calls the function.
    public static boolean isUsed(ParsedStatement statement) {
        return statement.calls(NAME::equalsIgnoreCase);
    }

    /// Returns the statement with all calls replaced.
    public List<Token> replace(ParsedStatement statement, Runner runner) throws SqlProblem, SqlSyntaxException {
        NodeEdits edits = new NodeEdits(statement.tokens());
        WithClauses with = WithClauses.of(statement.tree());
        List<Windowed> calls = Calls.of(statement);
        if (calls.isEmpty()) {
            throw unreachable(statement);
        }
        for (Windowed call : calls) {
            Lookup lookup = new Lookup(call, edits);
            Map<String, int[]> depths = new HashMap<>();
            runner.run(lookup.query(with, calls), cursor -> layOut(cursor, depths));
            long id = LayoutDepths.put(depths);
            created.add(id);
            edits.replace(call.call, lookup.call(id));
        }
        return statement.edited(edits).tokens();
    }

    /// Returns the error for a call in a part of the statement that is not in the tree.
    private static SqlSyntaxException unreachable(ParsedStatement statement) throws SqlSyntaxException {
        // Fails if the parser does not know the syntax.
        SqlParser.statement(statement.tokens());
        Token name = statement.called().all().stream()
                .mapToObj(statement.tokens()::get)
                .filter(t -> t.value().equalsIgnoreCase(NAME))
                .findFirst()
                .orElseThrow();
        return new SqlSyntaxException("internal_layout must be an expression of a SELECT", name);
    }

    /// A call of the function.
    ///
    /// @param select the SELECT around it, or that of the query that it sorts; null if there is none
    private record Windowed(Expression.Call call, QueryBody.@Nullable Select select) {}

    /// Finds the calls of the function.
    private static final class Calls extends TreeRewriter {
        private final List<Windowed> found = new ArrayList<>();
        private QueryBody.@Nullable Select around;

        /// Returns the calls in the order of the text.
        static List<Windowed> of(ParsedStatement statement) {
            Calls calls = new Calls();
            calls.statement(statement.tree());
            calls.found.sort(Comparator.comparingInt(c -> c.call.span().start()));
            return calls.found;
        }

        @Override
        public Query query(Query q) {
            QueryBody.Select outer = around;
            around = q.body() instanceof QueryBody.Select s ? s : null;
            super.query(q);
            around = outer;
            return q;
        }

        @Override
        public QueryBody select(QueryBody.Select s) {
            QueryBody.Select outer = around;
            around = s;
            super.select(s);
            around = outer;
            return s;
        }

        @Override
        public Expression call(Expression.Call e) {
            if (e.is(NAME)) {
                found.add(new Windowed(e, around));
            }
            return super.call(e);
        }

        @Override
        public TableSource function(TableSource.Function f) {
            if (f.call().is(NAME)) {
                found.add(new Windowed(f.call(), around));
            }
            return super.function(f);
        }
    }

    /// Writes the query for the slices of a call, and the lookup that replaces the call.
    private static final class Lookup {
        private final Expression.Call call;
        private final WindowSpec window;
        private final QueryBody.Select select;
        private final NodeEdits edits;
        private final Token name;
        private final List<Token> key;
        private final List<Token> number;

        Lookup(Windowed windowed, NodeEdits edits) throws SqlSyntaxException {
            call = windowed.call;
            this.edits = edits;
            name = call.span().tokens().getFirst();
            select = windowed.select;
            WindowSpec over = call.window() == null ? null : definition(call.window());
            if (call.arguments().size() != 2 || over == null) {
                throw new SqlSyntaxException(
                        "internal_layout(ts, dur) is a window function: expected OVER (… ORDER BY ts …)", name);
            }
            if (call.filter() != null) {
                throw new SqlSyntaxException("internal_layout has no FILTER clause", name);
            }
            if (select == null || select.from().isEmpty()) {
                throw new SqlSyntaxException("internal_layout needs a query with FROM", name);
            }
            window = over;
            if (isInInput()) {
                throw new SqlSyntaxException("internal_layout can't be in FROM or WHERE", name);
            }
            key = key();
            number = new ArrayList<>(text("row_number() OVER ("));
            number.addAll(edits.tokens(windowWithoutFrame()));
            number.addAll(text(")"));
        }

        /// Returns the named window if the specification is only a name, else the specification itself; null if
        /// there is no window.
        private @Nullable WindowSpec definition(WindowSpec over) {
            return over.isReference() ? named(over.base()) : over;
        }

        /// Returns the window with this name in the WINDOW clause; null if there is none.
        private @Nullable WindowSpec named(@Nullable SqlName name) {
            return select == null || name == null
                    ? null
                    : select.windows().stream()
                            .filter(w -> w.name().is(name))
                            .map(WindowSpec.Named::window)
                            .findFirst()
                            .orElse(null);
        }

        /// Returns whether the call is in a part of its SELECT that computes the rows of the window.
        private boolean isInInput() {
            boolean isInFrom = select.from().stream().anyMatch(source -> contains(source.span(), call.span()));
            return isInFrom || select.where() != null && contains(select.where().span(), call.span());
        }

        private static boolean contains(NodeSpan outer, NodeSpan inner) {
            return outer.start() <= inner.start() && inner.end() <= outer.end();
        }

        /// Returns the query for the slices: their partition, row number, ts and dur, in this order.
        ///
        /// @param calls all calls of the statement
        List<Token> query(WithClauses with, List<Windowed> calls) throws SqlSyntaxException {
            boolean isGrouped = !select.groups().isEmpty() || select.having() != null;
            List<Token> query = new ArrayList<>(with.around(call, edits));
            query.addAll(text(isGrouped ? " SELECT tg_key, tg_number, tg_ts, tg_dur FROM (SELECT " : " SELECT "));
            if (isGrouped) {
                // Groups can refer to items by alias or number.
                addItems(query, calls);
            }
            query.addAll(key);
            query.addAll(text(" AS tg_key, "));
            query.addAll(number);
            query.addAll(text(" AS tg_number, "));
            query.addAll(edits.tokens(call.arguments().value(0)));
            query.addAll(text(" AS tg_ts, "));
            query.addAll(edits.tokens(call.arguments().value(1)));
            query.addAll(text(" AS tg_dur"));
            add(query, " FROM ", select.from());
            add(query, " WHERE ", select.where() == null ? List.of() : List.of(select.where()));
            add(query, " GROUP BY ", select.groups());
            add(query, " HAVING ", select.having() == null ? List.of() : List.of(select.having()));
            add(query, " WINDOW ", window.base() == null ? List.of() : select.windows());
            query.addAll(text((isGrouped ? ")" : "") + " ORDER BY tg_key, tg_number"));
            return query;
        }

        /// Adds the items of the SELECT, with a number for those that need a layout.
        private void addItems(List<Token> query, List<Windowed> calls) throws SqlSyntaxException {
            for (SelectItem item : select.items()) {
                boolean hasLayout = calls.stream().anyMatch(c -> contains(item.span(), c.call.span()));
                if (!hasLayout) {
                    query.addAll(edits.tokens(item));
                } else if (item.alias() == null) {
                    query.addAll(text("0"));
                } else {
                    query.addAll(text("0 AS " + Token.quoteName(item.alias().text())));
                }
                query.addAll(text(", "));
            }
        }

        /// Adds a clause with the tokens from the first of some nodes to the last; none without nodes.
        private void add(List<Token> query, String clause, List<? extends SyntaxNode> nodes) throws SqlSyntaxException {
            if (!nodes.isEmpty()) {
                query.addAll(text(clause));
                query.addAll(edits.tokens(new NodeSpan(
                        call.span().statement(),
                        nodes.getFirst().span().outerStart(),
                        nodes.getLast().span().outerEnd())));
            }
        }

        List<Token> call(long id) throws SqlSyntaxException {
            List<Token> out = text(LayoutDepths.LOOKUP + "(CAST(" + id + " AS BIGINT), ");
            out.addAll(key);
            out.addAll(text(", "));
            out.addAll(number);
            out.addAll(text(")"));
            return out;
        }

        /// Returns the content of the window's parentheses before ROWS or RANGE.
        private NodeSpan windowWithoutFrame() {
            int start = window.span().start() + 1;
            int end = !window.order().isEmpty()
                    ? window.order().getLast().span().end()
                    : !window.partitions().isEmpty()
                            ? window.partitions().getLast().span().outerEnd()
                            : window.base() == null
                                    ? start
                                    : window.base().span().end();
            return new NodeSpan(window.span().statement(), start, end);
        }

        /// Returns the window's partition as one text expression.
        private List<Token> key() throws SqlSyntaxException {
            WindowSpec base = named(window.base());
            List<Expression> partitions = base == null ? window.partitions() : base.partitions();
            List<Token> out = text("concat_ws('/'");
            for (Expression partition : partitions) {
                out.addAll(text(", coalesce(CAST(("));
                out.addAll(edits.tokens(partition));
                out.addAll(text(") AS VARCHAR), '')"));
            }
            out.addAll(text(partitions.isEmpty() ? ", '')" : ")"));
            return out;
        }

        private List<Token> text(String text) throws SqlSyntaxException {
            return new ArrayList<>(SqlTokens.read(text, name.origin()));
        }
    }

    /// Removes the depths computed for a statement that has finished, except those that a view or function reads.
    public void dropDepths() {
        created.forEach(LayoutDepths::remove);
        created.clear();
    }

    /// Reads sorted rows (key, number, ts, dur) and computes the depths of each partition by row number.
    private static void layOut(ResultCursor cursor, Map<String, int[]> depths) throws QueryException, IOException {
        Rows rows = null;
        String last = null;
        int[] found = new int[0];
        int n = 0;
        while (cursor.next()) {
            String key = cursor.getString(0);
            if (!key.equals(last)) {
                if (last != null) {
                    depths.put(last, Arrays.copyOf(found, n));
                }
                last = key;
                rows = new Rows();
                n = 0;
            }
            if (n == found.length) {
                found = Arrays.copyOf(found, Math.max(64, n * 2));
            }
            found[n++] = rows.occupy(cursor.getLong(2), cursor.getLong(3));
        }
        if (last != null) {
            depths.put(last, Arrays.copyOf(found, n));
        }
    }

    /// The rows in use at a time.
    private static final class Rows {
        private boolean[] occupied = new boolean[8];
        /// end, row
        private final PriorityQueue<long[]> ends = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));

        int occupy(long ts, long dur) {
            while (!ends.isEmpty() && ends.peek()[0] <= ts) {
                occupied[(int) ends.poll()[1]] = false;
            }
            int row = 0;
            while (row < occupied.length && occupied[row]) {
                row++;
            }
            if (row == occupied.length) {
                occupied = Arrays.copyOf(occupied, row * 2);
            }
            if (dur != 0) {
                occupied[row] = true;
                ends.add(new long[] {dur == -1 ? Long.MAX_VALUE : ts + dur, row});
            }
            return row;
        }
    }
}
