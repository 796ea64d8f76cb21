package traceglass.sql.bind;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.OrderTerm;

/// Order of the rows of a view that ends with ORDER BY.
///
/// Sorting inside the view would slow down every query that reads it, including those that only count or group.
/// The clause is therefore removed from the view, and queries that return the view's rows unchanged are sorted
/// instead (see `RowOrder`).
///
/// @param terms columns of the view
/// @param length number of tokens of the clause at the end of the query
public record ViewOrder(List<Term> terms, int length) {
    public static final ViewOrder NONE = new ViewOrder(List.of(), 0);

    /// A column to sort by.
    ///
    /// @param direction text after the column: DESC, NULLS LAST or empty
    public record Term(String column, String direction) {}

    /// Returns the order of a query that ends with ORDER BY over its own columns; empty for all other queries, and for
    /// those that can't be parsed: DuckDB may accept them, or explains the error.
    public static ViewOrder of(List<Token> tokens) {
        if (tokens.size() < 3 || !mayBeOrdered(tokens)) {
            return NONE;
        }
        List<OrderTerm> order;
        try {
            order = SqlParser.query(tokens).order();
        } catch (SqlSyntaxException e) {
            return NONE;
        }
        boolean isLast = !order.isEmpty() && order.getLast().span().end() == tokens.size();
        if (!isLast) {
            return NONE;
        }
        List<Term> terms = new ArrayList<>();
        for (OrderTerm term : order) {
            if (!(term.value() instanceof Expression.Column c) || c.qualifier() != null) {
                return NONE;
            }
            terms.add(new Term(c.name().text(), direction(term)));
        }
        int words = order.getFirst().span().start() - 2;
        return new ViewOrder(terms, tokens.size() - words);
    }

    /// Returns whether ORDER occurs outside brackets.
    private static boolean mayBeOrdered(List<Token> tokens) {
        int depth = 0;
        for (Token t : tokens) {
            depth += t.opens() ? 1 : t.closes() ? -1 : 0;
            if (depth == 0 && t.is("ORDER")) {
                return true;
            }
        }
        return false;
    }

    private static String direction(OrderTerm term) {
        String direction = term.direction() == OrderTerm.Direction.UNSPECIFIED
                ? ""
                : term.direction().name();
        String nulls = term.nulls() == OrderTerm.Nulls.UNSPECIFIED
                ? ""
                : " NULLS " + term.nulls().name();
        return (direction + nulls).strip();
    }
}
