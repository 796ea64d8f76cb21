package traceglass.sql.operators;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import traceglass.sql.functions.LayoutDepths;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.parse.WithClauses;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.TreeRewriter;

/// Implements `internal_layout(ts, dur) OVER (PARTITION BY … ORDER BY ts …)`: the lowest row that is free for a
/// slice, given the slices that started before it. DuckDB does not support custom window functions, so the windows
/// are evaluated before the statement, and the call becomes a lookup by partition and row number. Empty slices take
/// no space; those with a duration of -1 never end.
public final class InternalLayout {
    private static final String NAME = "internal_layout";

    /// Runs a query and passes its rows to the sink.
    public interface Runner {
        void run(List<Token> query, ResultSink sink) throws SqlProblem, SqlSyntaxException;
    }

    private final List<Long> created = new ArrayList<>();

    public static boolean isUsed(List<Token> statement) {
        return statement.stream().anyMatch(t -> t.is(NAME));
    }

    /// Returns the statement with all calls replaced.
    public List<Token> replace(List<Token> statement, Runner runner)
            throws SqlProblem, SqlSyntaxException, SQLException {
        List<Token> out = statement;
        for (int position = find(out); position >= 0; position = find(out)) {
            out = replaceOne(out, position, runner);
        }
        return out;
    }

    private static int find(List<Token> tokens) {
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).is(NAME) && tokens.get(i + 1).isOperator("(")) {
                return i;
            }
        }
        return -1;
    }

    private List<Token> replaceOne(List<Token> tokens, int position, Runner runner)
            throws SqlProblem, SqlSyntaxException, SQLException {
        Token name = tokens.get(position);
        int[] matchingBracket = SqlTokens.brackets(tokens);
        int overIndex = matchingBracket[position + 1] + 1;
        List<List<Token>> arguments =
                PerfettoStatement.commaSeparated(tokens.subList(position + 2, matchingBracket[position + 1]));
        if (arguments.size() != 2
                || overIndex + 1 >= tokens.size()
                || !tokens.get(overIndex).is("OVER")
                || !tokens.get(overIndex + 1).isOperator("(")) {
            throw new SqlSyntaxException(
                    "internal_layout(ts, dur) is a window function: expected OVER (… ORDER BY ts …)", name);
        }
        int close = matchingBracket[overIndex + 1];
        QueryBody.Select select = SelectFinder.selectAround(tokens, position);
        if (select == null || select.from().isEmpty()) {
            throw new SqlSyntaxException("internal_layout needs a query with FROM", name);
        }
        List<Token> window = windowWithoutFrame(tokens, matchingBracket, overIndex + 1);
        List<Token> key = key(window, name);
        List<Token> number = text("row_number() OVER (", name);
        number.addAll(window);
        number.addAll(text(")", name));

        List<Token> query = new ArrayList<>(WithClauses.of(tokens).around(position));
        query.addAll(text(" SELECT ", name));
        query.addAll(key);
        query.addAll(text(" AS tg_key, ", name));
        query.addAll(number);
        query.addAll(text(" AS tg_number, ", name));
        query.addAll(arguments.get(0));
        query.addAll(text(" AS tg_ts, ", name));
        query.addAll(arguments.get(1));
        query.addAll(text(" AS tg_dur FROM ", name));
        query.addAll(tokens.subList(
                select.from().getFirst().span().start(),
                select.from().getLast().span().end()));
        if (select.where() != null) {
            query.addAll(text(" WHERE ", name));
            query.addAll(tokens.subList(
                    select.where().span().outerStart(), select.where().span().outerEnd()));
        }
        query.addAll(text(" ORDER BY tg_key, tg_number", name));
        Map<String, int[]> depths = new HashMap<>();
        runner.run(query, cursor -> layOut(cursor, depths));
        long id = LayoutDepths.put(depths);
        created.add(id);
        List<Token> out = new ArrayList<>(tokens.subList(0, position));
        out.addAll(text(LayoutDepths.LOOKUP + "(CAST(" + id + " AS BIGINT), ", name));
        out.addAll(key);
        out.addAll(text(", ", name));
        out.addAll(number);
        out.addAll(text(")", name));
        out.addAll(tokens.subList(close + 1, tokens.size()));
        return out;
    }

    /// Removes the depths of a statement that has finished.
    public void dropDepths() {
        created.forEach(LayoutDepths::remove);
        created.clear();
    }

    /// Keeps the depths for a view or function that reads them.
    public void retainDepths() {
        created.clear();
    }

    private static List<Token> text(String text, Token location) throws SqlSyntaxException {
        return new ArrayList<>(SqlTokens.read(text, location.origin()));
    }

    /// Finds the innermost SELECT around a token.
    private static final class SelectFinder extends TreeRewriter {
        private final int position;
        private QueryBody.Select found;

        private SelectFinder(int position) {
            this.position = position;
        }

        /// Returns the SELECT; null if there is none.
        static QueryBody.Select selectAround(List<Token> tokens, int position) throws SqlSyntaxException {
            SelectFinder finder = new SelectFinder(position);
            finder.statement(SqlParser.statement(tokens));
            return finder.found;
        }

        @Override
        public QueryBody select(QueryBody.Select s) {
            if (s.span().start() <= position && position < s.span().end()) {
                found = s;
            }
            return super.select(s);
        }
    }

    /// Returns the content of the window's parentheses before ROWS or RANGE.
    private static List<Token> windowWithoutFrame(List<Token> tokens, int[] matchingBracket, int open) {
        int end = open + 1;
        while (end < matchingBracket[open] && !tokens.get(end).isAny("ROWS", "RANGE", "GROUPS")) {
            end = matchingBracket[end] > end ? matchingBracket[end] + 1 : end + 1;
        }
        return tokens.subList(open + 1, end);
    }

    /// Returns the window's partition as one text expression.
    private static List<Token> key(List<Token> window, Token location) throws SqlSyntaxException {
        List<Token> out = text("concat_ws('/'", location);
        if (window.size() > 2 && window.getFirst().is("PARTITION")) {
            int end = 2;
            int[] matchingBracket = SqlTokens.brackets(window);
            while (end < window.size() && !window.get(end).is("ORDER")) {
                end = matchingBracket[end] > end ? matchingBracket[end] + 1 : end + 1;
            }
            for (List<Token> term : PerfettoStatement.commaSeparated(window.subList(2, end))) {
                out.addAll(text(", coalesce(CAST((", location));
                out.addAll(term);
                out.addAll(text(") AS VARCHAR), '')", location));
            }
        } else {
            out.addAll(text(", ''", location));
        }
        out.addAll(text(")", location));
        return out;
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
            found[n++] = rows.place(cursor.getLong(2), cursor.getLong(3));
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

        int place(long ts, long dur) {
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
