package traceglass.sql.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Functions that run a metric: their query is `SELECT RUN_METRIC(…)`, or calls another of these functions. As a call
/// creates tables, it must be a statement of its own, `SELECT f('a', 'b')`, which has no result.
final class MetricFunctions {

    private static final String RUN_METRIC = "RUN_METRIC";
    /// Index of the parenthesis in `SELECT f(`.
    private static final int BRACKET = 2;

    private final Map<String, PerfettoStatement.Function> functions = new HashMap<>();

    /// Adds a function if it runs a metric; otherwise removes the one with its name.
    ///
    /// @return whether it runs a metric
    boolean define(PerfettoStatement.Function function) {
        List<Token> query = function.query();
        String name = key(function.name());
        boolean isCall = query.size() > BRACKET + 1
                && query.getFirst().is("SELECT")
                && query.get(BRACKET).isOperator("(")
                && (runsMetric(query) || functions.containsKey(key(query.get(1))))
                && closingBracket(query) == query.size() - 1;
        if (isCall) {
            functions.put(name, function);
        } else {
            functions.remove(name);
        }
        return isCall;
    }

    /// Returns whether a query calls RUN_METRIC itself.
    static boolean runsMetric(List<Token> query) {
        return query.get(1).is(RUN_METRIC);
    }

    /// Returns the query of the called function, with the arguments in place of its parameters; null if a statement
    /// calls none of these functions.
    ///
    /// @throws SqlSyntaxException if it does more than that, or the number of arguments is wrong
    List<Token> expandCall(List<Token> statement) throws SqlSyntaxException {
        Token called = functions.isEmpty() ? null : findCall(statement);
        if (called == null) {
            return null;
        }
        PerfettoStatement.Function function = functions.get(key(called));
        String form = "SELECT " + function.name().value() + "(…)";
        boolean isAlone = statement.getFirst().is("SELECT") && statement.indexOf(called) == 1;
        int end = isAlone ? closingBracket(statement) : -1;
        if (!isAlone || end < 0 || !isAlias(statement.subList(end + 1, statement.size()))) {
            throw new SqlSyntaxException(
                    "function " + function.name().value() + " creates tables: call it as a statement, " + form, called);
        }
        List<List<Token>> arguments = PerfettoStatement.commaSeparated(statement.subList(BRACKET + 1, end));
        if (arguments.size() != function.parameters().size()) {
            throw new SqlSyntaxException(
                    "function " + function.name().value() + " takes "
                            + function.parameters().size() + " arguments, not " + arguments.size(),
                    called);
        }
        List<Token> query = new ArrayList<>();
        for (Token t : function.query()) {
            int parameter = parameter(function, t);
            query.addAll(parameter < 0 ? List.of(t) : arguments.get(parameter));
        }
        return query;
    }

    /// Returns a query for the values of the arguments of RUN_METRIC.
    static List<Token> arguments(List<Token> query) throws SqlSyntaxException {
        List<Token> values =
                new ArrayList<>(SqlTokens.read("SELECT ", query.get(1).origin()));
        values.addAll(query.subList(BRACKET + 1, query.size() - 1));
        return values;
    }

    /// Returns the first of these functions that a statement calls; null for a statement that defines an object.
    private Token findCall(List<Token> statement) {
        for (int i = statement.getFirst().is("CREATE") ? statement.size() : 1; i + 1 < statement.size(); i++) {
            Token t = statement.get(i);
            if (t.isName() && statement.get(i + 1).isOperator("(") && functions.containsKey(key(t))) {
                return t;
            }
        }
        return null;
    }

    private static int parameter(PerfettoStatement.Function function, Token t) {
        for (int i = 0;
                t.kind() == Token.Kind.PARAMETER && i < function.parameters().size();
                i++) {
            if (function.parameters().get(i).name().equalsIgnoreCase(t.value())) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isAlias(List<Token> rest) {
        return rest.isEmpty()
                || rest.getLast().isName()
                        && (rest.size() == 1
                                || rest.size() == 2 && rest.getFirst().is("AS"));
    }

    /// Returns the index of the parenthesis that closes the call; -1 if it is not closed.
    private static int closingBracket(List<Token> query) {
        int depth = 0;
        for (int i = BRACKET; i < query.size(); i++) {
            depth += query.get(i).opens() ? 1 : query.get(i).closes() ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private static String key(Token name) {
        return name.value().toLowerCase(Locale.ROOT);
    }
}
