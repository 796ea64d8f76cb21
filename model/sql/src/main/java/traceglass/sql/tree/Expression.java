package traceglass.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// An expression. Parentheses that the author wrote around one are part of its span, not a node.
public sealed interface Expression extends SyntaxNode {

    /// Calls the visitor's method for this kind of expression.
    <R> R accept(ExpressionVisitor<R> visitor);

    /// Kind of a literal.
    enum Kind {
        NUMBER,
        STRING,
        BLOB,
        NULL,
        TRUE,
        FALSE,
        UNKNOWN,
        CURRENT_DATE,
        CURRENT_TIME,
        CURRENT_TIMESTAMP
    }

    /// Operators before their operand.
    enum UnaryKind {
        NOT,
        PLUS,
        MINUS,
        BIT_NOT,
        /// `*COLUMNS(…)`: each of the columns as an argument of its own.
        UNPACK
    }

    /// Spellings of a conversion.
    enum CastForm {
        CAST,
        TRY_CAST,
        COLONS
    }

    /// Words before the rows of a comparison; SOME is ANY.
    enum Quantifier {
        ANY,
        ALL
    }

    /// Treatment of NULL by a window function.
    enum Nulls {
        UNSPECIFIED,
        IGNORE,
        RESPECT
    }

    /// Spellings of a lambda.
    enum LambdaForm {
        ARROW,
        KEYWORD
    }

    /// Ends that TRIM shortens.
    enum TrimSide {
        BOTH,
        LEADING,
        TRAILING
    }

    /// One branch of CASE.
    record When(Expression condition, Expression result) {}

    /// An entry of a struct or map; the key of a struct is a name.
    record Entry(Expression key, Expression value) {}

    /// A column with a new name in `* RENAME (name AS renamed)`.
    record Renamed(SqlName name, SqlName renamed) {}

