package traceglass.analysis.subject;

import java.util.List;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.OwnerTable;
import traceglass.analysis.flame.source.FlameSources;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.tree.TrackProvider;

/// Subject of a trace: scheduling, slices, logs, … A subject is one package and one line of
/// `META-INF/services/traceglass.analysis.subject.Subject`. The order of the lines determines the order of
/// contributions, except those with a rank.
public interface Subject {

    /// Providers that add its tracks to the tree. Tracks with the same position are in the order of their subjects.
    default List<TrackProvider> tracks() {
        return List.of();
    }

    /// Its event tables: how a row is named, found and described.
    default List<EventTable> tables() {
        return List.of();
    }

    /// Its owner tables, such as threads.
    default List<OwnerTable> owners() {
        return List.of();
    }

    /// Its reports about a selected range; new instances for each call.
    default List<AreaReport> reports() {
        return List.of();
    }

    /// Its lists of events in the details pane; new instances for each call.
    default List<EventListing> listings() {
        return List.of();
    }

    /// Its comparisons of traces.
    default List<ComparisonKind> comparisons() {
        return List.of();
    }

    /// Its sources of flame graphs.
    default List<FlameSources> flames() {
        return List.of();
    }
}
