package traceglass.sql.rules;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.Binder;
import traceglass.sql.bind.Binding;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.DefinitionRewriter;
import traceglass.sql.bind.UserFunctions;
import traceglass.sql.conversions.ValueConversions;
import traceglass.sql.dialect.StatementChanges;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.types.DuckType;

/// Determines which parts of a statement must be changed to mean the same as in SQLite, from the types of its
/// expressions. Does not query DuckDB.
public final class TypedStatements {
    /// Maximum number of times that the tokens of a statement are replaced, because aliases may refer to each other.
    private static final int MAX_REWRITES = 50;

    private final Binder binder;

    public TypedStatements(Catalog catalog, UserFunctions functions) {
        binder = new Binder(catalog, functions);
    }

    /// Returns a statement with the changes that its translation must make.
    public TypedStatement of(ParsedStatement statement) throws SQLException {
        return of(statement, Map.of(), false);
    }

    /// Returns a statement with the changes that its translation must make.
    ///
    /// @param keepsTypes whether the reader of its result distinguishes integers and reals in one column
    public TypedStatement of(ParsedStatement statement, boolean keepsTypes) throws SQLException {
        return of(statement, Map.of(), keepsTypes);
    }

    /// Returns the query of a function with the changes that its translation must make.
    public TypedStatement of(PerfettoStatement.Function function, ParsedStatement query) throws SQLException {
        Map<String, DuckType> types = new HashMap<>();
        for (PerfettoStatement.Parameter parameter : function.parameters()) {
            String type = DefinitionRewriter.duckType(parameter.type());
            if (type != null) {
                types.put(parameter.name().toLowerCase(Locale.ROOT), DuckType.ofDuckDbName(type));
            }
        }
        return of(query, types, false);
    }

    private TypedStatement of(ParsedStatement statement, Map<String, DuckType> parameters, boolean keepsTypes)
            throws SQLException {
        ParsedStatement read = statement;
        StatementChanges changes = new StatementChanges();
        Binding binding = bind(read, parameters, changes, keepsTypes);
        for (int i = 0; changes.rewritten != null && i < MAX_REWRITES; i++) {
            read = ParsedStatement.of(changes.rewritten);
            changes = new StatementChanges();
            binding = bind(read, parameters, changes, keepsTypes);
        }
        changes.rewritten = null;
        boolean isChanged = read != statement || changes.size() > 0;
        return new TypedStatement(read, changes, isChanged, binding == null ? null : binding.columns());
    }

    /// Binds a statement and adds the changes that it needs; returns null if it can't be bound.
    private @Nullable Binding bind(
            ParsedStatement statement, Map<String, DuckType> parameters, StatementChanges changes, boolean keepsTypes)
            throws SQLException {
        SqlParser.Parsed parsed = statement.parsed();
        // DuckDB may support syntax that the parser does not, and it binds the body of a macro only when the macro
        // is called.
        if (parsed == null || parsed.statement() instanceof SqlStatement.CreateMacro) {
            return null;
        }
        Binding binding = binder.bind(parsed.statement(), parameters);
        if (binding != null) {
            TypeRules.apply(parsed.statement(), binding, new ValueConversions(statement.tokens(), changes), keepsTypes);
        }
        return binding;
    }
}
