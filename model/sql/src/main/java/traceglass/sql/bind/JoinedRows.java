package traceglass.sql.bind;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.TableSource;

/// Finds the sources of a SELECT whose rows are determined by other sources: each row of `slice` in
/// `slice JOIN thread_track t ON track_id = t.id` has one row of t.
public final class JoinedRows {
    private final Binding binding;
    private final List<BoundSource> independent = new ArrayList<>();
    private final List<Condition> conditions = new ArrayList<>();

    /// A condition of joins or of WHERE.
    ///
    /// @param sources sources whose rows it may determine; for LEFT JOIN only those on the right side, because a
    ///     left row without a match has NULL there, which does not identify it
    private record Condition(Expression expression, List<BoundSource> sources) {}

    public JoinedRows(Binding binding, Binding.BoundSelect bound) {
        this.binding = binding;
        List<BoundSource> sources = bound.scope().sources();
        independent.addAll(sources);
        if (sources.size() == 1) {
            return;
        }
        addConditions(bound.select().where(), sources);
        boolean keepsAll = false;
        for (Binding.BoundJoin join : binding.joins()) {
            if (join.scope() == bound.scope()) {
                TableSource.JoinKind kind = join.join().kind();
                keepsAll |= kind == TableSource.JoinKind.RIGHT || kind == TableSource.JoinKind.FULL;
                boolean isInner = kind != TableSource.JoinKind.LEFT;
                addConditions(
                        join.join().on(), isInner ? sources : sources.subList(join.rightStart(), join.rightEnd()));
            }
        }
        if (!keepsAll) {
            sources.reversed().stream().filter(this::isDetermined).forEach(independent::remove);
        }
    }

    private void addConditions(@Nullable Expression condition, List<BoundSource> sources) {
        if (condition instanceof Expression.Binary b && b.operator() == BinaryOperator.AND) {
            addConditions(b.left(), sources);
            addConditions(b.right(), sources);
        } else if (condition != null) {
            conditions.add(new Condition(condition, sources));
        }
    }

    /// Returns the sources whose rows are not determined by another source, in order.
    public List<BoundSource> independent() {
        return independent;
    }

    private boolean isDetermined(BoundSource source) {
        return source.hasEquatedKey()
                || conditions.stream()
                        .map(c -> other(c, source))
                        .anyMatch(o -> o != null && o.source() != source && independent.contains(o.source()));
    }

    /// Returns whether a column has one value for each row of a source, because it equals a column that identifies its
    /// rows.
    public boolean identifies(Resolution.OfColumn column, BoundSource source) {
        return conditions.stream()
                .map(c -> other(c, source))
                .anyMatch(o -> o != null && o.source() == column.source() && o.column() == column.column());
    }

    /// Returns the column that a condition equates to one that identifies a row of a source; null if it does not.
    private Resolution.@Nullable OfColumn other(Condition condition, BoundSource source) {
        if (condition.sources.contains(source)
                && condition.expression instanceof Expression.Binary b
                && b.operator() == BinaryOperator.EQUAL
                && b.left() instanceof Expression.Column left
                && b.right() instanceof Expression.Column right
                && binding.resolution(left) instanceof Resolution.OfColumn l
                && binding.resolution(right) instanceof Resolution.OfColumn r) {
            if (r.source() == source && source.isKey(r.column().name())) {
                return l;
            }
            if (l.source() == source && source.isKey(l.column().name())) {
                return r;
            }
        }
        return null;
    }
}
