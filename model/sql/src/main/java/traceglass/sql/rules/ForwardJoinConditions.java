package traceglass.sql.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.Binding;
import traceglass.sql.bind.BoundSource;
import traceglass.sql.bind.Resolution;
import traceglass.sql.conversions.ValueConversions;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// Moves the condition of an inner join that uses a source joined later to the join of that source, as SQLite accepts
/// such conditions.
final class ForwardJoinConditions {

    private ForwardJoinConditions() {}

    static void apply(Binding binding, ValueConversions conversions) {
        for (Binding.BoundJoin join : binding.joins()) {
            Expression condition = join.join().on();
            if (condition != null && join.join().kind() == TableSource.JoinKind.INNER) {
                Last last = new Last(binding, join.scope().sources());
                last.expression(condition);
                Expression later = last.index >= join.rightEnd() ? condition(binding, join, last.index) : null;
                if (later != null) {
                    conversions.moveCondition(condition, later);
                }
            }
        }
    }

    /// Returns the condition of the first join that comes after another and after a source.
    private static @Nullable Expression condition(Binding binding, Binding.BoundJoin after, int source) {
        return binding.joins().stream()
                .filter(j -> j.scope() == after.scope() && j.rightEnd() > source)
                .map(j -> j.join().on())
                .findFirst()
                .orElse(null);
    }

    /// Finds the last source that a condition uses.
    private static final class Last extends TreeRewriter {
        private final Binding binding;
        private final List<BoundSource> sources;
        private int index = -1;

        Last(Binding binding, List<BoundSource> sources) {
            this.binding = binding;
            this.sources = sources;
        }

        @Override
        public Expression column(Expression.Column e) {
            if (binding.resolution(e) instanceof Resolution.OfColumn found) {
                for (int i = 0; i < sources.size(); i++) {
                    index = sources.get(i) == found.source() ? Math.max(index, i) : index;
                }
            }
            return e;
        }
    }
}
