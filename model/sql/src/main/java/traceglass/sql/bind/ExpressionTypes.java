package traceglass.sql.bind;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.ExpressionVisitor;
import traceglass.sql.tree.OrderTerm;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.SqlType;
import traceglass.sql.tree.WindowSpec;
import traceglass.sql.types.Affinity;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.OperatorTypes;
import traceglass.sql.types.TypeKind;

/// Determines the types of the expressions of one SELECT, as they are after the translation for DuckDB: numbers with
/// a point are doubles, `CAST(x AS INT)` has 64 bits.
final class ExpressionTypes implements ExpressionVisitor<DuckType> {
    private final Binder binder;
    private final Binding binding;
    private final NameScope scope;

    ExpressionTypes(Binder binder, Binding binding, NameScope scope) {
        this.binder = binder;
        this.binding = binding;
        this.scope = scope;
    }

    /// Determines the type of an expression and of its parts.
    DuckType of(Expression expression) {
        DuckType type = expression.accept(this);
        binding.add(expression, type);
        return type;
    }

    private void bindAll(List<? extends Expression> expressions) {
        expressions.forEach(this::of);
    }

    private void bindOptional(@Nullable Expression expression) {
        if (expression != null) {
            of(expression);
        }
    }

    private List<DuckType> types(List<Expression> expressions) {
        List<DuckType> types = new ArrayList<>();
        expressions.forEach(e -> types.add(of(e)));
        return types;
    }

    static DuckType orUnknown(@Nullable DuckType type) {
        return type == null ? DuckType.UNKNOWN : type;
    }

    @Override
    public DuckType literal(Expression.Literal e) {
        return LiteralTypes.of(e);
    }

    @Override
    public DuckType parameter(Expression.Parameter e) {
        return binder.parameter(e.text().substring(1));
    }

    @Override
    public DuckType column(Expression.Column e) {
        Resolution found = scope.resolve(e.path());
        binding.add(e, found);
        return binding.isStringLiteral(e) ? DuckType.STRING_LITERAL : found.type();
    }

    @Override
    public DuckType star(Expression.Star e) {
        for (SelectItem item : e.replaced()) {
            of(item.value());
        }
        return DuckType.UNKNOWN;
    }

    @Override
    public DuckType everything(Expression.Everything e) {
        return DuckType.UNKNOWN;
    }

    @Override
    public DuckType unary(Expression.Unary e) {
        DuckType operand = of(e.operand());
        return switch (e.operator()) {
            case NOT -> DuckType.BOOLEAN;
            case PLUS -> operand;
            case MINUS -> sign(e.operand(), operand);
            case BIT_NOT ->
                OperatorTypes.integerOperand(operand).isInteger()
                        ? OperatorTypes.integerOperand(operand).columnType()
                        : DuckType.UNKNOWN;
            case UNPACK -> DuckType.UNKNOWN;
        };
    }

    private static DuckType sign(Expression operand, DuckType type) {
        boolean isLiteral = operand instanceof Expression.Literal;
        DuckType number = OperatorTypes.isCountable(type) ? OperatorTypes.number(type) : DuckType.UNKNOWN;
        return isLiteral ? number : number.columnType();
    }

    @Override
    public DuckType binary(Expression.Binary e) {
        // A loop, because thousands of operands in a row would exhaust the stack.
        List<Expression.Binary> chain = new ArrayList<>();
        chain.add(e);
        Expression first = e.left();
        while (first instanceof Expression.Binary b) {
            chain.add(b);
            first = b.left();
        }
        DuckType type = of(first);
        for (Expression.Binary b : chain.reversed()) {
            type = result(b, type, of(b.right()));
            if (b != e) {
                binding.add(b, type);
            }
        }
        return type;
    }

    /// Returns the type of an operation on operands of these types.
    private DuckType result(Expression.Binary e, DuckType left, DuckType right) {
        return switch (e.operator()) {
            case ADD, SUBTRACT, MULTIPLY ->
                OperatorTypes.isNarrow(left) && OperatorTypes.isNarrow(right)
                        ? DuckType.BIGINT
                        : OperatorTypes.arithmetic(
                                LiteralTypes.operand(e.left(), left), LiteralTypes.operand(e.right(), right));
            case DIVIDE ->
                OperatorTypes.arithmetic(LiteralTypes.operand(e.left(), left), LiteralTypes.operand(e.right(), right));
            case DIVIDE_WHOLE -> DuckType.UNKNOWN;
            case MODULO -> OperatorTypes.modulo(left, right);
            case BIT_AND, BIT_OR -> OperatorTypes.bits(left, right);
            case SHIFT_LEFT, SHIFT_RIGHT -> OperatorTypes.shift(left, right);
            case CONCATENATE -> OperatorTypes.concatenation(left, right);
            case POWER, POWER_STARS -> left.isNumber() && right.isNumber() ? DuckType.DOUBLE : DuckType.UNKNOWN;
            // A query returns these with types of their own: see QueryBinder.
            case JSON, JSON_TEXT -> DuckType.VARCHAR;
            default -> DuckType.BOOLEAN;
        };
    }

