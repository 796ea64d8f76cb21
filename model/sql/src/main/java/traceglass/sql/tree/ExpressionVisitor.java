package traceglass.sql.tree;

/// Computes a result for each kind of expression.
public interface ExpressionVisitor<R> {
    R literal(Expression.Literal e);

    R parameter(Expression.Parameter e);

    R column(Expression.Column e);

    R star(Expression.Star e);

    R everything(Expression.Everything e);

    R unary(Expression.Unary e);

    R binary(Expression.Binary e);

    R pattern(Expression.Pattern e);

    R between(Expression.Between e);

    R inList(Expression.InList e);

    R inQuery(Expression.InQuery e);

    R inValue(Expression.InValue e);

    R caseOf(Expression.Case e);

    R cast(Expression.Cast e);

    R typedLiteral(Expression.TypedLiteral e);

    R interval(Expression.Interval e);

    R collate(Expression.Collate e);

    R atTimeZone(Expression.AtTimeZone e);

    R call(Expression.Call e);

    R methodCall(Expression.MethodCall e);

    R macroCall(Expression.MacroCall e);

    R scalarQuery(Expression.ScalarQuery e);

    R exists(Expression.Exists e);

    R arrayQuery(Expression.ArrayQuery e);

    R quantified(Expression.Quantified e);

    R row(Expression.Row e);

    R groupingSets(Expression.GroupingSets e);

    R listValue(Expression.ListValue e);

    R structValue(Expression.StructValue e);

    R mapValue(Expression.MapValue e);

    R comprehension(Expression.Comprehension e);

    R subscript(Expression.Subscript e);

    R slice(Expression.Slice e);

    R field(Expression.Field e);

    R allFields(Expression.AllFields e);

    R lambda(Expression.Lambda e);

    R ordinal(Expression.Ordinal e);

    R extract(Expression.Extract e);

    R position(Expression.Position e);

    R trim(Expression.Trim e);

    R hole(Expression.Hole e);
}
