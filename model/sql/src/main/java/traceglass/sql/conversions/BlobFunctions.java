package traceglass.sql.conversions;

import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.TypeKind;

/// `length` and `substr` of a blob count its bytes.
final class BlobFunctions implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Call.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (expression instanceof Expression.Call call
                && call.arguments().size() > 0
                && binding.typeOf(call.arguments().value(0)).kind() == TypeKind.BLOB) {
            if (call.is("length")) {
                conversions.callBuiltin(call, "octet_length");
            } else if (call.is("substr") || call.is("substring")) {
                conversions.callBuiltin(call, "tg_blob_substr");
            }
        }
    }
}
