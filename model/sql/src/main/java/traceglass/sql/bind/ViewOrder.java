package traceglass.sql.bind;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Order that a view gives its rows with an ORDER BY at its end.
///
/// Sorting inside the view would slow down every query that reads it, including those that only count or group. The
/// clause is therefore removed from the view, and queries that return the view's rows unchanged are sorted instead
/// (see `SelectRewriter`).
///
/// @param terms columns of the view
/// @param length number of tokens of the clause at the end of the query
public record ViewOrder(List<Term> terms, int length) {
    public static final ViewOrder NONE = new ViewOrder(List.of(), 0);

    /// A column to sort by.
    ///
    /// @param direction text after the column: DESC, NULLS LAST or empty
    public record Term(String column, String direction) {}

    /// Returns the order of a query that ends with ORDER BY over its own columns; empty for all other queries.
    public static ViewOrder of(List<Token> query) {
        int by = query.size() - 1;
        while (by >= 1 && !query.get(by).is("BY")) {
            Token t = query.get(by);
            if (!t.isName() && !t.isOperator(",")) {
                return NONE;
            }
            by--;
        }
        if (by < 1 || !query.get(by - 1).is("ORDER")) {
            return NONE;
        }
        List<Term> terms = new ArrayList<>();
        for (List<Token> term : PerfettoStatement.commaSeparated(query.subList(by + 1, query.size()))) {
            for (int i = 1; i < term.size(); i++) {
                if (!term.get(i).isAny("ASC", "DESC", "NULLS", "FIRST", "LAST")) {
                    return NONE;
                }
            }
            if (term.isEmpty() || !term.getFirst().isName()) {
                return NONE;
            }
            terms.add(new Term(
                    term.getFirst().value(),
                    SqlTokens.text(term.subList(1, term.size())).strip()));
        }
        return new ViewOrder(terms, query.size() - by + 1);
    }
}
