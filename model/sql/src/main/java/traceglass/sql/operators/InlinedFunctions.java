package traceglass.sql.operators;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Functions whose query passes its arguments to an operator (see `Operators`). An operator runs before the
/// statement around it, so it cannot be in a DuckDB macro, which gets its arguments while the statement runs: the
/// query of such a function, with the arguments inserted, replaces each call instead.
public final class InlinedFunctions {

    /// @param isLast whether the function has no other form, so that a call that cannot be replaced is an error
    private record Inlined(PerfettoStatement.Function function, boolean isLast) {}

    private final Map<String, Inlined> functions = new HashMap<>();

    /// Registers a function, whose macros must be expanded. Returns whether it can only be inlined, and has no
    /// other form.
    public boolean define(PerfettoStatement.Function function) throws SqlSyntaxException {
        String name = function.name().value().toLowerCase(Locale.ROOT);
        functions.remove(name);
        if (function.delegate() != null || !Operators.useParameters(function.query())) {
            return false;
        }
        boolean isLast = !Operators.areAllQueries(function.query());
        functions.put(name, new Inlined(function, isLast));
        return isLast;
    }

    public boolean isDefined(String name) {
        return functions.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /// Returns the statement with all calls of such functions replaced.
    public List<Token> inline(List<Token> statement) throws SqlSyntaxException {
        if (functions.isEmpty() || statement.stream().noneMatch(t -> t.isName() && isDefined(t.value()))) {
            return statement;
        }
        int[] matchingBracket = SqlTokens.brackets(statement);
        List<Token> out = new ArrayList<>();
        for (int i = 0; i < statement.size(); i++) {
            Token t = statement.get(i);
            Inlined inlined = t.isName()
                            && i + 1 < statement.size()
                            && statement.get(i + 1).isOperator("(")
                    ? functions.get(t.value().toLowerCase(Locale.ROOT))
                    : null;
            if (inlined == null) {
                out.add(t);
                continue;
            }
            int close = matchingBracket[i + 1];
            List<List<Token>> arguments = PerfettoStatement.commaSeparated(statement.subList(i + 2, close));
            if (!arguments.stream().allMatch(InlinedFunctions::isConstant)) {
                if (inlined.isLast) {
                    throw new SqlSyntaxException(
                            "function " + t.value() + " is computed before the query: its arguments can't be columns",
                            t);
                }
                out.add(t);
                continue;
            }
            out.addAll(call(t, inlined.function, arguments));
            Token next = close + 1 < statement.size() ? statement.get(close + 1) : null;
            boolean isSource = inlined.function.returns() == null;
            boolean hasAlias = next != null
                    && next.isName()
                    && (next.is("AS") || next.kind() == Token.Kind.QUOTED || !Keywords.continuesFrom(next.text()));
            if (isSource && !hasAlias) {
                out.addAll(SqlTokens.read(" AS " + Token.quoteName(t.value()), t.origin()));
            }
            i = close;
        }
        return out;
    }

    private static List<Token> call(Token name, PerfettoStatement.Function function, List<List<Token>> arguments)
            throws SqlSyntaxException {
        if (arguments.size() != function.parameters().size()) {
            throw new SqlSyntaxException(
                    "function " + name.value() + " takes "
                            + function.parameters().size() + " arguments, not " + arguments.size(),
                    name);
        }
        List<Token> out = new ArrayList<>(SqlTokens.read(name.hasSpaceBefore() ? " (" : "(", name.origin()));
        for (Token t : function.query()) {
            int parameter = -1;
            for (int i = 0; t.kind() == Token.Kind.PARAMETER && i < arguments.size(); i++) {
                parameter = function.parameters().get(i).name().equalsIgnoreCase(t.value()) ? i : parameter;
            }
            if (parameter < 0) {
                out.add(t);
            } else {
                out.addAll(SqlTokens.read(t.hasSpaceBefore() ? " (" : "(", name.origin()));
                out.addAll(arguments.get(parameter));
                out.addAll(SqlTokens.read(")", name.origin()));
            }
        }
        out.addAll(SqlTokens.read(")", name.origin()));
        return out;
    }

    /// Returns whether an expression has a value without a row of the outer query.
    static boolean isConstant(List<Token> expression) {
        int query = 0;
        List<Boolean> brackets = new ArrayList<>();
        for (int i = 0; i < expression.size(); i++) {
            Token t = expression.get(i);
            boolean isCalled =
                    i + 1 < expression.size() && expression.get(i + 1).isOperator("(");
            if (t.opens()) {
                boolean starts =
                        i + 1 < expression.size() && expression.get(i + 1).isAny("SELECT", "WITH", "FROM", "VALUES");
                brackets.add(starts);
                query += starts ? 1 : 0;
            } else if (t.closes()) {
                query -= !brackets.isEmpty() && brackets.removeLast() ? 1 : 0;
            } else if (query == 0
                    && t.isName()
                    && !isCalled
                    && !Keywords.isValue(t.text())
                    && !Keywords.isInfix(t.text())
                    && !t.isAny("CASE", "CAST")
                    && !(i > 0 && expression.get(i - 1).is("AS"))) {
                return false;
            }
        }
        return true;
    }
}
