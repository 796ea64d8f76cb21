package traceglass.sql.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import traceglass.sql.functions.SqlFunctions;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TreeRewriter;

/// Text to put before and after a column outside GROUP BY, so that it has one value for a group.
public record GroupValue(String open, String close) {
    /// The value in the group's first row.
    public static final GroupValue FIRST = new GroupValue("first(", ")");

    /// Returns the value in the first row by a column. Unlike [#FIRST], it does not depend on how DuckDB distributes
    /// the rows over threads.
    ///
    /// @param column an integer column whose values ascend in the order of the rows; those with NULL come last
    public static GroupValue firstBy(String column) {
        return new GroupValue("arg_min_null(", ", coalesce(" + column + ", " + Long.MAX_VALUE + "))");
    }

    /// Returns the value in the first row by several columns, of any types.
    public static GroupValue firstBy(List<String> columns) {
        return new GroupValue("arg_min_null(", ", row(" + String.join(", ", columns) + "))");
    }

    /// Returns the value in the row of a min() or max().
    ///
    /// @param builtins receives the names of `Builtins` in the text
    public static GroupValue at(Expression.Call extreme, Set<String> builtins) {
        Expression argument = extreme.arguments().value(0);
        // If the argument is NULL in all rows, SQLite still takes the other columns from one of them.
        String by = new Translator(argument.span(), builtins).translate(argument);
        boolean isMax = extreme.is("max");
        return new GroupValue(
                isMax ? "arg_max_null(" : "arg_min_null(",
                ", row((" + by + ") IS " + (isMax ? "NOT " : "") + "NULL, " + by + "))");
    }

    /// Translates the names in an expression.
    private static final class Translator extends TreeRewriter {
        private final List<Token> tokens;
        private final int start;
        private final Set<String> builtins;

        Translator(NodeSpan span, Set<String> builtins) {
            start = span.outerStart();
            tokens = new ArrayList<>(span.statement().subList(start, span.outerEnd()));
            this.builtins = builtins;
        }

        String translate(Expression e) {
            expression(e);
            return SqlTokens.text(tokens);
        }

        @Override
        public Expression column(Expression.Column e) {
            for (SqlName name : e.path()) {
                if (name.form() == SqlName.Form.PLAIN
                        && Keywords.needsQuotes(name.text())
                        && !Keywords.isValue(name.text())) {
                    replace(name, Token.Kind.QUOTED, Token.quoteName(name.text()));
                }
            }
            return e;
        }

        @Override
        public Expression call(Expression.Call e) {
            boolean isScalar = (e.is("min") || e.is("max")) && e.arguments().size() > 1;
            String renamed = isScalar
                    ? e.is("min") ? "tg_least" : "tg_greatest"
                    : e.path().size() == 1 ? SqlFunctions.renamed(e.name().text()) : null;
            if (renamed != null) {
                builtins.add(renamed);
                replace(e.name(), Token.Kind.WORD, renamed);
            }
            return super.call(e);
        }

        private void replace(SqlName name, Token.Kind kind, String text) {
            int position = name.span().start() - start;
            Token t = tokens.get(position);
            tokens.set(position, new Token(kind, text, t.source(), t.start(), t.origin(), true));
        }
    }
}
