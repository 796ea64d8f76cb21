package traceglass.analysis.compare;

import java.util.List;

/// Something that traces are compared by.
public interface ComparedBy {

    /// Short and stable, also what the command line names: `slices`.
    String id();

    /// Of the tab.
    String title();

    /// Place among the tabs: the lowest first.
    int rank();

    /// Whether names begin with states of threads, whose colours they have.
    default boolean isOfStates() {
        return false;
    }

    /// What names can be made of: the first is meant when nothing is chosen; one alone is not offered.
    List<String> groupings();

    /// Whether values are durations in ns; else they are values of counters.
    default boolean isTime() {
        return true;
    }

    /// The measure whose difference is the biggest first, until a person chooses another one.
    default Measure measure() {
        return Measure.TOTAL;
    }

    /// A query for the events of a trace: `name`, `id`, `ts`, `dur` (ns; −1 for what never ended) and `value`.
    String events(CompareScope scope, String grouping);

    /// Statements that come before any query, such as the inclusion of a module; empty for none.
    default String prelude() {
        return "";
    }

    /// Table that `id` is one of, or empty when its rows cannot be selected on the timeline.
    String table();

    /// One sentence for when neither trace has any of it.
    String whenEmpty();
}
