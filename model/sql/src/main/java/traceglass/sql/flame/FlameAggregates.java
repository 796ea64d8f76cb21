package traceglass.sql.flame;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Aggregates the values of a node's frames in a column. A frame has its own value and the values of the hidden
/// frames below it.
final class FlameAggregates {

    private final int nodes;
    /// Pairs of node and frame, in the order in which values are aggregated.
    private final List<int[]> parts;
    private final int[] retained;
    private final long[] matched;
    private final long hidden;
    private int[] first;
    private int[] rowsOfFrames;

    FlameAggregates(int nodes, List<int[]> parts, int[] retained, long[] matched, long hidden) {
        this.nodes = nodes;
        this.parts = parts;
        this.retained = retained;
        this.matched = matched;
        this.hidden = hidden;
        indexRows();
    }

    /// Collects the rows of each frame.
    private void indexRows() {
        first = new int[retained.length + 1];
        for (int row = 0; row < retained.length; row++) {
            if (isIncluded(row)) {
                first[retained[row] + 1]++;
            }
        }
        for (int i = 1; i < first.length; i++) {
            first[i] += first[i - 1];
        }
        rowsOfFrames = new int[first[retained.length]];
        int[] fill = first.clone();
        for (int row = 0; row < retained.length; row++) {
            if (isIncluded(row)) {
                rowsOfFrames[fill[retained[row]]++] = row;
            }
        }
    }

    private boolean isIncluded(int row) {
        return retained[row] >= 0 && (matched[row] & hidden) == 0;
    }

    FlameColumn aggregate(FlameColumn column, FlameConfig.AggregateFunction function) {
        if (function == FlameConfig.AggregateFunction.SUM) {
            if (!column.isNumeric() && !column.isEmpty()) {
                throw new IllegalArgumentException("flamegraph: SUM aggregate columns must be numeric");
            }
            FlameColumn sums = new FlameColumn(column.name(), column.kind(), nodes);
            for (int[] part : parts) {
                for (int i = first[part[1]]; i < first[part[1] + 1] && column.isNumeric(); i++) {
                    sums.add(part[0], column, rowsOfFrames[i]);
                }
            }
            return sums;
        }
        FlameColumn texts = new FlameColumn(column.name(), FlameColumn.Kind.TEXT, nodes);
        StringBuilder[] joined = new StringBuilder[nodes];
        Set<?>[] distinct = new Set<?>[nodes];
        for (int[] part : parts) {
            for (int i = first[part[1]]; i < first[part[1] + 1]; i++) {
                if (column.has(rowsOfFrames[i])) {
                    append(column, rowsOfFrames[i], part[0], function, joined, distinct);
                }
            }
        }
        for (int node = 0; node < nodes; node++) {
            if (joined[node] != null) {
                int others = distinct[node] == null ? 0 : distinct[node].size();
                texts.set(node, others > 1 ? joined[node] + " and " + others + " others" : joined[node].toString());
            }
        }
        return texts;
    }

    private static void append(
            FlameColumn column,
            int row,
            int node,
            FlameConfig.AggregateFunction function,
            StringBuilder[] joined,
            Set<?>[] distinct) {
        boolean isFirst = joined[node] == null;
        if (isFirst) {
            joined[node] = new StringBuilder(column.sqlText(row));
        }
        if (function == FlameConfig.AggregateFunction.CONCAT_WITH_COMMA) {
            if (!isFirst) {
                joined[node].append(',').append(column.sqlText(row));
            }
            return;
        }
        @SuppressWarnings("unchecked")
        Set<Object> seen = (Set<Object>) distinct[node];
        if (seen == null) {
            seen = new HashSet<>();
            distinct[node] = seen;
        }
        seen.add(column.value(row));
    }
}
