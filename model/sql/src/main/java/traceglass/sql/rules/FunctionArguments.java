package traceglass.sql.rules;

import java.util.List;
import traceglass.sql.bind.Binding;
import traceglass.sql.bind.DefinitionRewriter;
import traceglass.sql.conversions.ValueConversions;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.TypeKind;

/// Casts integer literals to 64 bits in calls of functions that the session has created, because the macros of these
/// functions insert arguments unchanged.
final class FunctionArguments {

    private FunctionArguments() {}

    static void apply(Binding binding, ValueConversions conversions) {
        for (Binding.DeclaredCall call : binding.declaredCalls()) {
            List<PerfettoStatement.Parameter> parameters = call.function().parameters();
            List<CallArguments.Argument> arguments = call.call().arguments().list();
            for (int i = 0; i < Math.min(parameters.size(), arguments.size()); i++) {
                Expression value = arguments.get(i).value();
                boolean needsBigint = binding.typeOf(value).kind() == TypeKind.INTEGER_LITERAL
                        && "BIGINT"
                                .equals(DefinitionRewriter.duckType(
                                        parameters.get(i).type()));
                if (needsBigint) {
                    conversions.toWideInteger(value);
                }
            }
        }
    }
}
