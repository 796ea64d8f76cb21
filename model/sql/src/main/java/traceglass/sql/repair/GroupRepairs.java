package traceglass.sql.repair;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.sql.dialect.Functions;
import traceglass.sql.dialect.GroupValue;
import traceglass.sql.dialect.RetryHints;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Repairs columns outside GROUP BY. As in SQLite, their values come from the row with the minimum or maximum if the
/// query has a single min() or max(), else from the group's first row.
final class GroupRepairs extends StatementNavigator {
    private static final Pattern COLUMN = Pattern.compile("^column \"?(\\w+)\"? must appear");

    GroupRepairs(List<Token> tokens, int[] partner, RetryHints hints) {
        super(tokens, partner, hints);
    }

    /// Repairs a column outside GROUP BY: its value comes from the row with the minimum or maximum if the query
    /// has a single min() or max(), else from the group's first row.
    boolean bareColumn(int at) {
        QueryStructure.Core core = coreOf(at);
        boolean key = core != null && core.groups.stream().anyMatch(g -> g.start() <= at && at < g.end());
        if (!tokens.get(at).isName() || !isInSelect(at) || key) {
            return false;
        }
        int end = at + 1;
        while (end + 1 < tokens.size()
                && tokens.get(end).isOperator(".")
                && tokens.get(end + 1).isName()) {
            end += 2;
        }
        return bare(at, end, core);
    }

    /// Wraps an expression in an aggregate that takes the value of one row of the group. If the expression is
    /// an argument of extract_arg or extract_metadata, the whole call is wrapped, because these become
    /// subqueries, which can't contain the aggregate.
    private boolean bare(int start, int end, QueryStructure.Core inner) {
        QueryStructure.Core core = inner;
        int from = start;
        int to = end;
        String source = end - start == 3 && !ordersBy(start) ? tokens.get(start).value() : null;
        for (int open = bracketAround(from);
                source != null && core != null && !names(core, source) && open > 0;
                open = bracketAround(open)) {
            // A column of an outer query: the subquery as a whole is wrapped.
            if (opensQuery(open)) {
                from = open;
                to = partner[open] + 1;
                core = coreOf(open);
            }
        }
        for (int open = bracketAround(from);
                open > 0 && (core == null || open > core.range.start());
                open = bracketAround(open)) {
            if (tokens.get(open - 1).isAny("extract_arg", "extract_metadata")) {
                from = open - 1;
                to = partner[open] + 1;
            } else if (opensQuery(open)) {
                break;
            }
        }
        if (hints.wrapsAt(from)) {
            return false;
        }
        GroupValue value = valueOfGroup(core);
        hints.wraps.add(new RetryHints.Wrap(from, to, value.open(), value.close()));
        return true;
    }

    /// Returns whether a token comes after the SELECTs of the innermost query that contains it, as in ORDER BY.
    private boolean ordersBy(int at) {
        QueryStructure inner = null;
        for (QueryStructure shape : shapes()) {
            inner = shape.range.start() <= at
                            && at < shape.range.end()
                            && (inner == null || shape.range.start() > inner.range.start())
                    ? shape
                    : inner;
        }
        return inner != null
                && !inner.cores.isEmpty()
                && inner.cores.getLast().range.end() <= at;
    }

    private static boolean names(QueryStructure.Core core, String source) {
        return core.sources.stream()
                .anyMatch(s -> source.equalsIgnoreCase(s.aliasAt() >= 0 ? core.aliasOf(s) : s.name()));
    }

