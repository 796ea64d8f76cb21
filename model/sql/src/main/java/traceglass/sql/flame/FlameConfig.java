package traceglass.sql.flame;

import java.util.List;
import java.util.regex.Pattern;

/// How a tree of frames is to be shown.
///
/// @param viewPattern frames that [View#PIVOT] and [View#FROM_FRAME] begin at; null for other views
/// @param grouping columns that, with `name`, tell frames apart; patterns look at all of them
/// @param values columns of weights, none negative
/// @param showStack each has to be found in a stack, or the stack is left out
/// @param hideStack stacks with any of these are left out
/// @param hideFrame frames with any of these are left out; their weight goes to what called them
/// @param aggregates columns that are carried along
public record FlameConfig(
        View view,
        Pattern viewPattern,
        List<String> grouping,
        List<String> values,
        List<Pattern> showStack,
        List<Pattern> hideStack,
        List<Pattern> hideFrame,
        List<Aggregate> aggregates) {

    /// Most patterns that `showStack` may have.
    public static final int MAX_SHOW_STACK = 61;

    /// Which way the tree grows.
    public enum View {
        /// From the outermost frames to what they call.
        TOP_DOWN,
        /// From the innermost frames to what calls them.
        BOTTOM_UP,
        /// From frames that fit a pattern in both directions.
        PIVOT,
        /// From frames that fit a pattern to what they call.
        FROM_FRAME;

        boolean goesDown() {
            return this != BOTTOM_UP;
        }

        /// Whether it begins at frames that fit a pattern.
        public boolean hasPattern() {
            return this == PIVOT || this == FROM_FRAME;
        }
    }

    /// How values of frames that become one are put together.
    public enum Combine {
        SUM,
        ONE_OR_SUMMARY,
        CONCAT_WITH_COMMA
    }

    /// A column that is carried along.
    public record Aggregate(String column, Combine combine) {}
}
