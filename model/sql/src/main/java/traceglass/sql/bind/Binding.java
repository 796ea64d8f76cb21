package traceglass.sql.bind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.OrderTerm;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.types.Affinity;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.OperatorTypes;
import traceglass.sql.types.TypeKind;

/// A statement whose names are resolved and whose expressions have types, as far as that is possible without DuckDB.
public final class Binding {

    /// A SELECT of the statement.
    ///
    /// @param order terms of ORDER BY of the query that consists of this SELECT
    public record BoundSelect(QueryBody.Select select, NameScope scope, List<OrderTerm> order) {}

    /// A join of a SELECT.
    ///
    /// @param scope scope of the SELECT
    /// @param rightStart index of the first source of the right side among the SELECT's sources
    /// @param rightEnd index after the last source of the right side
    public record BoundJoin(TableSource.Join join, NameScope scope, int rightStart, int rightEnd) {}

    /// A call of a function that the session has created.
    public record DeclaredCall(Expression.Call call, PerfettoStatement.Function function) {}

    private final Map<Expression, DuckType> types;
    private final Map<Expression.Column, Resolution> resolutions;
    private final List<Expression> expressions = new ArrayList<>();
    private final Set<Expression.Call> resolvedCalls = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<BoundSelect> selects = new ArrayList<>();
    private final List<BoundJoin> joins = new ArrayList<>();
    private final List<QueryBody.Values> values = new ArrayList<>();
    private final List<DeclaredCall> declaredCalls = new ArrayList<>();
    private @Nullable List<BoundColumn> columns;
    private final Set<CommonTables> readTables = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean hasUndeclaredRecursion;
    private boolean usesAliases;
    private boolean hasAmbiguousColumns;

    /// @param tokens number of tokens of the statement, from which the number of expressions is estimated
    Binding(int tokens) {
        types = new IdentityHashMap<>(tokens / 2);
        resolutions = new IdentityHashMap<>(tokens / 4);
    }

    void add(Expression expression, DuckType type) {
        if (types.put(expression, type) == null) {
            expressions.add(expression);
        }
    }

    void add(Expression.Column column, Resolution resolution) {
        resolutions.put(column, resolution);
        usesAliases |= resolution instanceof Resolution.OfAlias;
        hasAmbiguousColumns |= resolution instanceof Resolution.Ambiguous;
    }

    void addResolved(Expression.Call call) {
        resolvedCalls.add(call);
    }

    void add(BoundSelect select) {
        selects.add(select);
    }

    void add(BoundJoin join) {
        joins.add(join);
    }

    void add(QueryBody.Values rows) {
        values.add(rows);
    }

    void add(DeclaredCall call) {
        declaredCalls.add(call);
    }

    void setColumns(@Nullable List<BoundColumn> columns) {
        this.columns = columns;
    }

    /// Records that the statement reads a common table expression.
    void addRead(CommonTables table) {
        readTables.add(table);
    }

    boolean isRead(CommonTables table) {
        return readTables.contains(table);
    }

    void markUndeclaredRecursion() {
        hasUndeclaredRecursion = true;
    }

    /// Returns all expressions of the statement, each after its operands.
    public List<Expression> expressions() {
        return expressions;
    }

    /// Returns all SELECTs of the statement.
    public List<BoundSelect> selects() {
        return selects;
    }

    /// Returns all joins of the statement, those of a SELECT in order.
    public List<BoundJoin> joins() {
        return joins;
    }

    /// Returns the rows of all VALUES, except those that an INSERT converts to the types of its table.
    public List<QueryBody.Values> values() {
        return values;
    }

    /// Returns all calls of functions that the session has created.
    public List<DeclaredCall> declaredCalls() {
        return declaredCalls;
    }

    /// Returns the columns of the statement's query; null if they are unknown.
    public @Nullable List<BoundColumn> columns() {
        return columns;
    }

    /// Returns whether a common table expression reads itself although the keyword RECURSIVE is missing.
    public boolean hasUndeclaredRecursion() {
        return hasUndeclaredRecursion;
    }

