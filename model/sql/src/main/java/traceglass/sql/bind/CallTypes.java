package traceglass.sql.bind;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.FunctionTypes;
import traceglass.sql.types.OperatorTypes;

/// Types of the results of functions.
record CallTypes(Binder binder, Binding binding) {

    /// Returns the type of the result of a call.
    ///
    /// @param arguments types of its arguments; text where a number is expected is replaced by the number
    DuckType of(Expression.Call e, List<DuckType> arguments) {
        String name = binder.resolvedName(e.name().text());
        PerfettoStatement.Function declared = binder.function(name);
        if (declared != null || FunctionTypes.isByKey(name)) {
            binding.addResolved(e);
            if (declared != null) {
                binding.add(new Binding.DeclaredCall(e, declared));
            }
            return FunctionTypes.isByKey(name) ? typeByKey(e) : declaredType(declared);
        }
        if (e.is("min") || e.is("max")) {
            binding.addResolved(e);
            return arguments.size() == 1 ? arguments.getFirst().columnType() : extreme(e, arguments);
        }
        if (e.is("coalesce") || e.is("ifnull") || e.is("iif")) {
            binding.addResolved(e);
            if (e.is("iif") && arguments.size() > 3) {
                return DuckType.UNKNOWN;
            }
            return binding.commonType(e.arguments().values(e.is("iif") ? 1 : 0));
        }
        if ((e.is("lag") || e.is("lead")) && arguments.size() == 3) {
            binding.addResolved(e);
            return binding.commonType(
                    List.of(e.arguments().value(0), e.arguments().value(2)));
        }
        FunctionTypes.Signature signature = FunctionTypes.of(name);
        if (signature == null) {
            return DuckType.UNKNOWN;
        }
        binding.addResolved(e);
        for (int i = 0; i < arguments.size(); i++) {
            if (signature.argument(i) == FunctionTypes.Argument.NUMBER) {
                arguments.set(
                        i, LiteralTypes.operand(e.arguments().list().get(i).value(), arguments.get(i)));
            }
        }
        return signature.resultOf(arguments);
    }

    /// Returns the type of the least or greatest of several values; text is greater than all numbers.
    private DuckType extreme(Expression.Call e, List<DuckType> types) {
        List<Expression> values = e.arguments().values(0);
        if (binding.mixesTextAndNumbers(values)) {
            if (e.is("max")) {
                return DuckType.VARCHAR;
            }
            DuckType number = ExpressionTypes.orUnknown(OperatorTypes.common(
                    types.stream().filter(DuckType::isNumber).toList()));
            DuckType common = number.isInteger() ? OperatorTypes.common(number, DuckType.BIGINT) : number;
            return ExpressionTypes.orUnknown(common).columnType();
        }
        return ExpressionTypes.orUnknown(OperatorTypes.common(types)).columnType();
    }

    /// Returns the type of the values with the key that a call looks up.
    private DuckType typeByKey(Expression.Call e) {
        String key = argKey(e);
        if (key == null) {
            return DuckType.UNKNOWN;
        }
        return switch (binder.argKind(key)) {
            case "text" -> DuckType.VARCHAR;
            case "int" -> DuckType.BIGINT;
            case "real" -> DuckType.DOUBLE;
            default -> DuckType.UNKNOWN;
        };
    }

    /// Returns the key of the argument that a call looks up; null if it looks up none, or its key is not a literal.
    static @Nullable String argKey(Expression.Call e) {
        boolean hasKey = e.is("extract_arg")
                && e.arguments().size() > 0
                && e.arguments().value(e.arguments().size() - 1) instanceof Expression.Literal key
                && key.kind() == Expression.Kind.STRING;
        return hasKey ? Binding.literalText(e.arguments().value(e.arguments().size() - 1)) : null;
    }

    private static DuckType declaredType(PerfettoStatement.Function function) {
        if (function.returns() == null || function.delegate() != null) {
            return DuckType.UNKNOWN;
        }
        String type = DefinitionRewriter.duckType(function.returns());
        return type == null ? DuckType.UNKNOWN : DuckType.ofDuckDbName(type);
    }
}
