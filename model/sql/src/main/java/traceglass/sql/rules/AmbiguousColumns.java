package traceglass.sql.rules;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.Binding;
import traceglass.sql.bind.BoundSource;
import traceglass.sql.bind.NameScope;
import traceglass.sql.bind.Resolution;
import traceglass.sql.conversions.ValueConversions;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;

/// A column that several sources have is that of the first; USING joins the column of the first source that has it.
final class AmbiguousColumns {

    /// A column that a condition joins instead of USING.
    ///
    /// @param right name of the joined source
    private record JoinedColumn(NameScope scope, String name, String right) {

        boolean is(NameScope other, String column) {
            return scope == other && name.equalsIgnoreCase(column);
        }
    }

    private final Binding binding;
    private final ValueConversions conversions;
    private final List<JoinedColumn> joined = new ArrayList<>();

    private AmbiguousColumns(Binding binding, ValueConversions conversions) {
        this.binding = binding;
        this.conversions = conversions;
    }

    static void apply(Binding binding, ValueConversions conversions) {
        new AmbiguousColumns(binding, conversions).apply();
    }

    private void apply() {
        binding.joins().forEach(this::replaceUsing);
        if (!binding.hasAmbiguousColumns() && joined.isEmpty()) {
            return;
        }
        for (Expression expression : binding.expressions()) {
            if (expression instanceof Expression.Column column) {
                String source = source(column);
                if (source != null) {
                    conversions.qualify(column, source);
                }
            }
        }
        for (Binding.BoundSelect select : binding.selects()) {
            for (SelectItem item : select.select().items()) {
                if (item.value() instanceof Expression.Star star && star.qualifier() == null) {
                    exclude(star, select.scope());
                }
            }
        }
    }

    /// Returns the source that a column must be qualified with; null if no qualifier is needed.
    private @Nullable String source(Expression.Column column) {
        return switch (binding.resolution(column)) {
            case Resolution.Ambiguous a -> a.first().name();
            case Resolution.OfColumn o
            when column.path().size() == 1
                    && joined.stream()
                            .anyMatch(j -> j.name.equalsIgnoreCase(o.column().name())
                                    && j.scope.sources().contains(o.source())) ->
                o.source().name();
            default -> null;
        };
    }

    /// Shows each joined column once, unless the statement excludes columns itself.
    private void exclude(Expression.Star star, NameScope scope) {
        List<String> excluded = joined.stream()
                .filter(j -> j.scope == scope)
                .map(j -> qualified(j.right, j.name))
                .toList();
        if (!excluded.isEmpty() && star.excluded().isEmpty()) {
            conversions.exclude(star, excluded);
        }
    }

    /// Replaces USING by a condition if several sources before it have one of its columns.
    private void replaceUsing(Binding.BoundJoin bound) {
        TableSource.Join join = bound.join();
        if (join.using().isEmpty()) {
            return;
        }
        List<BoundSource> sources = bound.scope().sources();
        List<BoundSource> before = sources.subList(0, bound.rightStart());
        String right = bound.rightEnd() == bound.rightStart() + 1
                ? sources.get(bound.rightStart()).name()
                : null;
        boolean isAmbiguous = false;
        List<String> terms = new ArrayList<>();
        for (SqlName key : join.using()) {
            String name = key.text();
            BoundSource owner = null;
            for (BoundSource source : before) {
                if (source.hasOwn(name)) {
                    isAmbiguous |= owner != null;
                    owner = owner == null ? source : owner;
                }
            }
            isAmbiguous |= joined.stream().anyMatch(j -> j.is(bound.scope(), name));
            String left = owner == null ? null : owner.name();
            if (left != null && right != null) {
                terms.add(qualified(left, name) + " = " + qualified(right, name));
            }
        }
        if (right != null && isAmbiguous && terms.size() == join.using().size()) {
            conversions.joinOn(join, terms);
            join.using().forEach(key -> joined.add(new JoinedColumn(bound.scope(), key.text(), right)));
        }
    }

    private static String qualified(String source, String column) {
        return Token.quoteName(source) + "." + Token.quoteName(column);
    }
}
