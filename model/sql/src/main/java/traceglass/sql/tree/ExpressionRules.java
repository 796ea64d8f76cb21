package traceglass.sql.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Base class of [TreeRewriter] that rewrites expressions.
abstract class ExpressionRules implements ExpressionVisitor<Expression> {

    /// Rewrites a query inside an expression.
    public abstract Query query(Query q);

    /// Rewrites an expression.
    public final Expression expression(Expression e) {
        return enters(e) ? e.accept(this) : e;
    }

    /// Called for each expression before its parts; returns false to leave the expression unchanged.
    protected boolean enters(Expression e) {
        return true;
    }

    final @Nullable Expression optional(@Nullable Expression e) {
        return e == null ? null : expression(e);
    }

    final List<Expression> expressions(List<Expression> list) {
        return rewriteAll(list, this::expression);
    }

    /// Returns the list with each element rewritten; the same list if none changed.
    static <T> List<T> rewriteAll(List<T> list, UnaryOperator<T> rewrite) {
        List<T> changed = null;
        for (int i = 0; i < list.size(); i++) {
            T old = list.get(i);
            T rewritten = rewrite.apply(old);
            if (rewritten != old && changed == null) {
                changed = new ArrayList<>(list);
            }
            if (changed != null) {
                changed.set(i, rewritten);
            }
        }
        return changed == null ? list : changed;
    }

    /// Rewrites an item of a list or a named expression.
    public SelectItem item(SelectItem i) {
        return i.withValue(expression(i.value()));
    }

    /// Rewrites a term of ORDER BY.
    public OrderTerm orderTerm(OrderTerm t) {
        return t.withValue(expression(t.value()));
    }

    /// Rewrites the arguments of a call.
    public CallArguments arguments(CallArguments a) {
        List<CallArguments.Argument> list = rewriteAll(a.list(), g -> g.withValue(expression(g.value())));
        List<OrderTerm> order = rewriteAll(a.order(), this::orderTerm);
        return list == a.list() && order == a.order()
                ? a
                : new CallArguments(a.isDistinct(), list, order, a.isWithinGroup(), a.span());
    }

    /// Rewrites a window.
    public WindowSpec window(WindowSpec w) {
        List<Expression> partitions = expressions(w.partitions());
        List<OrderTerm> order = rewriteAll(w.order(), this::orderTerm);
        WindowSpec.Frame frame = w.frame() == null ? null : frame(w.frame());
        return partitions == w.partitions() && order == w.order() && frame == w.frame()
                ? w
                : new WindowSpec(w.base(), w.isReference(), partitions, order, frame, w.span());
    }

    private WindowSpec.Frame frame(WindowSpec.Frame f) {
        WindowSpec.Bound start = bound(f.start());
        WindowSpec.Bound end = f.end() == null ? null : bound(f.end());
        return start == f.start() && end == f.end() ? f : new WindowSpec.Frame(f.unit(), start, end, f.exclude());
    }

    private WindowSpec.Bound bound(WindowSpec.Bound b) {
        Expression offset = optional(b.offset());
        return offset == b.offset() ? b : new WindowSpec.Bound(b.kind(), offset);
    }

    private List<Expression.Entry> entries(List<Expression.Entry> list) {
        return rewriteAll(list, e -> {
            Expression key = expression(e.key());
            Expression value = expression(e.value());
            return key == e.key() && value == e.value() ? e : new Expression.Entry(key, value);
        });
    }

    private Expression.When when(Expression.When w) {
        Expression condition = expression(w.condition());
        Expression result = expression(w.result());
        return condition == w.condition() && result == w.result() ? w : new Expression.When(condition, result);
    }

    @Override
    public Expression literal(Expression.Literal e) {
        return e;
    }

    @Override
    public Expression parameter(Expression.Parameter e) {
        return e;
    }

    @Override
    public Expression column(Expression.Column e) {
        return e;
    }

    @Override
    public Expression star(Expression.Star e) {
        List<SelectItem> replaced = rewriteAll(e.replaced(), this::item);
        return replaced == e.replaced()
                ? e
                : new Expression.Star(e.qualifier(), e.excluded(), replaced, e.renamed(), e.span());
    }

    @Override
    public Expression everything(Expression.Everything e) {
        return e;
    }

    @Override
    public Expression unary(Expression.Unary e) {
        Expression operand = expression(e.operand());
        return operand == e.operand() ? e : new Expression.Unary(e.operator(), operand, e.span());
    }

