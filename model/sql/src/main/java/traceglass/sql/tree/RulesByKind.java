package traceglass.sql.tree;

import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Rules for expressions, by the kind of expression that they apply to.
public final class RulesByKind<R> {
    private final ClassValue<List<R>> byKind;

    /// @param rules all rules, in the order in which they apply
    /// @param kinds returns the kinds of expressions that a rule applies to
    public RulesByKind(List<R> rules, Function<R, Set<Class<? extends Expression>>> kinds) {
        byKind = new ClassValue<>() {
            @Override
            protected List<R> computeValue(Class<?> kind) {
                return rules.stream().filter(r -> kinds.apply(r).contains(kind)).toList();
            }
        };
    }

    /// Returns the rules that apply to an expression, in order.
    public List<R> of(Expression expression) {
        return byKind.get(expression.getClass());
    }
}
