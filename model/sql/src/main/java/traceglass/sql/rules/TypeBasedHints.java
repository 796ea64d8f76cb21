package traceglass.sql.rules;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import traceglass.sql.bind.Binder;
import traceglass.sql.bind.Binding;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.DefinitionRewriter;
import traceglass.sql.bind.UserFunctions;
import traceglass.sql.dialect.RetryHints;
import traceglass.sql.parse.ReadStatement;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.types.DuckType;

/// Determines which parts of a statement that DuckDB rejects must be interpreted as in SQLite, from the types of its
/// expressions. The text of DuckDB's error is not read.
public final class TypeBasedHints {
    private final Binder binder;

    public TypeBasedHints(Catalog catalog, UserFunctions functions) {
        binder = new Binder(catalog, functions);
    }

    /// Adds what is known about a statement to the hints for its translation.
    public void add(ReadStatement statement, RetryHints hints) throws SQLException {
        add(statement, Map.of(), hints);
    }

    /// Adds what is known about the query of a function.
    public void add(PerfettoStatement.Function function, RetryHints hints) throws SQLException {
        Map<String, DuckType> types = new HashMap<>();
        for (PerfettoStatement.Parameter parameter : function.parameters()) {
            String type = DefinitionRewriter.duckType(parameter.type());
            if (type != null) {
                types.put(parameter.name().toLowerCase(Locale.ROOT), DuckType.named(type));
            }
        }
        add(ReadStatement.of(function.query()), types, hints);
    }

    private void add(ReadStatement statement, Map<String, DuckType> parameters, RetryHints hints) throws SQLException {
        SqlParser.Parsed parsed = statement.parsed();
        // DuckDB may know syntax that the parser does not; otherwise its error is reported.
        Binding binding = parsed == null ? null : binder.bind(parsed.statement(), parameters);
        if (binding != null) {
            TypeRules.apply(binding, new ValueConversions(statement.tokens(), hints));
        }
    }
}
