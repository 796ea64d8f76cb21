package traceglass.sql.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.types.Affinity;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.TypeKind;

/// Names that the expressions of one SELECT can use: columns of its sources, then aliases of its list, then those of
/// the queries around it.
public final class NameScope {
    private static final BoundColumn ROWID = new BoundColumn("rowid", DuckType.BIGINT, Affinity.NUMERIC);

    private record Alias(SelectItem item, DuckType type) {}

    private final @Nullable NameScope outer;
    private final @Nullable CommonTables tables;
    private final List<BoundSource> sources = new ArrayList<>();
    private final Map<String, Alias> aliases = new HashMap<>();

    NameScope(@Nullable NameScope outer) {
        this(outer, outer == null ? null : outer.tables);
    }

    /// @param tables common table expressions that queries in these expressions can read
    NameScope(@Nullable NameScope outer, @Nullable CommonTables tables) {
        this.outer = outer;
        this.tables = tables;
    }

    @Nullable
    CommonTables tables() {
        return tables;
    }

    void add(BoundSource source) {
        sources.add(source);
    }

    void addAlias(String name, SelectItem item, DuckType type) {
        aliases.putIfAbsent(name.toLowerCase(Locale.ROOT), new Alias(item, type));
    }

    public List<BoundSource> sources() {
        return sources;
    }

    /// Returns the target of a name with its qualifiers.
    Resolution resolve(List<SqlName> path) {
        int depth = 0;
        for (NameScope scope = this; scope != null; scope = scope.outer) {
            Resolution found =
                    path.size() == 1 ? scope.unqualified(path.getFirst().text(), depth) : scope.qualified(path, depth);
            if (found != null) {
                return found;
            }
            depth++;
        }
        return new Resolution.Missing();
    }

    /// Returns the target of an ORDER BY term that is only a name: aliases come first there.
    @Nullable
    Resolution resolveAlias(String name) {
        Alias alias = aliases.get(name.toLowerCase(Locale.ROOT));
        return alias == null ? null : new Resolution.OfAlias(alias.item, alias.type);
    }

    private @Nullable Resolution unqualified(String name, int depth) {
        BoundSource owner = null;
        BoundColumn column = null;
        boolean isAmbiguous = false;
        boolean isComplete = true;
        for (int i = 0; i < sources.size(); i++) {
            BoundSource source = sources.get(i);
            BoundColumn found = source.isMerged(name) ? null : source.column(name);
            if (found != null && source.isCoalesced(name)) {
                return new Resolution.Other(DuckType.UNKNOWN);
            }
            isAmbiguous |= found != null && owner != null;
            if (owner == null && found != null) {
                owner = source;
                column = found;
            }
            isComplete &= source.isComplete();
        }
        if (owner != null && column != null) {
            // A source whose columns are not known may have the column too, but then DuckDB rejects the statement.
            return isAmbiguous
                    ? new Resolution.Ambiguous(owner, column)
                    : new Resolution.OfColumn(owner, column, depth);
        }
        if (!isComplete) {
            return new Resolution.Other(DuckType.UNKNOWN);
        }
        if (name.equalsIgnoreCase("rowid") || name.equalsIgnoreCase("_auto_id")) {
            for (BoundSource source : sources) {
                if (source.hasRowid()) {
                    return new Resolution.OfColumn(source, ROWID, depth);
                }
            }
        }
        Resolution alias = resolveAlias(name);
        return alias != null ? alias : row(name);
    }

    private @Nullable Resolution row(String name) {
        for (BoundSource source : sources) {
            if (source.isNamed(name)) {
                return new Resolution.OfRow(source);
            }
        }
        return null;
    }

    private @Nullable Resolution qualified(List<SqlName> path, int depth) {
        String qualifier = path.get(path.size() - 2).text();
        String name = path.getLast().text();
        for (BoundSource source : sources) {
            if (source.isNamed(qualifier)) {
                BoundColumn column = source.column(name);
                if (column != null) {
                    return new Resolution.OfColumn(source, column, depth);
                }
                if (source.hasRowid() && (name.equalsIgnoreCase("rowid") || name.equalsIgnoreCase("_auto_id"))) {
                    return new Resolution.OfColumn(source, ROWID, depth);
                }
                return source.isComplete() && path.size() == 2
                        ? new Resolution.Missing()
                        : new Resolution.Other(DuckType.UNKNOWN);
            }
        }
        return field(path, depth);
    }

    /// Returns a field of a struct column, written as `column.field` or `source.column.field`.
    private @Nullable Resolution field(List<SqlName> path, int depth) {
        String first = path.getFirst().text();
        DuckType type = null;
        int fields = 1;
        if (path.size() > 2) {
            BoundColumn column = sources.stream()
                    .filter(s -> s.isNamed(first))
                    .findFirst()
                    .map(s -> s.column(path.get(1).text()))
                    .orElse(null);
            type = column == null ? null : column.type();
            fields = 2;
        }
        if (type == null) {
            Resolution column = unqualified(first, depth);
            if (column == null) {
                return null;
            }
            type = column.type();
            fields = 1;
        }
        for (SqlName field : path.subList(fields, path.size())) {
            type = type.kind() == TypeKind.STRUCT ? type.field(field.text()) : DuckType.UNKNOWN;
        }
        return new Resolution.Other(type);
    }
}
