package traceglass.sql.parse;

import traceglass.sql.tree.Expression;
import traceglass.sql.tree.ExpressionVisitor;
import traceglass.sql.tree.NodeSpan;

/// Copies an expression with another span.
final class SpanReplacer implements ExpressionVisitor<Expression> {
    private final NodeSpan span;

    private SpanReplacer(NodeSpan span) {
        this.span = span;
    }

    /// Returns the expression with one more pair of parentheses around it.
    static Expression parenthesize(Expression e) {
        return e.accept(new SpanReplacer(e.span().parenthesized()));
    }

    @Override
    public Expression literal(Expression.Literal e) {
        return new Expression.Literal(e.kind(), e.text(), span);
    }

    @Override
    public Expression parameter(Expression.Parameter e) {
        return new Expression.Parameter(e.text(), span);
    }

    @Override
    public Expression column(Expression.Column e) {
        return new Expression.Column(e.path(), span);
    }

    @Override
    public Expression star(Expression.Star e) {
        return new Expression.Star(e.qualifier(), e.excluded(), e.replaced(), e.renamed(), span);
    }

    @Override
    public Expression everything(Expression.Everything e) {
        return new Expression.Everything(span);
    }

    @Override
    public Expression unary(Expression.Unary e) {
        return new Expression.Unary(e.operator(), e.operand(), span);
    }

    @Override
    public Expression binary(Expression.Binary e) {
        return new Expression.Binary(e.operator(), e.left(), e.right(), span);
    }

    @Override
    public Expression pattern(Expression.Pattern e) {
        return new Expression.Pattern(e.operator(), e.value(), e.pattern(), e.escape(), span);
    }

    @Override
    public Expression between(Expression.Between e) {
        return new Expression.Between(e.value(), e.isNegated(), e.low(), e.high(), span);
    }

    @Override
    public Expression inList(Expression.InList e) {
        return new Expression.InList(e.value(), e.isNegated(), e.elements(), span);
    }

    @Override
    public Expression inQuery(Expression.InQuery e) {
        return new Expression.InQuery(e.value(), e.isNegated(), e.query(), span);
    }

    @Override
    public Expression inValue(Expression.InValue e) {
        return new Expression.InValue(e.value(), e.isNegated(), e.container(), span);
    }

    @Override
    public Expression caseOf(Expression.Case e) {
        return new Expression.Case(e.operand(), e.branches(), e.otherwise(), span);
    }

    @Override
    public Expression cast(Expression.Cast e) {
        return new Expression.Cast(e.form(), e.value(), e.type(), span);
    }

    @Override
    public Expression typedLiteral(Expression.TypedLiteral e) {
        return new Expression.TypedLiteral(e.type(), e.text(), span);
    }

    @Override
    public Expression interval(Expression.Interval e) {
        return new Expression.Interval(e.amount(), e.unit(), span);
    }

    @Override
    public Expression collate(Expression.Collate e) {
        return new Expression.Collate(e.value(), e.collation(), span);
    }

    @Override
    public Expression atTimeZone(Expression.AtTimeZone e) {
        return new Expression.AtTimeZone(e.value(), e.zone(), span);
    }

    @Override
    public Expression call(Expression.Call e) {
        return new Expression.Call(e.path(), e.arguments(), e.filter(), e.window(), e.nulls(), span);
    }

    @Override
    public Expression methodCall(Expression.MethodCall e) {
        return new Expression.MethodCall(e.target(), e.name(), e.arguments(), span);
    }

    @Override
    public Expression macroCall(Expression.MacroCall e) {
        return new Expression.MacroCall(e.name(), e.arguments(), span);
    }

    @Override
    public Expression scalarQuery(Expression.ScalarQuery e) {
        return new Expression.ScalarQuery(e.query(), span);
    }

    @Override
    public Expression exists(Expression.Exists e) {
        return new Expression.Exists(e.query(), span);
    }

    @Override
    public Expression arrayQuery(Expression.ArrayQuery e) {
        return new Expression.ArrayQuery(e.query(), span);
    }

    @Override
    public Expression quantified(Expression.Quantified e) {
        return new Expression.Quantified(e.quantifier(), e.query(), e.list(), span);
    }

    @Override
    public Expression row(Expression.Row e) {
        return new Expression.Row(e.elements(), span);
    }

    @Override
    public Expression groupingSets(Expression.GroupingSets e) {
        return new Expression.GroupingSets(e.sets(), span);
    }

    @Override
    public Expression listValue(Expression.ListValue e) {
        return new Expression.ListValue(e.elements(), span);
    }

    @Override
    public Expression structValue(Expression.StructValue e) {
        return new Expression.StructValue(e.entries(), span);
    }

    @Override
    public Expression mapValue(Expression.MapValue e) {
        return new Expression.MapValue(e.entries(), span);
    }

    @Override
    public Expression comprehension(Expression.Comprehension e) {
        return new Expression.Comprehension(e.element(), e.names(), e.source(), e.condition(), span);
    }

    @Override
    public Expression subscript(Expression.Subscript e) {
        return new Expression.Subscript(e.value(), e.index(), span);
    }

    @Override
    public Expression slice(Expression.Slice e) {
        return new Expression.Slice(e.value(), e.from(), e.to(), e.step(), span);
    }

    @Override
    public Expression field(Expression.Field e) {
        return new Expression.Field(e.value(), e.name(), span);
    }

    @Override
    public Expression allFields(Expression.AllFields e) {
        return new Expression.AllFields(e.value(), span);
    }

    @Override
    public Expression lambda(Expression.Lambda e) {
        return new Expression.Lambda(e.form(), e.parameters(), e.body(), span);
    }

    @Override
    public Expression ordinal(Expression.Ordinal e) {
        return new Expression.Ordinal(e.number(), span);
    }

    @Override
    public Expression extract(Expression.Extract e) {
        return new Expression.Extract(e.part(), e.value(), span);
    }

    @Override
    public Expression position(Expression.Position e) {
        return new Expression.Position(e.needle(), e.text(), span);
    }

    @Override
    public Expression trim(Expression.Trim e) {
        return new Expression.Trim(e.side(), e.characters(), e.text(), span);
    }

    @Override
    public Expression hole(Expression.Hole e) {
        return new Expression.Hole(span);
    }
}
