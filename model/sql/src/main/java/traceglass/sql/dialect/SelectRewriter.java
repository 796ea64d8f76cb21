package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.bind.Catalog;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;

/// Rewrites the clauses of a SELECT: aliases and headers, joins, and limits; `RowOrder` handles the order of rows.
public final class SelectRewriter {
    private final TokenEdits edits;
    private final List<Token> tokens;
    private final int[] partner;
    private final RetryHints hints;
    private final RowOrder rows;
    private final List<QueryStructure> shapes;
    private final HavingNames having;
    private final ScalarQueries scalars;

    SelectRewriter(Catalog catalog, TokenEdits edits, int[] partner, List<QueryStructure> shapes, RetryHints hints) {
        this.edits = edits;
        this.tokens = edits.tokens;
        this.partner = partner;
        this.hints = hints;
        rows = new RowOrder(catalog, edits, partner, shapes, hints);
        this.shapes = shapes;
        Set<String> ctes = new HashSet<>();
        shapes.forEach(s -> s.cteNames.forEach(n -> ctes.add(n.toLowerCase(Locale.ROOT))));
        having = new HavingNames(catalog, edits, partner, ctes);
        scalars = new ScalarQueries(catalog, edits, partner, ctes);
    }

    void rewrite(QueryStructure shape, boolean top) throws SQLException {
        intersections(shape);
        for (QueryStructure.Core core : shape.cores) {
            for (QueryStructure.Range item : core.items) {
                nameItem(item);
            }
            if (core.from != null) {
                joins(core);
                rows.windows(core);
            }
        }
        for (QueryStructure.Core core : shape.cores) {
            if (core.hasHaving) {
                having.rewrite(core);
            }
        }
        if (!top) {
            scalars.rewrite(shape, shapes);
        }
        limit(shape);
        rows.order(shape, top);
    }

    /// Rewrites set operators, which SQLite evaluates from left to right; in DuckDB INTERSECT has higher
    /// precedence.
    private void intersections(QueryStructure shape) {
        for (int i = shape.setOperators.size() - 1; i > 0; i--) {
            boolean others = shape.setOperators.subList(0, i).stream().anyMatch(o -> !o.startsWith("INTERSECT"));
            if (shape.setOperators.get(i).startsWith("INTERSECT") && others) {
                edits.wrap(
                        shape.cores.getFirst().range.start(),
                        shape.cores.get(i).range.end(),
                        "(",
                        ")");
            }
        }
    }

    /// Names an item without an alias after its own text, as in SQLite, and adds AS before a bare alias.
    private void nameItem(QueryStructure.Range item) {
        if (item.isEmpty()) {
            return;
        }
        int alias = implicitAlias(tokens, item);
        if (alias >= 0) {
            edits.replace(alias, "AS " + Token.quoteName(tokens.get(alias).value()));
            return;
        }
        for (int i = item.start(); i < item.end(); i = partner[i] > i ? partner[i] + 1 : i + 1) {
            if (tokens.get(i).is("AS")) {
                if (i + 1 < item.end() && tokens.get(i + 1).kind() == Token.Kind.STRING) {
                    edits.replace(i + 1, Token.quoteName(tokens.get(i + 1).value()));
                }
                return;
            }
        }
        if (isColumn(item) && hints.wrapsAt(item.start())) {
            edits.wrap(
                    item.start(),
                    item.end(),
                    "",
                    " AS " + Token.quoteName(tokens.get(item.end() - 1).value()));
            return;
        }
        if (isStar(item)
                || isColumn(item)
                || tokens.get(item.start()).isName()
                        && item.end() > item.start() + 1
                        && tokens.get(item.start() + 1).isOperator(":")) {
            return;
        }
        String text = SqlTokens.written(tokens.subList(item.start(), item.end()));
        edits.wrap(item.start(), item.end(), "", " AS " + Token.quoteName(text));
    }

    /// Returns the index of an item's alias without AS, -1 otherwise.
    public static int implicitAlias(List<Token> tokens, QueryStructure.Range item) {
        int last = item.end() - 1;
        if (last <= item.start()) {
            return -1;
        }
        Token alias = tokens.get(last);
        Token before = tokens.get(last - 1);
        if (!alias.isName()
                || before.isOperator(".")
                || before.isOperator("*") && last - 1 == item.start()
                || !QueryStructure.endsOperand(before)
                || before.isOperator("*")) {
            return -1;
        }
        if (alias.kind() == Token.Kind.WORD
                && (Keywords.isInfix(alias.text())
                                && !alias.isAny(
                                        "date",
                                        "time",
                                        "timestamp",
                                        "zone",
                                        "range",
                                        "rows",
                                        "groups",
                                        "current",
                                        "values",
                                        "interval")
                        || alias.isAny("ISNULL", "NOTNULL", "NULL", "TRUE", "FALSE")
                        || tokens.get(item.start()).is("INTERVAL"))) {
            return -1;
        }
        return alias.is("END") && closesCase(tokens, item) ? -1 : last;
    }

