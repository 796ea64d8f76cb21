package traceglass.sql.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Text to put before and after a column outside of GROUP BY, so that it has one value for a group.
public record GroupValue(String open, String close) {
    /// The value in the group's first row.
    public static final GroupValue FIRST = new GroupValue("first(", ")");

    /// Returns the value in the row of a min() or max().
    ///
    /// @param extreme index of the word min or max
    /// @param builtins receives the names of `Builtins` in the text
    public static GroupValue at(List<Token> tokens, int[] partner, int extreme, Set<String> builtins) {
        List<Token> argument = new ArrayList<>();
        for (int i = extreme + 2; i < partner[extreme + 1]; i++) {
            Token t = tokens.get(i);
            boolean name =
                    t.kind() == Token.Kind.WORD && tokens.get(i + 1).isOperator(".") && Keywords.needsQuotes(t.text());
            String renamed = t.kind() == Token.Kind.WORD && tokens.get(i + 1).isOperator("(")
                    ? builtin(tokens, partner, i)
                    : null;
            if (renamed != null) {
                builtins.add(renamed);
                argument.add(new Token(Token.Kind.WORD, renamed, t.source(), t.start(), t.origin(), true));
                continue;
            }
            argument.add(
                    name
                            ? new Token(
                                    Token.Kind.QUOTED,
                                    Token.quoteName(t.text()),
                                    t.source(),
                                    t.start(),
                                    t.origin(),
                                    true)
                            : t);
        }
        // If the argument is NULL in all rows, SQLite still takes the other columns from one of them.
        String by = SqlTokens.text(argument);
        boolean max = tokens.get(extreme).is("max");
        return new GroupValue(
                max ? "arg_max_null(" : "arg_min_null(",
                ", row((" + by + ") IS " + (max ? "NOT " : "") + "NULL, " + by + "))");
    }

    /// Returns the name of a function in DuckDB if it differs, else null.
    private static String builtin(List<Token> tokens, int[] partner, int call) {
        boolean choice = tokens.get(call).isAny("min", "max")
                && Functions.arguments(tokens, partner, call + 1).size() > 1;
        return !choice
                ? Functions.renamed(tokens.get(call).text())
                : tokens.get(call).is("min") ? "tg_least" : "tg_greatest";
    }
}
