package traceglass.sql.session;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.BoundColumn;
import traceglass.sql.bind.DefinitionRewriter;
import traceglass.sql.bind.FunctionMacro;
import traceglass.sql.dialect.StatementChanges;
import traceglass.sql.emit.SqlTranslator;
import traceglass.sql.functions.Builtins;
import traceglass.sql.operators.Operators;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.result.DuckDbError;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.rules.TypedStatement;
import traceglass.sql.rules.TypedStatements;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.Translation;

/// Determines the changes that the translation of a function's query must make, from the types of its parameters.
/// DuckDB checks a function's query only when it is called, and its errors then have no position in it.
final class FunctionValidator {
    /// Creates the objects that a query uses.
    interface Preparation {
        void createObjects(List<Token> query) throws SqlProblem, SqlSyntaxException;
    }

    /// Types whose casts to integers differ from those of numbers.
    private static final Set<String> CONVERTED_TYPES = Set.of("VARCHAR", "BOOLEAN");

    private final TypedStatements typed;
    private final SqlTranslator translator;
    private final Builtins builtins;
    private final Connection connection;
    private final Preparation preparation;
    private final BooleanSupplier isCanceled;
    private StatementChanges changes = new StatementChanges();
    private @Nullable List<BoundColumn> columns;
    /// Type that the query returns although the function declares an integer; null if no conversion is needed.
    private @Nullable String castFrom;

    /// @param runner runner of the session's statements
    FunctionValidator(
            StatementRunner runner, Connection connection, Preparation preparation, BooleanSupplier isCanceled) {
        typed = runner.typed();
        translator = runner.translator();
        builtins = runner.builtins();
        this.connection = connection;
        this.preparation = preparation;
        this.isCanceled = isCanceled;
    }

    /// @param written query of the function
    /// @param index index of the statement, for problems
    /// @return the function, possibly with a rewritten query
    PerfettoStatement.Function validate(PerfettoStatement.Function function, ParsedStatement written, int index)
            throws SqlProblem, SqlSyntaxException {
        if (Operators.containsOperator(written)) {
            return function;
        }
        preparation.createObjects(function.query());
        TypedStatement changed = typedStatement(function, written, index);
        ParsedStatement query = changed.statement();
        changes = changed.changes();
        columns = changed.columns();
        StatementChanges checked = changes.withTexts(text -> FunctionMacro.withNulls(function, text));
        FunctionMacro.addNulls(function, query.tokens(), checked.replacements);
        while (true) {
            try {
                Translation translation = translator.translate(query, checked);
                builtins.define(translation.builtins());
                try (PreparedStatement s = connection.prepareStatement(translation.text())) {
                    boolean isInteger = function.returns() != null
                            && "BIGINT".equals(DefinitionRewriter.duckType(function.returns()));
                    String type = isInteger ? s.getMetaData().getColumnTypeName(1) : "";
                    castFrom = CONVERTED_TYPES.contains(type) ? type : null;
                    changes.hasNoImplicitOrder = checked.hasNoImplicitOrder;
                    return function.withQuery(query.tokens());
                }
            } catch (SQLException e) {
                if (isCanceled.getAsBoolean()) {
                    throw SqlProblem.canceled(index);
                }
                if (checked.hasNoImplicitOrder) {
                    // The function may be valid with other arguments; if not, the call reports the error.
                    return function.withQuery(query.tokens());
                }
                checked.hasNoImplicitOrder = true;
            }
        }
    }

    private TypedStatement typedStatement(PerfettoStatement.Function function, ParsedStatement query, int index)
            throws SqlProblem {
        try {
            return typed.of(function, query);
        } catch (SQLException e) {
            throw new SqlProblem(DuckDbError.of(e).userMessage(), 0, 0, index, false, e);
        }
    }

    /// Returns the changes for a statement that defines the function.
    StatementChanges changesOf(PerfettoStatement.Function function, FunctionMacro macro) {
        StatementChanges shifted =
                changes.withTexts(text -> macro.withArguments(function, text)).shifted(macro.shift());
        if (castFrom != null && macro.cast() >= 0) {
            shifted.castOperands.put(macro.cast(), castFrom);
        }
        return shifted;
    }

    /// Returns the columns of the function's query; null if they are not known.
    @Nullable
    List<BoundColumn> columns() {
        return columns;
    }
}