    @Override
    public DuckType pattern(Expression.Pattern e) {
        of(e.value());
        of(e.pattern());
        bindOptional(e.escape());
        return DuckType.BOOLEAN;
    }

    @Override
    public DuckType between(Expression.Between e) {
        of(e.value());
        of(e.low());
        of(e.high());
        return DuckType.BOOLEAN;
    }

    @Override
    public DuckType inList(Expression.InList e) {
        of(e.value());
        bindAll(e.elements());
        return DuckType.BOOLEAN;
    }

    @Override
    public DuckType inQuery(Expression.InQuery e) {
        of(e.value());
        binder.query(e.query(), scope);
        return DuckType.BOOLEAN;
    }

    @Override
    public DuckType inValue(Expression.InValue e) {
        of(e.value());
        return DuckType.BOOLEAN;
    }

    @Override
    public DuckType caseOf(Expression.Case e) {
        bindOptional(e.operand());
        List<Expression> results = new ArrayList<>();
        for (Expression.When when : e.branches()) {
            of(when.condition());
            of(when.result());
            results.add(when.result());
        }
        if (e.otherwise() != null) {
            of(e.otherwise());
            results.add(e.otherwise());
        }
        return binding.commonType(results);
    }

    @Override
    public DuckType cast(Expression.Cast e) {
        DuckType operand = of(e.value());
        if (NumericCast.is(e)) {
            return NumericCast.type(e, operand);
        }
        if (!(e.type() instanceof SqlType.Simple simple)) {
            return DuckType.UNKNOWN;
        }
        if (e.form() == Expression.CastForm.CAST && simple.modifiers().isEmpty()) {
            String type = DefinitionRewriter.duckType(simple.name());
            if (type != null) {
                return DuckType.ofDuckDbName(type);
            }
        }
        return simple.modifiers().isEmpty() ? DuckType.parse(simple.name()) : DuckType.UNKNOWN;
    }

    @Override
    public DuckType typedLiteral(Expression.TypedLiteral e) {
        return e.type() instanceof SqlType.Simple simple && simple.modifiers().isEmpty()
                ? DuckType.parse(simple.name())
                : DuckType.UNKNOWN;
    }

    @Override
    public DuckType interval(Expression.Interval e) {
        of(e.amount());
        return DuckType.of(TypeKind.INTERVAL);
    }

    @Override
    public DuckType collate(Expression.Collate e) {
        return of(e.value());
    }

    @Override
    public DuckType atTimeZone(Expression.AtTimeZone e) {
        of(e.value());
        of(e.zone());
        return DuckType.UNKNOWN;
    }

    @Override
    public DuckType call(Expression.Call e) {
        List<DuckType> arguments = arguments(e.arguments());
        bindOptional(e.filter());
        bindWindow(e.window());
        if (e.path().size() > 1) {
            return DuckType.UNKNOWN;
        }
        return new CallTypes(binder, binding).of(e, arguments);
    }

    private List<DuckType> arguments(CallArguments arguments) {
        List<DuckType> types = new ArrayList<>();
        for (CallArguments.Argument argument : arguments.list()) {
            types.add(of(argument.value()));
        }
        order(arguments.order());
        return types;
    }

    void order(List<OrderTerm> terms) {
        for (OrderTerm term : terms) {
            Resolution alias =
                    term.value() instanceof Expression.Column c && c.path().size() == 1
                            ? scope.resolveAlias(c.name().text())
                            : null;
            if (alias == null) {
                of(term.value());
            } else {
                binding.add((Expression.Column) term.value(), alias);
                binding.add(term.value(), alias.type());
            }
        }
    }

    void bindWindow(@Nullable WindowSpec window) {
        if (window == null) {
            return;
        }
        bindAll(window.partitions());
        window.order().forEach(term -> of(term.value()));
        WindowSpec.Frame frame = window.frame();
        if (frame != null) {
            bindOptional(frame.start().offset());
            if (frame.end() != null) {
                bindOptional(frame.end().offset());
            }
        }
    }

    @Override
    public DuckType methodCall(Expression.MethodCall e) {
        of(e.target());
        arguments(e.arguments());
        return DuckType.UNKNOWN;
    }

