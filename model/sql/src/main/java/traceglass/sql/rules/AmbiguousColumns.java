package traceglass.sql.rules;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.Binding;
import traceglass.sql.bind.BoundSource;
import traceglass.sql.bind.Resolution;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;

/// A column that several sources have is that of the first; USING joins the column of the first source that has it.
final class AmbiguousColumns {

    private AmbiguousColumns() {}

    static void apply(Binding binding, ValueConversions conversions) {
        List<Expression> used = binding.isAmbiguous() ? binding.expressions() : List.of();
        for (Expression expression : used) {
            if (expression instanceof Expression.Column column
                    && binding.resolution(column) instanceof Resolution.Ambiguous ambiguous
                    && ambiguous.first().name() != null) {
                conversions.qualify(column, ambiguous.first().name());
            }
        }
        binding.joins().forEach(join -> using(join, conversions));
    }

    /// Replaces USING by a condition if several sources before it have one of its columns.
    private static void using(Binding.BoundJoin bound, ValueConversions conversions) {
        TableSource.Join join = bound.join();
        List<BoundSource> sources = bound.scope().sources();
        List<BoundSource> before = sources.subList(0, bound.middle());
        String right =
                bound.end() == bound.middle() + 1 ? sources.get(bound.middle()).name() : null;
        boolean isAmbiguous = false;
        List<String> terms = new ArrayList<>();
        for (SqlName key : join.using()) {
            isAmbiguous |= before.stream().filter(s -> s.hasOwn(key.text())).count() > 1;
            terms.add(term(before, right, key.text()));
        }
        if (isAmbiguous && !terms.contains(null)) {
            conversions.joinOn(join, terms);
        }
    }

    private static @Nullable String term(List<BoundSource> before, @Nullable String right, String key) {
        String left = before.stream()
                .filter(s -> s.hasOwn(key))
                .findFirst()
                .map(BoundSource::name)
                .orElse(null);
        String column = Token.quoteName(key);
        return left == null || right == null
                ? null
                : Token.quoteName(left) + "." + column + " = " + Token.quoteName(right) + "." + column;
    }
}
