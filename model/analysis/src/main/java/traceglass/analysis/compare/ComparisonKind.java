package traceglass.analysis.compare;

import java.util.List;
import traceglass.analysis.report.GroupBy;

/// Kind of events by which two traces can be compared.
public interface ComparisonKind {

    /// Short stable id, which is also its name on the command line: `slices`.
    String id();

    /// Title of the tab.
    String title();

    /// Position among the tabs, lowest first.
    int rank();

    /// Whether names start with thread states and use their colors.
    default boolean usesStateColors() {
        return false;
    }

    /// Ways to form names. The first is the default; no choice is offered if there is only one.
    List<GroupBy> groupings();

    /// Whether values are durations in ns; otherwise they are values of counters.
    default boolean isTime() {
        return true;
    }

    /// Default measure to sort by, largest difference first.
    default CompareMeasure measure() {
        return CompareMeasure.TOTAL;
    }

    /// Returns a query for the events of a trace: `name`, `id`, `ts`, `dur` (ns; −1 if it never ended), and
    /// `value`.
    String events(CompareScope scope, GroupBy grouping);

    /// Statements to run before any query, such as the inclusion of a module; may be empty.
    default String prelude() {
        return "";
    }

    /// Table that `id` belongs to, or empty if its rows cannot be selected on the timeline.
    String table();

    /// One sentence to show if neither trace has such events.
    String whenEmpty();
}
