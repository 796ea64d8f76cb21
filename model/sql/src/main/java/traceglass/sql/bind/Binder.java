package traceglass.sql.bind;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.RawTokens;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;
import traceglass.sql.types.Affinity;
import traceglass.sql.types.DuckType;

/// Resolves the names of a statement and determines the types of its expressions, without passing the statement to
/// DuckDB.
public final class Binder {
    private static final SqlStatement NONE = new SqlStatement.Other(new RawTokens(List.of()), List.of(), NodeSpan.NONE);

    private record Table(Catalog.Relation relation, List<BoundColumn> columns) {}

    private final Catalog catalog;
    private final UserFunctions functions;
    private final Map<String, Table> tables = new HashMap<>();

    private Binding binding = new Binding(0);
    private Map<String, DuckType> parameters = Map.of();
    private SqlStatement statement = NONE;
    /// Keys of arguments that the statement looks up; empty if it was not searched for them.
    private final Set<String> argKeys = new HashSet<>();

    public Binder(Catalog catalog, UserFunctions functions) {
        this.catalog = catalog;
        this.functions = functions;
    }

    /// Binds a statement; returns null if it is not one whose expressions can be bound.
    ///
    /// @param parameters types of the parameters of a function in its query, by their names in lower case
    public @Nullable Binding bind(SqlStatement bound, Map<String, DuckType> parameters) throws SQLException {
        statement = bound;
        argKeys.clear();
        binding = new Binding(bound.span().end());
        this.parameters = parameters;
        try {
            return bindAll(bound) ? binding : null;
        } catch (CatalogProblem e) {
            throw e.cause;
        }
    }