    private static boolean closesCase(List<Token> tokens, QueryStructure.Range item) {
        int open = 0;
        for (int i = item.start(); i < item.end(); i++) {
            open += tokens.get(i).is("CASE") ? 1 : tokens.get(i).is("END") ? -1 : 0;
        }
        return open == 0;
    }

    private boolean isStar(QueryStructure.Range item) {
        for (int i = item.start(); i < item.end() && i <= item.start() + 4; i++) {
            Token t = tokens.get(i);
            if (t.isOperator("*")) {
                return i == item.start() || tokens.get(i - 1).isOperator(".");
            }
            if (t.is("COLUMNS") && i + 1 < item.end() && tokens.get(i + 1).isOperator("(")) {
                return true;
            }
        }
        return false;
    }

    private boolean isColumn(QueryStructure.Range item) {
        for (int i = item.start(); i < item.end(); i++) {
            boolean name = (i - item.start()) % 2 == 0;
            Token t = tokens.get(i);
            if (name ? !t.isName() : !t.isOperator(".")) {
                return false;
            }
        }
        Token only = tokens.get(item.start());
        boolean value = item.end() == item.start() + 1
                && (only.kind() == Token.Kind.WORD && Keywords.isValue(only.text())
                        || edits.isReplaced(item.start()) && only.kind() == Token.Kind.QUOTED);
        return (item.end() - item.start()) % 2 == 1 && !value;
    }

    private void joins(QueryStructure.Core core) {
        int conditions = 0;
        boolean commas = false;
        for (int i = core.from.start(); i < core.from.end(); i = partner[i] > i ? partner[i] + 1 : i + 1) {
            conditions += tokens.get(i).isAny("ON", "USING") ? 1 : 0;
            commas |= tokens.get(i).isOperator(",");
        }
        long plain =
                core.joins.stream().filter(j -> j.crossAt() < 0 && !j.natural()).count();
        for (QueryStructure.Join join : core.joins) {
            if (join.crossAt() >= 0 && join.conditionAt() >= 0) {
                edits.replace(join.crossAt(), "");
            } else if (join.crossAt() < 0
                    && !join.natural()
                    && join.conditionAt() < 0
                    && (conditions < plain || !isIn(core.from, join))) {
                edits.wrap(join.at(), join.end(), "", " ON TRUE");
            }
        }
        if (commas && !core.joins.isEmpty()) {
            crossCommas(core.from.start(), core.from.end());
        }
        for (QueryStructure.Source source : core.sources) {
            if (source.kind() == QueryStructure.SourceKind.GROUP) {
                int open = source.range().start();
                int close = source.range().end() - 1;
                crossCommas(open + 1, close);
                boolean single = true;
                for (int i = open + 1; i < close; i = partner[i] > i ? partner[i] + 1 : i + 1) {
                    single &= !tokens.get(i).isOperator(",") && !tokens.get(i).is("JOIN");
                }
                if (single) {
                    edits.replace(open, "");
                    edits.replace(close, "");
                }
            }
        }
    }

    private boolean isIn(QueryStructure.Range range, QueryStructure.Join join) {
        int depth = 0;
        for (int i = range.start(); i < join.at(); i++) {
            depth += tokens.get(i).opens() ? 1 : tokens.get(i).closes() ? -1 : 0;
        }
        return depth == 0;
    }

    /// Rewrites commas between sources, which have the precedence of JOIN in SQLite but a lower one in DuckDB.
    private void crossCommas(int start, int end) {
        for (int i = start; i < end; i = partner[i] > i ? partner[i] + 1 : i + 1) {
            if (tokens.get(i).isOperator(",")) {
                edits.replace(i, " CROSS JOIN ");
            }
        }
    }

    /// Rewrites `LIMIT -1`, which is no limit, and `LIMIT a, b`, which is `LIMIT b OFFSET a`.
    private void limit(QueryStructure shape) {
        int at = shape.limitAt;
        if (at < 0 || !tokens.get(at).is("LIMIT")) {
            return;
        }
        if (at + 2 < shape.range.end()
                && tokens.get(at + 1).isOperator("-")
                && tokens.get(at + 2).kind() == Token.Kind.NUMBER) {
            edits.replace(at + 1, "");
            edits.replace(at + 2, String.valueOf(Long.MAX_VALUE));
        } else if (at + 3 < shape.range.end() && tokens.get(at + 2).isOperator(",")) {
            edits.replace(at, "OFFSET");
            edits.replace(at + 2, "LIMIT");
        }
    }
}
