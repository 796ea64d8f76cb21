package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;

/// Parses the arguments of operators: macros can pass expressions to them, and everything that can follow FROM.
///
/// ```
/// arguments = [argument {"," argument}]
/// argument  = [expression | "(" arguments ")" | table]
/// table     = joined clauses {set operator core} [ORDER BY orderTerms] [limit]
/// ```
///
/// A table is in the tree as a query that starts with FROM, without parentheses around it.
public final class TableArguments {
    /// Start of the names of all operators.
    public static final String OPERATOR_PREFIX = "tg_op_";

    /// A rule of the grammar.
    private interface Rule {
        @Nullable
        Expression parse() throws SqlSyntaxException;
    }

    /// The arguments of an operator, or the error in them.
    ///
    /// @param problems errors that a tolerant parser skipped
    /// @param end position of the parser afterwards
    private record Outcome(
            @Nullable CallArguments arguments,
            @Nullable SqlSyntaxException error,
            List<SqlSyntaxException> problems,
            int end) {

        Outcome with(List<SqlSyntaxException> found) {
            return new Outcome(arguments, error, List.copyOf(found), end);
        }
    }

    private final QueryParser parser;
    /// Outcomes by the index of the first token. An operator in an argument of another is parsed for each form that the
    /// argument can have, which would take exponential time for nested operators.
    private final Map<Integer, Outcome> outcomes = new HashMap<>();

    TableArguments(QueryParser parser) {
        this.parser = parser;
    }

    /// Returns whether a function is an operator.
    public static boolean isOperator(String function) {
        return function.regionMatches(true, 0, OPERATOR_PREFIX, 0, OPERATOR_PREFIX.length());
    }

    /// Returns whether an argument is a table that is not an expression too.
    public static boolean isTable(Expression argument) {
        return argument instanceof Expression.ScalarQuery e
                && e.query().span().start() == e.span().start();
    }

    /// Parses all arguments in the parentheses that opened before the next token.
    CallArguments parse() throws SqlSyntaxException {
        Outcome outcome = outcomes.get(parser.position);
        if (outcome == null) {
            int start = parser.position;
            int problems = parser.problems().size();
            outcome = tryParse();
            List<SqlSyntaxException> found = parser.problems();
            outcomes.put(start, outcome.with(found.subList(problems, found.size())));
        } else {
            parser.position = outcome.end;
            parser.problems().addAll(outcome.problems);
        }
        if (outcome.error != null) {
            throw outcome.error;
        }
        return Objects.requireNonNull(outcome.arguments);
    }

    private Outcome tryParse() {
        int start = parser.position;
        List<CallArguments.Argument> list = new ArrayList<>();
        try {
            for (Expression value : list(parser.closing(start - 1))) {
                list.add(new CallArguments.Argument(null, value));
            }
            CallArguments arguments = new CallArguments(false, list, List.of(), false, parser.span(start));
            return new Outcome(arguments, null, List.of(), parser.position);
        } catch (SqlSyntaxException e) {
            return new Outcome(null, e, List.of(), parser.position);
        }
    }

    /// @param close index of the parenthesis after the list
    private List<Expression> list(int close) throws SqlSyntaxException {
        List<Expression> list = new ArrayList<>();
        if (parser.position >= close) {
            return list;
        }
        do {
            list.add(argument(end(close)));
        } while (parser.position < close && parser.accept(","));
        return list;
    }

    /// Returns the index after the argument that starts here.
    private int end(int close) {
        int end = parser.position;
        while (end < close && !parser.is(",", end - parser.position)) {
            end = parser.tokens.get(end).opens() ? Math.min(parser.closing(end) + 1, close) : end + 1;
        }
        return end;
    }

    private Expression argument(int end) throws SqlSyntaxException {
        if (parser.position == end) {
            // Published modules pass empty lists without parentheses.
            return new Expression.Row(List.of(), parser.span(end));
        }
        Expression e = attempt(parser::expression, end);
        e = e == null ? attempt(() -> nested(end), end) : e;
        e = e == null ? attempt(() -> table(end), end) : e;
        if (e != null) {
            return e;
        }
        // Reports the error.
        Expression invalid = parser.expression();
        if (parser.position < end) {
            parser.report("a comma");
            parser.skipTo(end);
        }
        return invalid;
    }

    /// Parses by a rule up to an index; returns null if that fails.
    private @Nullable Expression attempt(Rule rule, int end) {
        int start = parser.position;
        int problems = parser.problems().size();
        try {
            Expression e = rule.parse();
            if (parser.position == end && parser.problems().size() == problems) {
                return e;
            }
        } catch (SqlSyntaxException e) {
            // The argument has another form.
        }
        parser.position = start;
        parser.problems().subList(problems, parser.problems().size()).clear();
        return null;
    }

    private @Nullable Expression nested(int end) throws SqlSyntaxException {
        int start = parser.position;
        if (!parser.is("(") || parser.closing(start) != end - 1) {
            return null;
        }
        parser.position++;
        List<Expression> elements = list(end - 1);
        parser.expect(")");
        return new Expression.Row(elements, parser.span(start));
    }

    private Expression table(int end) throws SqlSyntaxException {
        int start = parser.position;
        int outerEnd = parser.setEnd(end);
        try {
            Query query = parser.table();
            return new Expression.ScalarQuery(query, parser.span(start));
        } finally {
            parser.setEnd(outerEnd);
        }
    }
}