    private boolean bindAll(SqlStatement part) {
        switch (part) {
            case SqlStatement.Read s -> binding.setColumns(query(s.query(), null));
            case SqlStatement.PerfettoRelation s -> query(s.query(), null);
            case SqlStatement.CreateAs s -> query(s.query(), null);
            case SqlStatement.CreateMacro s -> {
                if (s.query() != null) {
                    query(s.query(), null);
                }
                if (s.value() != null) {
                    new ExpressionTypes(this, binding, new NameScope(null)).of(s.value());
                }
            }
            case SqlStatement.Explain s -> {
                return bindAll(s.statement());
            }
            case SqlStatement.Prepare s -> {
                return bindAll(s.statement());
            }
            case SqlStatement.Copy s -> query(s.query(), null);
            case SqlStatement.Insert s -> {
                return bindInsert(s);
            }
            case SqlStatement.Update s -> {
                List<Expression> values = new ArrayList<>();
                s.assignments().forEach(a -> values.add(a.value()));
                s.returning().forEach(i -> values.add(i.value()));
                return bindChange(s.with(), s.table(), s.from(), s.where(), values);
            }
            case SqlStatement.Delete s -> {
                List<Expression> values = new ArrayList<>();
                s.returning().forEach(i -> values.add(i.value()));
                return bindChange(s.with(), s.table(), s.using(), s.where(), values);
            }
            case SqlStatement.Merge s -> {
                return bindChange(s.with(), s.table(), List.of(s.source()), s.on(), s.values());
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean bindInsert(SqlStatement.Insert s) {
        CommonTables tables = commonTables(s.with());
        NameScope outer = new NameScope(null, tables);
        if (s.query() != null && s.query().body() instanceof QueryBody.Values values) {
            // They are converted to the types of the table.
            ExpressionTypes types = new ExpressionTypes(this, binding, outer);
            values.rows().forEach(row -> row.elements().forEach(types::of));
        } else if (s.query() != null) {
            query(s.query(), outer);
        }
        bindActions(s, tables);
        return true;
    }

    /// Binds the expressions of ON CONFLICT and RETURNING, which can use the columns of the table.
    private void bindActions(SqlStatement.Insert s, @Nullable CommonTables tables) {
        if (s.values().isEmpty() && s.returning().isEmpty()) {
            return;
        }
        String name = s.path().getLast().text();
        Catalog.Relation relation = relation(name);
        List<BoundColumn> columns = relation == null ? List.of() : columns(relation);
        // The name of a column means that of the table, not of the row that could not be inserted.
        NameScope conflict = new NameScope(null, tables);
        conflict.add(new BoundSource("excluded", columns, relation != null, false));
        NameScope scope = new NameScope(conflict, tables);
        String alias = s.alias() == null ? name : s.alias().text();
        scope.add(new BoundSource(alias, columns, relation != null, relation != null));
        ExpressionTypes types = new ExpressionTypes(this, binding, scope);
        s.values().forEach(types::of);
        s.returning().forEach(i -> types.of(i.value()));
    }

    /// Binds the queries of a WITH clause before INSERT, UPDATE, DELETE or MERGE.
    private @Nullable CommonTables commonTables(Query.@Nullable With with) {
        return with == null ? null : new QueryBinder(this, binding, null, null).bindWith(with);
    }

    private boolean bindChange(
            Query.@Nullable With with,
            TableSource table,
            List<TableSource> otherTables,
            @Nullable Expression where,
            List<Expression> values) {
        CommonTables tables = commonTables(with);
        NameScope scope = new NameScope(null, tables);
        SourceBinder sources = new SourceBinder(this, binding, scope, tables);
        sources.add(table);
        otherTables.forEach(sources::add);
        ExpressionTypes types = new ExpressionTypes(this, binding, scope);
        sources.bindConditions(types);
        values.forEach(types::of);
        if (where != null) {
            types.of(where);
        }
        return true;
    }

    /// Binds a query in an expression or source.
    ///
    /// @param outer names of the query around it
    /// @return its columns, null if they are not known
    @Nullable
    List<BoundColumn> query(Query query, @Nullable NameScope outer) {
        return new QueryBinder(this, binding, outer, outer == null ? null : outer.tables()).bind(query);
    }

    /// Returns the type of a parameter.
    DuckType parameter(String name) {
        return parameters.getOrDefault(name.toLowerCase(Locale.ROOT), DuckType.UNKNOWN);
    }

    /// Returns a column whose values ascend in the order of the rows; null if none is known.
    @Nullable
    String rowOrder(Catalog.Relation relation) {
        return catalog.rowOrder(relation);
    }

    /// Returns the table or view with a name; null if there is none.
    Catalog.@Nullable Relation relation(String name) {
        try {
            return catalog.relation(name);
        } catch (SQLException e) {
            throw new CatalogProblem(e);
        }
    }

    /// Returns the columns of a table or view.
    List<BoundColumn> columns(Catalog.Relation relation) {
        Table known = tables.get(relation.name());
        if (known == null || known.relation != relation) {
            List<BoundColumn> columns = new ArrayList<>();
            List<String> types = relation.types();
            for (int i = 0; i < types.size(); i++) {
                DuckType type = DuckType.ofDuckDbName(types.get(i));
                columns.add(new BoundColumn(relation.columns().get(i), type, Affinity.of(type)));
            }
            known = new Table(relation, columns);
            tables.put(relation.name(), known);
        }
        return known.columns;
    }

    /// Returns the kind of the values of arguments with a key: see [Catalog#argKind]. Reads those of all keys of the
    /// statement.
    String argKind(String key) {
        try {
            if (argKeys.isEmpty()) {
                argKeys.add(key);
                new ArgKeys().statement(statement);
                catalog.readArgKinds(argKeys);
            }
            return catalog.argKind(key);
        } catch (SQLException e) {
            throw new CatalogProblem(e);
        }
    }

    /// Returns the name under which a called function is known, see [UserFunctions#resolvedName].
    String resolvedName(String called) {
        return functions.resolvedName(called);
    }

    /// Returns the declaration of a function that the session has created; null if there is none.
    PerfettoStatement.@Nullable Function function(String name) {
        return functions.declaration(name);
    }

    /// Returns the columns of a function that returns a table; null if the session has not created it.
    @Nullable
    List<BoundColumn> functionColumns(String name) {
        return functions.columns(name);
    }

    /// Finds the keys that a statement looks up.
    private final class ArgKeys extends TreeRewriter {
        @Override
        public Expression call(Expression.Call e) {
            String key = CallTypes.argKey(e);
            if (key != null) {
                argKeys.add(key);
            }
            return super.call(e);
        }
    }

    /// Carries an error of the catalog through the visitors.
    private static final class CatalogProblem extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient SQLException cause;

        CatalogProblem(SQLException cause) {
            super(cause);
            this.cause = cause;
        }
    }
}