    /// Repairs all columns of a source outside GROUP BY.
    boolean bareStar() {
        for (QueryStructure shape : shapes()) {
            for (QueryStructure.Core core : shape.cores) {
                for (QueryStructure.Range item : core.items) {
                    boolean star = tokens.get(item.end() - 1).isOperator("*")
                            && (item.end() - item.start() == 1
                                    || tokens.get(item.end() - 2).isOperator("."));
                    if (star && (core.hasGroup || core.items.size() > 1) && !hints.wrapsAt(item.start())) {
                        GroupValue value = valueOfGroup(core);
                        if (core.hasGroup || value != GroupValue.FIRST) {
                            hints.wraps.add(new RetryHints.Wrap(
                                    item.start(), item.end(), value.open() + "COLUMNS(", ")" + value.close()));
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    /// Repairs a column outside GROUP BY whose position DuckDB does not report: the first one with this name in a
    /// list or HAVING that is not wrapped yet.
    boolean bareSomewhere(DuckDbError error) {
        Matcher name = COLUMN.matcher(error.message());
        if (!name.find()) {
            return false;
        }
        for (QueryStructure shape : shapes()) {
            for (QueryStructure.Core core : shape.cores) {
                boolean grouped = core.groups.stream()
                        .anyMatch(g -> tokens.get(g.end() - 1).isName()
                                && tokens.get(g.end() - 1).value().equalsIgnoreCase(name.group(1)));
                if (core.hasGroup && !grouped && bareIn(core, name.group(1))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean bareIn(QueryStructure.Core core, String name) {
        boolean clause = true;
        for (int i = core.range.start(); i < core.range.end(); i++) {
            int after = endOfGroupedItem(core, i);
            if (after > i) {
                i = after - 1;
                continue;
            }
            Token t = tokens.get(i);
            clause = t.isAny("SELECT", "HAVING") || clause && !t.isAny("FROM", "WHERE", "GROUP", "WINDOW");
            boolean aggregate = t.kind() == Token.Kind.WORD
                    && i + 1 < tokens.size()
                    && tokens.get(i + 1).isOperator("(")
                    && Functions.isAggregate(t.text());
            if (opensQuery(i) || aggregate) {
                i = aggregate ? partner[i + 1] : partner[i];
                continue;
            }
            boolean last = i + 1 >= tokens.size()
                    || !tokens.get(i + 1).isOperator(".") && !tokens.get(i + 1).isOperator("(");
            if (!clause
                    || !t.isName()
                    || !last
                    || !t.value().equalsIgnoreCase(name)
                    || i > 0 && tokens.get(i - 1).is("AS")) {
                continue;
            }
            int start = i;
            while (start > 1
                    && tokens.get(start - 1).isOperator(".")
                    && tokens.get(start - 2).isName()) {
                start -= 2;
            }
            if (bare(start, i + 1, core)) {
                return true;
            }
        }
        return false;
    }

    /// Returns the end of an item of the list that starts here and that the rows are grouped by, by its name or
    /// number; −1 if there is none.
    private int endOfGroupedItem(QueryStructure.Core core, int start) {
        for (int n = 0; n < core.items.size(); n++) {
            QueryStructure.Range item = core.items.get(n);
            Token alias = tokens.get(item.end() - 1);
            if (item.start() != start || item.end() - item.start() < 2) {
                continue;
            }
            String number = Integer.toString(n + 1);
            boolean grouped = core.groups.stream()
                    .filter(g -> g.end() - g.start() == 1)
                    .map(g -> tokens.get(g.start()))
                    .anyMatch(g -> g.text().equals(number)
                            || g.isName() && alias.isName() && g.value().equalsIgnoreCase(alias.value()));
            if (grouped) {
                return item.end();
            }
        }
        return -1;
    }

    /// Returns whether the same call occurs earlier: SQLite evaluates it once, there.
    private boolean repeats(int from, int call) {
        String text = SqlTokens.text(tokens.subList(call, partner[call + 1]));
        for (int i = from; i < call; i = opensQuery(i) ? partner[i] : i + 1) {
            if (tokens.get(i).is(tokens.get(call).text())
                    && tokens.get(i + 1).isOperator("(")
                    && SqlTokens.text(tokens.subList(i, partner[i + 1])).equalsIgnoreCase(text)) {
                return true;
            }
        }
        return false;
    }

    /// Returns the value that a column has in a group: that in the row of the last min() or max().
    private GroupValue valueOfGroup(QueryStructure.Core core) {
        int extreme = -1;
        for (int i = core == null ? 0 : core.range.start();
                core != null && i + 1 < core.range.end();
                i = opensQuery(i) ? partner[i] : i + 1) {
            boolean call = tokens.get(i).isAny("min", "max")
                    && tokens.get(i + 1).isOperator("(")
                    && Functions.arguments(tokens, partner, i + 1).size() == 1
                    && !(partner[i + 1] + 1 < tokens.size()
                            && tokens.get(partner[i + 1] + 1).is("OVER"));
            if (call && !repeats(core.range.start(), i)) {
                extreme = i;
            }
        }
        return extreme < 0 ? GroupValue.FIRST : GroupValue.at(tokens, partner, extreme, hints.builtins);
    }
}
