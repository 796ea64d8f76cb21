package traceglass.sql.flame;

import java.util.List;
import java.util.regex.Pattern;

/// Configuration of a flame graph.
///
/// @param viewPattern frames at which [View#PIVOT] and [View#FROM_FRAME] start; null for other views
/// @param grouping columns that, together with `name`, distinguish frames; patterns match any of them
/// @param values columns of weights, which must not be negative
/// @param showStack patterns that a stack must all contain to be shown
/// @param hideStack stacks matching any of these patterns are omitted
/// @param hideFrame frames matching any of these patterns are omitted; their weight is added to their caller
/// @param aggregates additional columns to aggregate
public record FlameConfig(
        View view,
        Pattern viewPattern,
        List<String> grouping,
        List<String> values,
        List<Pattern> showStack,
        List<Pattern> hideStack,
        List<Pattern> hideFrame,
        List<Aggregate> aggregates) {

    /// Maximum number of patterns in `showStack`.
    public static final int MAX_SHOW_STACK = 61;

    /// Direction in which the tree grows.
    public enum View {
        /// From the outermost frames to their callees.
        TOP_DOWN,
        /// From the innermost frames to their callers.
        BOTTOM_UP,
        /// From frames matching a pattern in both directions.
        PIVOT,
        /// From frames matching a pattern to their callees.
        FROM_FRAME;

        boolean goesDown() {
            return this != BOTTOM_UP;
        }

        /// Returns whether it starts at frames matching a pattern.
        public boolean hasPattern() {
            return this == PIVOT || this == FROM_FRAME;
        }
    }

    /// Aggregate function for values of merged frames.
    public enum AggregateFunction {
        SUM,
        ONE_OR_SUMMARY,
        CONCAT_WITH_COMMA
    }

    /// An additional column to aggregate.
    public record Aggregate(String column, AggregateFunction function) {}
}