    @Override
    public Expression binary(Expression.Binary e) {
        if (!(e.left() instanceof Expression.Binary)) {
            Expression left = expression(e.left());
            Expression right = expression(e.right());
            return left == e.left() && right == e.right()
                    ? e
                    : new Expression.Binary(e.operator(), left, right, e.span());
        }
        // A loop, because thousands of operands in a row would exhaust the stack.
        List<Expression.Binary> chain = new ArrayList<>();
        chain.add(e);
        Expression first = e.left();
        while (first instanceof Expression.Binary b && enters(b)) {
            chain.add(b);
            first = b.left();
        }
        Expression left = first instanceof Expression.Binary ? first : expression(first);
        for (Expression.Binary b : chain.reversed()) {
            Expression right = expression(b.right());
            left = left == b.left() && right == b.right()
                    ? b
                    : new Expression.Binary(b.operator(), left, right, b.span());
        }
        return left;
    }

    @Override
    public Expression pattern(Expression.Pattern e) {
        Expression value = expression(e.value());
        Expression pattern = expression(e.pattern());
        Expression escape = optional(e.escape());
        return value == e.value() && pattern == e.pattern() && escape == e.escape()
                ? e
                : new Expression.Pattern(e.operator(), value, pattern, escape, e.span());
    }

    @Override
    public Expression between(Expression.Between e) {
        Expression value = expression(e.value());
        Expression low = expression(e.low());
        Expression high = expression(e.high());
        return value == e.value() && low == e.low() && high == e.high()
                ? e
                : new Expression.Between(value, e.isNegated(), low, high, e.span());
    }

    @Override
    public Expression inList(Expression.InList e) {
        Expression value = expression(e.value());
        List<Expression> elements = expressions(e.elements());
        return value == e.value() && elements == e.elements()
                ? e
                : new Expression.InList(value, e.isNegated(), elements, e.span());
    }

    @Override
    public Expression inQuery(Expression.InQuery e) {
        Expression value = expression(e.value());
        Query query = query(e.query());
        return value == e.value() && query == e.query()
                ? e
                : new Expression.InQuery(value, e.isNegated(), query, e.span());
    }

    @Override
    public Expression inValue(Expression.InValue e) {
        Expression value = expression(e.value());
        Expression container = expression(e.container());
        return value == e.value() && container == e.container()
                ? e
                : new Expression.InValue(value, e.isNegated(), container, e.span());
    }

    @Override
    public Expression caseOf(Expression.Case e) {
        Expression operand = optional(e.operand());
        List<Expression.When> branches = rewriteAll(e.branches(), this::when);
        Expression otherwise = optional(e.otherwise());
        return operand == e.operand() && branches == e.branches() && otherwise == e.otherwise()
                ? e
                : new Expression.Case(operand, branches, otherwise, e.span());
    }

    @Override
    public Expression cast(Expression.Cast e) {
        Expression value = expression(e.value());
        return value == e.value() ? e : new Expression.Cast(e.form(), value, e.type(), e.span());
    }

    @Override
    public Expression typedLiteral(Expression.TypedLiteral e) {
        return e;
    }

    @Override
    public Expression interval(Expression.Interval e) {
        Expression amount = expression(e.amount());
        return amount == e.amount() ? e : new Expression.Interval(amount, e.unit(), e.span());
    }

    @Override
    public Expression collate(Expression.Collate e) {
        Expression value = expression(e.value());
        return value == e.value() ? e : new Expression.Collate(value, e.collation(), e.span());
    }

    @Override
    public Expression atTimeZone(Expression.AtTimeZone e) {
        Expression value = expression(e.value());
        Expression zone = expression(e.zone());
        return value == e.value() && zone == e.zone() ? e : new Expression.AtTimeZone(value, zone, e.span());
    }

    @Override
    public Expression call(Expression.Call e) {
        CallArguments arguments = arguments(e.arguments());
        Expression filter = optional(e.filter());
        WindowSpec window = e.window() == null ? null : window(e.window());
        return arguments == e.arguments() && filter == e.filter() && window == e.window()
                ? e
                : new Expression.Call(e.path(), arguments, filter, window, e.nulls(), e.span());
    }

    @Override
    public Expression methodCall(Expression.MethodCall e) {
        Expression target = expression(e.target());
        CallArguments arguments = arguments(e.arguments());
        return target == e.target() && arguments == e.arguments()
                ? e
                : new Expression.MethodCall(target, e.name(), arguments, e.span());
    }