    @Override
    public DuckType macroCall(Expression.MacroCall e) {
        return DuckType.UNKNOWN;
    }

    @Override
    public DuckType scalarQuery(Expression.ScalarQuery e) {
        List<BoundColumn> columns = binder.query(e.query(), scope);
        return columns == null || columns.size() != 1
                ? DuckType.UNKNOWN
                : columns.getFirst().type();
    }

    @Override
    public DuckType exists(Expression.Exists e) {
        binder.query(e.query(), scope);
        return DuckType.BOOLEAN;
    }

    @Override
    public DuckType arrayQuery(Expression.ArrayQuery e) {
        List<BoundColumn> columns = binder.query(e.query(), scope);
        return columns == null || columns.size() != 1
                ? DuckType.UNKNOWN
                : DuckType.list(columns.getFirst().type());
    }

    @Override
    public DuckType quantified(Expression.Quantified e) {
        Query query = e.query();
        if (query != null) {
            binder.query(query, scope);
        }
        bindOptional(e.list());
        return DuckType.UNKNOWN;
    }

    @Override
    public DuckType row(Expression.Row e) {
        bindAll(e.elements());
        return DuckType.UNKNOWN;
    }

    @Override
    public DuckType groupingSets(Expression.GroupingSets e) {
        bindAll(e.sets());
        return DuckType.UNKNOWN;
    }

    @Override
    public DuckType listValue(Expression.ListValue e) {
        return DuckType.list(orUnknown(OperatorTypes.common(types(e.elements()))));
    }

    @Override
    public DuckType structValue(Expression.StructValue e) {
        List<String> names = new ArrayList<>();
        List<DuckType> types = new ArrayList<>();
        for (Expression.Entry entry : e.entries()) {
            types.add(of(entry.value()));
            names.add(
                    entry.key() instanceof Expression.Literal l && l.text().startsWith("'")
                            ? l.text().substring(1, l.text().length() - 1)
                            : "");
        }
        return names.contains("") ? DuckType.UNKNOWN : DuckType.struct(names, types);
    }

    @Override
    public DuckType mapValue(Expression.MapValue e) {
        for (Expression.Entry entry : e.entries()) {
            of(entry.key());
            of(entry.value());
        }
        return DuckType.UNKNOWN;
    }

    @Override
    public DuckType comprehension(Expression.Comprehension e) {
        of(e.source());
        ExpressionTypes inner = inner(e.names());
        inner.of(e.element());
        inner.bindOptional(e.condition());
        return DuckType.UNKNOWN;
    }

    /// Returns the types of expressions that can use parameters.
    private ExpressionTypes inner(List<SqlName> parameters) {
        NameScope names = new NameScope(scope);
        names.add(new BoundSource(
                null,
                parameters.stream()
                        .map(p -> new BoundColumn(p.text(), DuckType.UNKNOWN, Affinity.NONE))
                        .toList(),
                true,
                false));
        return new ExpressionTypes(binder, binding, names);
    }

    @Override
    public DuckType subscript(Expression.Subscript e) {
        DuckType value = of(e.value());
        of(e.index());
        return value.kind() == TypeKind.LIST
                ? value.parts().getFirst()
                : value.kind() == TypeKind.VARCHAR ? value : DuckType.UNKNOWN;
    }

    @Override
    public DuckType slice(Expression.Slice e) {
        DuckType value = of(e.value());
        bindOptional(e.from());
        bindOptional(e.to());
        bindOptional(e.step());
        return value.kind() == TypeKind.LIST || value.kind() == TypeKind.VARCHAR ? value : DuckType.UNKNOWN;
    }

    @Override
    public DuckType field(Expression.Field e) {
        return of(e.value()).field(e.name().text());
    }

    @Override
    public DuckType allFields(Expression.AllFields e) {
        of(e.value());
        return DuckType.UNKNOWN;
    }

    @Override
    public DuckType lambda(Expression.Lambda e) {
        inner(e.parameters()).of(e.body());
        return DuckType.UNKNOWN;
    }

    @Override
    public DuckType ordinal(Expression.Ordinal e) {
        return DuckType.UNKNOWN;
    }

    @Override
    public DuckType extract(Expression.Extract e) {
        of(e.value());
        return DuckType.UNKNOWN;
    }

    @Override
    public DuckType position(Expression.Position e) {
        of(e.needle());
        of(e.text());
        return DuckType.BIGINT;
    }

    @Override
    public DuckType trim(Expression.Trim e) {
        bindOptional(e.characters());
        of(e.text());
        return DuckType.VARCHAR;
    }

    @Override
    public DuckType hole(Expression.Hole e) {
        return DuckType.UNKNOWN;
    }
}
