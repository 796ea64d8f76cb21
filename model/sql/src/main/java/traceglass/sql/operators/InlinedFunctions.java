package traceglass.sql.operators;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// Functions whose query passes its arguments to an operator (see `Operators`). An operator runs before the
/// statement around it, so it cannot be in a DuckDB macro, which gets its arguments while the statement runs.
/// Instead, each call is replaced by the query of the function, with the arguments inserted.
public final class InlinedFunctions {

    /// @param isLast whether the function has no other form, so that a call that cannot be replaced is an error
    private record Inlined(PerfettoStatement.Function function, boolean isLast) {}

    private final Map<String, Inlined> functions = new HashMap<>();

    /// Registers a function, whose macros must be expanded. Returns whether it can only be inlined, and has no
    /// other form.
    ///
    /// @param query its query; not read if another function is called instead
    public boolean define(PerfettoStatement.Function function, ParsedStatement query) throws SqlSyntaxException {
        String name = function.name().value().toLowerCase(Locale.ROOT);
        functions.remove(name);
        if (function.delegate() != null || !Operators.useParameters(query)) {
            return false;
        }
        boolean isLast = !Operators.areAllQueries(query);
        functions.put(name, new Inlined(function, isLast));
        return isLast;
    }

    public boolean isDefined(String name) {
        return functions.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /// Returns the statement with all calls of such functions replaced.
    public ParsedStatement inline(ParsedStatement statement) throws SqlSyntaxException {
        // If the parser does not know the syntax, running the statement reports the error.
        if (functions.isEmpty() || statement.parsed() == null || !statement.calls(this::isDefined)) {
            return statement;
        }
        Calls calls = new Calls();
        calls.statement(statement.tree());
        calls.found.sort(Comparator.comparingInt(f -> f.call.arguments().span().end()));
        NodeEdits edits = new NodeEdits(statement.tokens());
        for (Found found : calls.found) {
            Expression.Call call = found.call;
            Token name = call.span().tokens().getFirst();
            if (!areConstant(call.arguments())) {
                throw new SqlSyntaxException(
                        "function " + name.value() + " is computed before the query: its arguments can't be columns",
                        name);
            }
            List<Token> query = query(name, found.function, call.arguments(), edits);
            if (found.needsName && found.function.returns() == null) {
                query.addAll(SqlTokens.read(" AS " + Token.quoteName(name.value()), name.origin()));
            }
            edits.replace(call, query);
        }
        return statement.edited(edits);
    }

    /// Returns the query of a function with its arguments.
    ///
    /// @param edits edits of the statement, with those of the arguments
    private static List<Token> query(
            Token name, PerfettoStatement.Function function, CallArguments arguments, NodeEdits edits)
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
                out.addAll(edits.tokens(arguments.value(parameter)));
                out.addAll(SqlTokens.read(")", name.origin()));
            }
        }
        out.addAll(SqlTokens.read(")", name.origin()));
        return out;
    }

    /// Returns whether arguments have values without a row of the query around the call.
    static boolean areConstant(CallArguments arguments) {
        Columns columns = new Columns();
        columns.arguments(arguments);
        return !columns.isFound;
    }

    /// A call of a function that is inlined.
    ///
    /// @param needsName whether it is a source of FROM without an alias
    private record Found(Expression.Call call, PerfettoStatement.Function function, boolean needsName) {}

    /// Finds the calls that must be replaced.
    private final class Calls extends TreeRewriter {
        private final List<Found> found = new ArrayList<>();

        @Override
        public Expression call(Expression.Call e) {
            add(e, false);
            return super.call(e);
        }

        @Override
        public TableSource function(TableSource.Function f) {
            add(f.call(), f.alias() == null);
            return super.function(f);
        }

        private void add(Expression.Call e, boolean needsName) {
            Inlined inlined =
                    e.path().size() == 1 ? functions.get(e.name().text().toLowerCase(Locale.ROOT)) : null;
            if (inlined != null && (inlined.isLast || areConstant(e.arguments()))) {
                found.add(new Found(e, inlined.function, needsName));
            }
        }
    }

    /// Finds columns outside queries.
    private static final class Columns extends TreeRewriter {
        private boolean isFound;

        @Override
        public Query query(Query q) {
            return q;
        }

        @Override
        public Expression column(Expression.Column e) {
            isFound = true;
            return e;
        }

        @Override
        public Expression star(Expression.Star e) {
            isFound |= e.qualifier() != null;
            return e;
        }
    }
}
