package traceglass.sql.dialect;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.SqlOperands;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;

/// Rewrites `json_extract`, `->` and `->>`: a value keeps its own type where a query returns it, or groups or sorts by
/// it, and is text within an expression; `->` returns JSON text.
final class JsonAccess {
    private static final Set<String> SERIES = Set.of("json_each", "json_tree");

    private final TokenEdits edits;
    private final List<Token> tokens;
    private final int[] partner;
    private final QueryStructure top;
    private final SqlOperands operands;

    /// @param top the query that is the whole statement, null if the statement is not a query
    JsonAccess(TokenEdits edits, int[] partner, QueryStructure top) {
        this.edits = edits;
        tokens = edits.tokens;
        this.partner = partner;
        this.top = top;
        operands = new SqlOperands(tokens, partner);
    }

    void rewrite(List<QueryStructure> shapes) {
        for (QueryStructure shape : shapes) {
            for (QueryStructure.Core core : shape.cores) {
                core.sources.stream()
                        .filter(s -> s.kind() == QueryStructure.SourceKind.FUNCTION
                                && SERIES.contains(s.name().toLowerCase(Locale.ROOT)))
                        .forEach(s -> members(core, s));
            }
        }
        for (int i = 1; i + 1 < tokens.size(); i++) {
            Token t = tokens.get(i);
            boolean member = tokens.get(i - 1).isOperator(".");
            if (t.is("json_extract") && tokens.get(i + 1).isOperator("(") && !member) {
                extract(i);
            } else if (isAccess(i) && !isAccess(operands.start(i - 1, SqlOperands.JOINS + 1) - 1)) {
                chain(i);
            }
        }
    }

    /// Distinguishes JSON access from DuckDB's lambdas with one parameter, which also use an arrow, but not
    /// followed by a key.
    private boolean isAccess(int i) {
        if (i < 1 || i + 1 >= tokens.size()) {
            return false;
        }
        Token key = tokens.get(i + 1);
        return tokens.get(i).isOperator("->>")
                || tokens.get(i).isOperator("->")
                        && (key.kind() == Token.Kind.STRING || key.kind() == Token.Kind.NUMBER);
    }

    /// Rewrites values from `json_each` and `json_tree`, which are text within an expression as well.
    private void members(QueryStructure.Core core, QueryStructure.Source source) {
        String name = source.aliasAt() >= 0 ? core.aliasOf(source) : source.name();
        for (int i = core.range.start() + 1; i < core.range.end(); i++) {
            if (!tokens.get(i).isAny("value", "atom")
                    || edits.isReplaced(i)
                    || i + 1 < tokens.size() && (tokens.get(i + 1).isOperator("(") || isAccess(i + 1))) {
                continue;
            }
            boolean dotted = tokens.get(i - 1).isOperator(".");
            int start = dotted ? i - 2 : i;
            boolean own = (!dotted || tokens.get(start).value().equalsIgnoreCase(name))
                    && !tokens.get(start - 1).isAny("AS", ".");
            int open = start - 1;
            boolean argument = tokens.get(open).isOperator("(")
                    && tokens.get(open - 1).isName()
                    && (tokens.get(open - 1).text().toLowerCase(Locale.ROOT).startsWith("json")
                            || tokens.get(open - 1).isAny("count", "typeof"));
            if (own
                    && !argument
                    && !isItem(start, i + 1)
                    && !isShown(start, i + 1)
                    && !(core.from.start() <= i
                            && i < core.from.end()
                            && tokens.get(i - 1).is("AS"))) {
                edits.wrap(start, i + 1, "json_extract_string(", ", '$')");
            }
        }
    }

    private void extract(int at) {
        int close = partner[at + 1];
        List<QueryStructure.Range> arguments = Functions.arguments(tokens, partner, at + 1);
        if (arguments.size() > 2) {
            edits.wrap(at, close + 1, "CAST(to_json(", ") AS VARCHAR)");
            edits.wrap(arguments.get(1).start(), arguments.getLast().end(), "[", "]");
        } else if (isShown(at, close + 1)) {
            edits.replace(at, "tg_json_get");
            edits.builtins.add("tg_json_get");
        } else if (arguments.size() == 2 && !isItem(at, close + 1)) {
            text();
            edits.replace(at, "tg_json_text");
        }
    }

    /// Rewrites `a -> 'b' ->> 'c'` from the first operator on.
    private void chain(int first) {
        int start = operands.start(first - 1, SqlOperands.JOINS);
        int at = first;
        int end = operands.end(at + 1, SqlOperands.JOINS + 1);
        while (isAccess(end)) {
            edits.wrap(start, end, "json_extract(", ")");
            edits.replace(at, ",");
            at = end;
            end = operands.end(at + 1, SqlOperands.JOINS + 1);
        }
        edits.replace(at, ",");
        if (tokens.get(at).isOperator("->")) {
            edits.wrap(start, end, "CAST(json_extract(", ") AS VARCHAR)");
        } else if (isShown(start, end)) {
            edits.wrap(start, end, "tg_json_get(", ")");
            edits.builtins.add("tg_json_get");
        } else {
            text();
            edits.wrap(start, end, "tg_json_text(", ")");
        }
    }

    private void text() {
        edits.builtins.add("tg_json_text");
    }

    /// Returns whether a range is a complete column of the result, or a complete GROUP BY or ORDER BY term.
    private boolean isShown(int start, int end) {
        if (top == null) {
            return false;
        }
        boolean term = top.orderTerms.stream().anyMatch(t -> t.start() == start && isWhole(end, t.end()));
        for (QueryStructure.Core core : top.cores) {
            term |= core.items.stream().anyMatch(t -> t.start() == start && isWhole(end, t.end()))
                    || core.groups.stream().anyMatch(t -> t.start() == start && t.end() == end);
        }
        return term;
    }

    /// Returns whether the rest of an item or term is only an alias or a direction.
    private boolean isWhole(int end, int itemEnd) {
        return end == itemEnd
                || tokens.get(end).isAny("AS", "ASC", "DESC", "NULLS")
                || end + 1 == itemEnd && tokens.get(end).isName();
    }

    /// Returns whether a range is a complete item of a nested query's SELECT list.
    private boolean isItem(int start, int end) {
        boolean begins = tokens.get(start - 1).isAny("SELECT", "DISTINCT")
                || tokens.get(start - 1).isOperator(",");
        return begins
                && (end == tokens.size()
                        || tokens.get(end).isAny("AS", "FROM")
                        || tokens.get(end).isOperator(",") && bracketOpensQuery(start)
                        || tokens.get(end).isOperator(")") && bracketOpensQuery(start));
    }

    private boolean bracketOpensQuery(int at) {
        for (int i = at - 1; i >= 0; i--) {
            if (partner[i] > at) {
                return QueryStructure.startsQuery(tokens, i + 1);
            }
        }
        return true;
    }
}