    /// Returns whether an expression uses an alias of a select list.
    public boolean usesAliases() {
        return usesAliases;
    }

    /// Returns whether an expression names a column that several sources have.
    public boolean hasAmbiguousColumns() {
        return hasAmbiguousColumns;
    }

    /// Returns the type of an expression; unknown if only DuckDB can determine it.
    public DuckType typeOf(Expression expression) {
        return types.getOrDefault(expression, DuckType.UNKNOWN);
    }

    /// Returns whether the called function is one of the registry or the session; other functions may be aggregates.
    public boolean isResolved(Expression.Call call) {
        return resolvedCalls.contains(call);
    }

    /// Returns the target of a column name.
    public Resolution resolution(Expression.Column column) {
        return resolutions.getOrDefault(column, new Resolution.Missing());
    }

    /// Returns whether a name in double quotes is a string literal, because no column has this name.
    public boolean isStringLiteral(Expression.Column name) {
        Resolution found = resolution(name);
        return name.path().size() == 1
                && name.name().form() == SqlName.Form.DOUBLE_QUOTED
                && (found instanceof Resolution.Missing || found instanceof Resolution.OfRow);
    }

    /// Returns the text of a literal, without quotes.
    public static String literalText(Expression value) {
        Token token = value.span().first();
        return token == null ? "" : token.value();
    }

    /// Returns the common type of several values; VARIANT if each keeps its own type.
    DuckType commonType(List<Expression> results) {
        List<DuckType> resultTypes = new ArrayList<>(results.size());
        boolean hasString = false;
        for (Expression result : results) {
            DuckType type = typeOf(result);
            resultTypes.add(type);
            hasString |= type.kind() == TypeKind.STRING_LITERAL;
        }
        DuckType common = OperatorTypes.common(resultTypes);
        return common == null || common.isNumber() && hasString ? DuckType.VARIANT : common.columnType();
    }

    /// Returns whether several values that DuckDB would convert to one type must each keep their own.
    public boolean isMixed(List<Expression> results) {
        return commonType(results).equals(DuckType.VARIANT)
                && results.stream().noneMatch(r -> typeOf(r).equals(DuckType.VARIANT));
    }

    /// Returns whether several values are text and numbers, and nothing else.
    public boolean mixesTextAndNumbers(List<Expression> values) {
        boolean hasText = false;
        boolean hasNumber = false;
        for (Expression value : values) {
            DuckType type = typeOf(value);
            boolean isText = type.kind() == TypeKind.VARCHAR || type.kind() == TypeKind.STRING_LITERAL;
            if (!isText && !type.isNumber() && !type.isNull()) {
                return false;
            }
            hasText |= isText;
            hasNumber |= type.isNumber();
        }
        return hasText && hasNumber;
    }

    /// Returns whether a value is extracted from JSON. Such a value is text within an expression, even if the JSON
    /// contains a number.
    public boolean isJsonValue(Expression value) {
        return switch (value) {
            case Expression.Call call -> call.is("json_extract");
            case Expression.Binary b -> b.operator() == BinaryOperator.JSON_TEXT;
            case Expression.Collate c -> isJsonValue(c.value());
            case Expression.Column c
            when resolution(c) instanceof Resolution.OfAlias a ->
                isJsonValue(a.item().value());
            default -> false;
        };
    }

    /// Returns the affinity of an expression in SQLite.
    public Affinity affinityOf(Expression expression) {
        return switch (expression) {
            case Expression.Column c
            when resolution(c) instanceof Resolution.OfColumn o -> o.column().affinity();
            case Expression.Column c
            when resolution(c) instanceof Resolution.Ambiguous a -> a.column().affinity();
            case Expression.Column c
            when resolution(c) instanceof Resolution.OfAlias a ->
                affinityOf(a.item().value());
            case Expression.ScalarQuery q
            when q.query().body() instanceof QueryBody.Select s && s.items().size() == 1 ->
                affinityOf(s.items().getFirst().value());
            case Expression.Cast c -> Affinity.of(typeOf(c));
            case Expression.Collate c -> affinityOf(c.value());
            default -> Affinity.NONE;
        };
    }
}
