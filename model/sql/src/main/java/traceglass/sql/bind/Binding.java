package traceglass.sql.bind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.OrderTerm;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.types.Affinity;
import traceglass.sql.types.DuckType;

/// A statement whose names are resolved and whose expressions have types, as far as that is possible without DuckDB.
public final class Binding {

    /// A SELECT of the statement.
    ///
    /// @param order terms of ORDER BY of the query that consists of this SELECT
    public record BoundSelect(QueryBody.Select select, NameScope scope, List<OrderTerm> order) {}

    private final Map<Expression, DuckType> types = new IdentityHashMap<>();
    private final Map<Expression.Column, Resolution> names = new IdentityHashMap<>();
    private final List<Expression> expressions = new ArrayList<>();
    private final Set<Expression.Call> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<BoundSelect> selects = new ArrayList<>();

    void add(Expression expression, DuckType type) {
        if (types.put(expression, type) == null) {
            expressions.add(expression);
        }
    }

    void add(Expression.Column column, Resolution resolution) {
        names.put(column, resolution);
    }

    void addKnown(Expression.Call call) {
        known.add(call);
    }

    void add(BoundSelect select) {
        selects.add(select);
    }

    /// Returns all expressions of the statement, each after its operands.
    public List<Expression> expressions() {
        return expressions;
    }

    /// Returns all SELECTs of the statement.
    public List<BoundSelect> selects() {
        return selects;
    }

    /// Returns the type of an expression; unknown if only DuckDB can tell.
    public DuckType typeOf(Expression expression) {
        return types.getOrDefault(expression, DuckType.UNKNOWN);
    }

    /// Returns whether a call is that of a function of the registry or the session; others may be aggregates.
    public boolean isKnown(Expression.Call call) {
        return known.contains(call);
    }

    /// Returns what a column refers to.
    public Resolution resolution(Expression.Column column) {
        return names.getOrDefault(column, new Resolution.Missing());
    }

    /// Returns the affinity that SQLite gives an expression.
    public Affinity affinityOf(Expression expression) {
        return switch (expression) {
            case Expression.Column c
            when resolution(c) instanceof Resolution.OfColumn o -> o.column().affinity();
            case Expression.Cast c -> Affinity.of(typeOf(c));
            case Expression.Collate c -> affinityOf(c.value());
            default -> Affinity.NONE;
        };
    }
}
