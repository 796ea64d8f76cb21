package traceglass.sql.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlStatement;

/// Functions that run a metric: their query is `SELECT RUN_METRIC(…)`, or calls another of these functions. As a call
/// creates tables, it must be a statement of its own, `SELECT f('a', 'b')`, which has no result.
final class MetricFunctions {

    private static final String RUN_METRIC = "RUN_METRIC";

    private final Map<String, PerfettoStatement.Function> functions = new HashMap<>();

    /// Adds a function if it runs a metric; otherwise removes the one with its name.
    ///
    /// @return whether it runs a metric
    boolean define(PerfettoStatement.Function function) {
        List<Token> query = function.query();
        boolean canRun =
                query.stream().anyMatch(t -> t.isName() && (t.is(RUN_METRIC) || functions.containsKey(key(t))));
        Expression.Call call = canRun ? onlyCall(query) : null;
        boolean runs = call != null && (call.is(RUN_METRIC) || functions.containsKey(key(name(call))));
        if (runs) {
            functions.put(key(function.name()), function);
        } else {
            functions.remove(key(function.name()));
        }
        return runs;
    }

    /// Returns the query of the called function, with the arguments in place of its parameters; null if a statement
    /// calls none of these functions.
    ///
    /// @throws SqlSyntaxException if it does more than that, or the number of arguments is wrong
    @Nullable
    List<Token> expandCall(List<Token> statement) throws SqlSyntaxException {
        Token called = functions.isEmpty() || statement.getFirst().is("CREATE") ? null : firstCall(statement);
        if (called == null) {
            return null;
        }
        PerfettoStatement.Function function = functions.get(key(called));
        String name = function.name().value();
        Expression.Call call = onlyCall(statement);
        if (call == null || name(call) != called) {
            throw new SqlSyntaxException(
                    "function " + name + " creates tables: call it as a statement, SELECT " + name + "(…)", called);
        }
        CallArguments arguments = call.arguments();
        if (arguments.size() != function.parameters().size()) {
            throw new SqlSyntaxException(
                    "function " + name + " takes " + function.parameters().size() + " arguments, not "
                            + arguments.size(),
                    called);
        }
        List<Token> query = new ArrayList<>();
        for (Token t : function.query()) {
            int parameter = parameter(function, t);
            query.addAll(
                    parameter < 0
                            ? List.of(t)
                            : arguments.value(parameter).span().outerTokens());
        }
        return query;
    }

    /// Returns a query for the values of the arguments of RUN_METRIC; null if a query does not call it itself.
    static @Nullable List<Token> arguments(List<Token> query) throws SqlSyntaxException {
        Expression.Call call = onlyCall(query);
        if (call == null || !call.is(RUN_METRIC)) {
            return null;
        }
        List<Token> values =
                new ArrayList<>(SqlTokens.read("SELECT ", name(call).origin()));
        values.addAll(call.arguments().span().tokens());
        return values;
    }

    /// Returns the call that is everything a query computes, `SELECT f(…)`; null for other queries.
    private static Expression.@Nullable Call onlyCall(List<Token> query) {
        if (!(ParsedStatement.of(query).tree() instanceof SqlStatement.Read read)
                || !read.query().isBare()
                || !(read.query().body() instanceof QueryBody.Select select)
                || select.items().size() != 1) {
            return null;
        }
        SelectItem item = select.items().getFirst();
        boolean isAlone =
                select.distinct() == null && item.span().end() == select.span().end();
        return isAlone
                        && item.value() instanceof Expression.Call call
                        && call.span().parentheses() == 0
                ? call
                : null;
    }

    private static Token name(Expression.Call call) {
        return call.name().span().tokens().getFirst();
    }

    /// Returns the name in the first call of one of these functions; null if a statement calls none.
    private @Nullable Token firstCall(List<Token> statement) {
        return ParsedStatement.of(statement).called().all().stream()
                .mapToObj(statement::get)
                .filter(t -> functions.containsKey(key(t)))
                .findFirst()
                .orElse(null);
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

    private static String key(Token name) {
        return name.value().toLowerCase(Locale.ROOT);
    }
}
