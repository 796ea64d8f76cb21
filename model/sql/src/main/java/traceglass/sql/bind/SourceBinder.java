package traceglass.sql.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.types.Affinity;
import traceglass.sql.types.DuckType;

/// Adds the sources of FROM with their columns to the names of a SELECT.
final class SourceBinder implements TableSource.Visitor<Boolean> {
    private static final Set<String> SERIES = Set.of("generate_series", "range");

    private final Binder binder;
    private final Binding binding;
    private final NameScope scope;
    private final @Nullable CommonTables tables;
    /// Conditions of joins, which may use all sources.
    private final List<Expression> conditions = new ArrayList<>();

    SourceBinder(Binder binder, Binding binding, NameScope scope, @Nullable CommonTables tables) {
        this.binder = binder;
        this.binding = binding;
        this.scope = scope;
        this.tables = tables;
    }

    /// Adds a source, or both sides of a join.
    void add(TableSource source) {
        source.accept(this);
    }

    /// Binds the conditions of all joins.
    void bindConditions(ExpressionTypes types) {
        conditions.forEach(types::of);
    }

    private static @Nullable String name(TableSource.@Nullable Alias alias, @Nullable String fallback) {
        return alias == null ? fallback : alias.name().text();
    }

    /// Renames columns as an alias does: `AS t(a, b)`.
    private static List<BoundColumn> renamed(List<BoundColumn> columns, TableSource.@Nullable Alias alias) {
        if (alias == null || alias.columns().isEmpty()) {
            return columns;
        }
        List<BoundColumn> out = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            out.add(
                    i < alias.columns().size()
                            ? columns.get(i).withName(alias.columns().get(i).text())
                            : columns.get(i));
        }
        return out;
    }

    /// Returns the order of the rows if all its columns are known and have their names.
    private static List<String> known(
            List<String> order, TableSource.@Nullable Alias alias, List<BoundColumn> columns) {
        if (alias != null && !alias.columns().isEmpty()) {
            return List.of();
        }
        for (String name : order) {
            if (BoundColumn.find(columns, name) == null) {
                return List.of();
            }
        }
        return order;
    }

    /// Adds a source whose columns are not known, except for those that its alias names.
    private boolean addUnknown(TableSource.@Nullable Alias alias, @Nullable String name) {
        List<BoundColumn> columns = alias == null
                ? List.of()
                : alias.columns().stream()
                        .map(c -> new BoundColumn(c.text(), DuckType.UNKNOWN, Affinity.NONE))
                        .toList();
        scope.add(new BoundSource(name(alias, name), columns, false, false));
        return true;
    }

    @Override
    public Boolean table(TableSource.Table s) {
        String name = s.name().text();
        CommonTables common = s.path().size() == 1 ? CommonTables.find(tables, name) : null;
        if (common != null) {
            binding.addRead(common);
            if (common.columns() == null) {
                return addUnknown(s.alias(), name);
            }
            scope.add(new BoundSource(name(s.alias(), name), renamed(common.columns(), s.alias()), true, false)
                    .withOrder(known(common.order(), s.alias(), common.columns()), Set.of()));
            return true;
        }
        Catalog.Relation relation = binder.relation(name);
        if (relation == null) {
            return addUnknown(s.alias(), name);
        }
        List<BoundColumn> columns = renamed(binder.columns(relation), s.alias());
        String order = rowOrder(relation, columns);
        scope.add(new BoundSource(name(s.alias(), name), columns, true, !relation.isView())
                .withOrder(order == null ? List.of() : List.of(order), SourceOrder.keys(relation, order)));
        return true;
    }

    /// Returns the column for [BoundSource#rowOrder()]: an integer, which an alias has not renamed.
    private @Nullable String rowOrder(Catalog.Relation relation, List<BoundColumn> columns) {
        String order = binder.rowOrder(relation);
        if (order == null || !relation.isView()) {
            return order;
        }
        for (BoundColumn column : columns) {
            if (column.isNamed(order) && column.type().isInteger()) {
                return order;
            }
        }
        return null;
    }

    @Override
    public Boolean function(TableSource.Function s) {
        ExpressionTypes types = new ExpressionTypes(binder, binding, scope);
        s.call().arguments().list().forEach(a -> types.of(a.value()));
        String name = s.call().name().text();
        PerfettoStatement.Function declared = binder.function(name);
        List<BoundColumn> columns = declared == null ? null : binder.functionColumns(name);
        if (declared != null) {
            binding.add(new Binding.DeclaredCall(s.call(), declared));
        }
        if (columns != null) {
            scope.add(new BoundSource(name(s.alias(), name), renamed(columns, s.alias()), true, false));
            return true;
        }
        if (SERIES.contains(name.toLowerCase(Locale.ROOT))
                && s.alias() != null
                && s.alias().columns().size() == 1) {
            scope.add(new BoundSource(
                    s.alias().name().text(),
                    List.of(new BoundColumn(s.alias().columns().getFirst().text(), DuckType.BIGINT, Affinity.NONE)),
                    true,
                    false));
            return true;
        }
        return addUnknown(s.alias(), name);
    }

    @Override
    public Boolean macro(TableSource.Macro s) {
        return addUnknown(s.alias(), null);
    }

    @Override
    public Boolean subquery(TableSource.Subquery s) {
        List<BoundColumn> columns = new QueryBinder(binder, binding, scope, tables).bind(s.query());
        if (columns == null) {
            return addUnknown(s.alias(), null);
        }
        scope.add(new BoundSource(name(s.alias(), null), renamed(columns, s.alias()), true, false)
                .withOrder(known(new SourceOrder(binder, tables).of(s.query()), s.alias(), columns), Set.of()));
        return true;
    }

    @Override
    public Boolean group(TableSource.Group s) {
        if (s.alias() != null) {
            s.sources().forEach(inner -> new SourceBinder(binder, binding, new NameScope(scope), tables).add(inner));
            return addUnknown(s.alias(), null);
        }
        s.sources().forEach(this::add);
        return true;
    }

    @Override
    public Boolean join(TableSource.Join s) {
        add(s.left());
        int before = scope.sources().size();
        add(s.right());
        binding.add(new Binding.BoundJoin(s, scope, before, scope.sources().size()));
        if (s.on() != null) {
            conditions.add(s.on());
        }
        if (s.style() == TableSource.JoinStyle.NATURAL) {
            for (BoundSource right :
                    scope.sources().subList(before, scope.sources().size())) {
                right.columns().stream()
                        .filter(c -> scope.sources().subList(0, before).stream()
                                .anyMatch(left -> left.column(c.name()) != null))
                        .forEach(c -> right.merge(c.name()));
            }
        }
        boolean isKept = s.kind() == TableSource.JoinKind.RIGHT || s.kind() == TableSource.JoinKind.FULL;
        for (SqlName key : s.using()) {
            merge(key.text(), before, isKept);
        }
        return true;
    }

    /// Merges a column of the sources from an index on with that of an earlier source.
    ///
    /// @param mayBeNull whether the earlier source's value may be missing
    private void merge(String key, int from, boolean mayBeNull) {
        BoundColumn earlier = null;
        for (BoundSource source : scope.sources().subList(0, from)) {
            earlier = earlier == null ? source.column(key) : earlier;
        }
        for (BoundSource later : scope.sources().subList(from, scope.sources().size())) {
            BoundColumn column = later.column(key);
            if (column != null
                    && (!mayBeNull || earlier != null && earlier.type().equals(column.type()))) {
                later.merge(key);
            } else if (column != null) {
                later.coalesce(key);
            }
        }
    }

    @Override
    public Boolean pivoted(TableSource.Pivoted s) {
        new SourceBinder(binder, binding, new NameScope(scope), tables).add(s.source());
        return addUnknown(s.alias(), null);
    }

    @Override
    public Boolean unpivoted(TableSource.Unpivoted s) {
        new SourceBinder(binder, binding, new NameScope(scope), tables).add(s.source());
        return addUnknown(s.alias(), null);
    }

    @Override
    public Boolean hole(TableSource.Hole s) {
        return addUnknown(null, null);
    }
}