    /// A literal value.
    ///
    /// @param text as written, including quotes
    record Literal(Kind kind, String text, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.literal(this);
        }
    }

    /// A parameter: `$name`, `:name`, `?` or `?1`.
    ///
    /// @param text as written
    record Parameter(String text, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.parameter(this);
        }
    }

    /// A column, possibly with qualifiers in front of it; or a field of a struct column, which looks the same.
    record Column(List<SqlName> path, NodeSpan span) implements Expression {
        /// Returns the last name.
        public SqlName name() {
            return path.getLast();
        }

        /// Returns the name before the last one, null if there is none.
        public @Nullable SqlName qualifier() {
            return path.size() > 1 ? path.get(path.size() - 2) : null;
        }

        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.column(this);
        }
    }

    /// All columns, or all columns of one source: `*`, `t.*`, `* EXCLUDE (a) REPLACE (b + 1 AS b) RENAME (c AS d)`.
    record Star(
            @Nullable SqlName qualifier,
            List<SqlName> excluded,
            List<SelectItem> replaced,
            List<Renamed> renamed,
            NodeSpan span)
            implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.star(this);
        }
    }

    /// The word ALL in `ORDER BY ALL` and `GROUP BY ALL`.
    record Everything(NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.everything(this);
        }
    }

    /// An operator before its operand.
    record Unary(UnaryKind operator, Expression operand, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.unary(this);
        }
    }

    /// An operator between two operands; `a IS NULL` is one with a literal on its right.
    record Binary(BinaryOperator operator, Expression left, Expression right, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.binary(this);
        }
    }

    /// A comparison with a pattern, such as `a NOT LIKE b ESCAPE c`.
    record Pattern(
            BinaryOperator operator,
            Expression value,
            Expression pattern,
            @Nullable Expression escape,
            NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.pattern(this);
        }
    }

    /// `value [NOT] BETWEEN low AND high`
    record Between(Expression value, boolean isNegated, Expression low, Expression high, NodeSpan span)
            implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.between(this);
        }
    }

    /// `value [NOT] IN (a, b)`; the list can be empty.
    record InList(Expression value, boolean isNegated, List<Expression> elements, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.inList(this);
        }
    }

    /// `value [NOT] IN (SELECT …)`
    record InQuery(Expression value, boolean isNegated, Query query, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.inQuery(this);
        }
    }

    /// `value [NOT] IN name`: a table, or a list of DuckDB.
    record InValue(Expression value, boolean isNegated, Expression container, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.inValue(this);
        }
    }

    /// `CASE [operand] WHEN … THEN … ELSE … END`
    record Case(
            @Nullable Expression operand,
            List<When> branches,
            @Nullable Expression otherwise,
            NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.caseOf(this);
        }
    }

    /// A conversion to a type: `CAST(value AS type)`, `TRY_CAST(…)` or `value::type`.
    record Cast(CastForm form, Expression value, SqlType type, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.cast(this);
        }
    }

    /// A literal with its type before it: `DATE '2024-01-01'`.
    ///
    /// @param text the string as written
    record TypedLiteral(SqlType type, String text, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.typedLiteral(this);
        }
    }

    /// `INTERVAL '1 day'`, `INTERVAL 1 DAY`.
    ///
    /// @param unit as written, null if the string contains it
    record Interval(Expression amount, @Nullable String unit, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.interval(this);
        }
    }

    /// `value COLLATE NOCASE`
    record Collate(Expression value, SqlName collation, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.collate(this);
        }
    }

    /// `value AT TIME ZONE zone`
    record AtTimeZone(Expression value, Expression zone, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.atTimeZone(this);
        }
    }

    /// A call of a function, aggregate or window function.
    ///
    /// @param path the function's name, possibly with a schema
    /// @param filter condition of FILTER, or null
    /// @param window window of OVER, or null
    record Call(
            List<SqlName> path,
            CallArguments arguments,
            @Nullable Expression filter,
            @Nullable WindowSpec window,
            Nulls nulls,
            NodeSpan span)
            implements Expression {
        /// Returns the name without the schema.
        public SqlName name() {
            return path.getLast();
        }

        /// Returns whether this calls the function of the given name, without a schema.
        public boolean is(String function) {
            return path.size() == 1 && path.getFirst().is(function);
        }

        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.call(this);
        }
    }

    /// A call that is written after its first argument: `target.name(…)`.
    record MethodCall(Expression target, SqlName name, CallArguments arguments, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.methodCall(this);
        }
    }

    /// A call of a macro that is not expanded, `name!(…)`.
    ///
    /// @param arguments tokens between the parentheses
    record MacroCall(SqlName name, RawTokens arguments, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.macroCall(this);
        }
    }

    /// A query as a value: its first column in its first row.
    record ScalarQuery(Query query, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.scalarQuery(this);
        }
    }

    /// `EXISTS (SELECT …)`
    record Exists(Query query, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.exists(this);
        }
    }

    /// `ARRAY(SELECT …)`: a list of the rows' values.
    record ArrayQuery(Query query, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.arrayQuery(this);
        }
    }

    /// The right side of a comparison with all or any rows: `ANY (SELECT …)`, `ALL (list)`.
    record Quantified(
            Quantifier quantifier,
            @Nullable Query query,
            @Nullable Expression list,
            NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.quantified(this);
        }
    }

    /// Several values in parentheses: `(a, b)`; also the empty grouping set `()`.
    record Row(List<Expression> elements, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.row(this);
        }
    }

    /// `GROUPING SETS ((a, b), a, ())`
    record GroupingSets(List<Expression> sets, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.groupingSets(this);
        }
    }

    /// A list: `[1, 2]`.
    record ListValue(List<Expression> elements, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.listValue(this);
        }
    }

    /// A struct: `{'a': 1}`.
    record StructValue(List<Entry> entries, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.structValue(this);
        }
    }

    /// A map: `MAP {'a': 1}`.
    record MapValue(List<Entry> entries, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.mapValue(this);
        }
    }

    /// A list comprehension: `[element FOR name IN source IF condition]`.
    record Comprehension(
            Expression element,
            List<SqlName> names,
            Expression source,
            @Nullable Expression condition,
            NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.comprehension(this);
        }
    }

    /// An element: `value[index]`.
    record Subscript(Expression value, Expression index, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.subscript(this);
        }
    }

    /// A part of a list or text: `value[from:to:step]`.
    record Slice(
            Expression value,
            @Nullable Expression from,
            @Nullable Expression to,
            @Nullable Expression step,
            NodeSpan span)
            implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.slice(this);
        }
    }

    /// A field of a struct that is not a column: `(value).name`. See [Column].
    record Field(Expression value, SqlName name, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.field(this);
        }
    }

    /// All fields of a struct: `(value).*`.
    record AllFields(Expression value, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.allFields(this);
        }
    }

    /// A function without a name: `x -> x + 1`, `LAMBDA x: x + 1`.
    ///
    /// With the arrow and one parameter this may also be the JSON operator: a rule or DuckDB decides.
    record Lambda(LambdaForm form, List<SqlName> parameters, Expression body, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.lambda(this);
        }
    }

    /// A column by its position: `#1`.
    record Ordinal(String number, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.ordinal(this);
        }
    }

    /// `EXTRACT(part FROM value)`
    record Extract(SqlName part, Expression value, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.extract(this);
        }
    }

    /// `POSITION(needle IN text)`
    record Position(Expression needle, Expression text, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.position(this);
        }
    }

    /// `TRIM(BOTH characters FROM text)`
    record Trim(TrimSide side, @Nullable Expression characters, Expression text, NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.trim(this);
        }
    }

    /// A missing expression in an incomplete statement.
    record Hole(NodeSpan span) implements Expression {
        @Override
        public <R> R accept(ExpressionVisitor<R> visitor) {
            return visitor.hole(this);
        }
    }
}