    @Override
    public Expression macroCall(Expression.MacroCall e) {
        return e;
    }

    @Override
    public Expression scalarQuery(Expression.ScalarQuery e) {
        Query query = query(e.query());
        return query == e.query() ? e : new Expression.ScalarQuery(query, e.span());
    }

    @Override
    public Expression exists(Expression.Exists e) {
        Query query = query(e.query());
        return query == e.query() ? e : new Expression.Exists(query, e.span());
    }

    @Override
    public Expression arrayQuery(Expression.ArrayQuery e) {
        Query query = query(e.query());
        return query == e.query() ? e : new Expression.ArrayQuery(query, e.span());
    }

    @Override
    public Expression quantified(Expression.Quantified e) {
        Query query = e.query() == null ? null : query(e.query());
        Expression list = optional(e.list());
        return query == e.query() && list == e.list()
                ? e
                : new Expression.Quantified(e.quantifier(), query, list, e.span());
    }

    @Override
    public Expression row(Expression.Row e) {
        List<Expression> elements = expressions(e.elements());
        return elements == e.elements() ? e : new Expression.Row(elements, e.span());
    }

    @Override
    public Expression groupingSets(Expression.GroupingSets e) {
        List<Expression> sets = expressions(e.sets());
        return sets == e.sets() ? e : new Expression.GroupingSets(sets, e.span());
    }

    @Override
    public Expression listValue(Expression.ListValue e) {
        List<Expression> elements = expressions(e.elements());
        return elements == e.elements() ? e : new Expression.ListValue(elements, e.span());
    }

    @Override
    public Expression structValue(Expression.StructValue e) {
        List<Expression.Entry> entries = entries(e.entries());
        return entries == e.entries() ? e : new Expression.StructValue(entries, e.span());
    }

    @Override
    public Expression mapValue(Expression.MapValue e) {
        List<Expression.Entry> entries = entries(e.entries());
        return entries == e.entries() ? e : new Expression.MapValue(entries, e.span());
    }

    @Override
    public Expression comprehension(Expression.Comprehension e) {
        Expression element = expression(e.element());
        Expression source = expression(e.source());
        Expression condition = optional(e.condition());
        return element == e.element() && source == e.source() && condition == e.condition()
                ? e
                : new Expression.Comprehension(element, e.names(), source, condition, e.span());
    }

    @Override
    public Expression subscript(Expression.Subscript e) {
        Expression value = expression(e.value());
        Expression index = expression(e.index());
        return value == e.value() && index == e.index() ? e : new Expression.Subscript(value, index, e.span());
    }

    @Override
    public Expression slice(Expression.Slice e) {
        Expression value = expression(e.value());
        Expression from = optional(e.from());
        Expression to = optional(e.to());
        Expression step = optional(e.step());
        return value == e.value() && from == e.from() && to == e.to() && step == e.step()
                ? e
                : new Expression.Slice(value, from, to, step, e.span());
    }

    @Override
    public Expression field(Expression.Field e) {
        Expression value = expression(e.value());
        return value == e.value() ? e : new Expression.Field(value, e.name(), e.span());
    }

    @Override
    public Expression allFields(Expression.AllFields e) {
        Expression value = expression(e.value());
        return value == e.value() ? e : new Expression.AllFields(value, e.span());
    }

    @Override
    public Expression lambda(Expression.Lambda e) {
        Expression body = expression(e.body());
        return body == e.body() ? e : new Expression.Lambda(e.form(), e.parameters(), body, e.span());
    }

    @Override
    public Expression ordinal(Expression.Ordinal e) {
        return e;
    }

    @Override
    public Expression extract(Expression.Extract e) {
        Expression value = expression(e.value());
        return value == e.value() ? e : new Expression.Extract(e.part(), value, e.span());
    }

    @Override
    public Expression position(Expression.Position e) {
        Expression needle = expression(e.needle());
        Expression text = expression(e.text());
        return needle == e.needle() && text == e.text() ? e : new Expression.Position(needle, text, e.span());
    }

    @Override
    public Expression trim(Expression.Trim e) {
        Expression characters = optional(e.characters());
        Expression text = expression(e.text());
        return characters == e.characters() && text == e.text()
                ? e
                : new Expression.Trim(e.side(), characters, text, e.span());
    }

    @Override
    public Expression hole(Expression.Hole e) {
        return e;
    }
}
