package traceglass.sql.session;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import traceglass.sql.bind.DefinitionRewriter;
import traceglass.sql.bind.UserFunctions;
import traceglass.sql.dialect.RetryHints;
import traceglass.sql.emit.SqlTranslator;
import traceglass.sql.functions.Builtins;
import traceglass.sql.operators.Operators;
import traceglass.sql.parse.ReadStatement;
import traceglass.sql.result.DuckDbError;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.rules.TypeBasedHints;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.Translation;

/// Determines which parts of a function's query must be interpreted as in SQLite. DuckDB checks a function's query
/// only when it is called, and its errors then have no position in it.
final class FunctionValidator {
    /// Creates the objects that a query uses.
    interface Preparation {
        void createObjects(List<Token> query) throws SqlProblem, SqlSyntaxException;
    }

    private final TypeBasedHints typeHints;
    private final SqlTranslator translator;
    private final Builtins builtins;
    private final Connection connection;
    private final Preparation preparation;
    private final BooleanSupplier cancelled;
    private final RetryHints hints = new RetryHints();
    /// Whether the query returns text where an integer is declared.
    private boolean makesText;

    /// @param runner runner of the session's statements
    FunctionValidator(
            StatementRunner runner, Connection connection, Preparation preparation, BooleanSupplier cancelled) {
        typeHints = runner.typeHints();
        translator = runner.translator();
        builtins = runner.builtins();
        this.connection = connection;
        this.preparation = preparation;
        this.cancelled = cancelled;
    }

    /// @param index index of the statement, for problems
    /// @return the function, possibly with a rewritten query
    PerfettoStatement.Function validated(PerfettoStatement.Function function, int index)
            throws SqlProblem, SqlSyntaxException {
        Map<Token, Token> parameters = new IdentityHashMap<>();
        List<Token> query = UserFunctions.validationQuery(function, parameters);
        if (Operators.isUsed(query)) {
            return function;
        }
        preparation.createObjects(query);
        ReadStatement read = ReadStatement.of(query);
        RetryHints found = new RetryHints();
        boolean isAsked = false;
        int rewritings = 0;
        while (true) {
            Translation translation = null;
            try {
                translation = translator.translate(read, found);
                builtins.define(translation.builtins());
                try (PreparedStatement s = connection.prepareStatement(translation.text())) {
                    makesText = function.returns() != null
                            && "BIGINT".equals(DefinitionRewriter.duckType(function.returns()))
                            && s.getMetaData().getColumnTypeName(1).equals("VARCHAR");
                    hints.addAll(found);
                    return function.withQuery(replaced(query, parameters));
                }
            } catch (SQLException e) {
                if (cancelled.getAsBoolean()) {
                    throw SqlProblem.cancelled(index);
                }
                if (translation != null && !isAsked) {
                    isAsked = true;
                    addKnown(function.withQuery(replaced(query, parameters)), found, index);
                    if (found.rewritten != null) {
                        isAsked = ++rewritings > StatementRunner.REWRITINGS;
                        query = replaced(found.rewritten, inverse(parameters));
                        read = ReadStatement.of(query);
                        found = new RetryHints();
                        continue;
                    }
                    if (found.size() > 0) {
                        continue;
                    }
                }
                if (found.withoutImplicitOrder || !DuckDbError.of(e).isAboutNames()) {
                    // The function may be valid with other arguments; if not, the call reports the error.
                    return function;
                }
                found.withoutImplicitOrder = true;
            }
        }
    }

    private static List<Token> replaced(List<Token> query, Map<Token, Token> by) {
        return query.stream().map(t -> by.getOrDefault(t, t)).toList();
    }

    private static Map<Token, Token> inverse(Map<Token, Token> map) {
        Map<Token, Token> inverse = new IdentityHashMap<>();
        map.forEach((from, to) -> inverse.put(to, from));
        return inverse;
    }

    private void addKnown(PerfettoStatement.Function function, RetryHints found, int index) throws SqlProblem {
        try {
            typeHints.add(function, found);
        } catch (SQLException e) {
            throw new SqlProblem(DuckDbError.of(e).userMessage(), 0, 0, index, false, e);
        }
    }

    /// Returns the changes for a statement that defines the function.
    RetryHints changesOf(UserFunctions.Definition definition) {
        RetryHints shifted = hints.shifted(definition.body());
        for (int i = definition.body(); makesText && i >= 0; i--) {
            if (definition.statement().get(i).is("CAST")) {
                shifted.castOperands.put(i, "VARCHAR");
                break;
            }
        }
        return shifted;
    }
}
