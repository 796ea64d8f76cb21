package traceglass.analysis.subject;

import java.util.List;
import traceglass.analysis.compare.ComparedBy;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.OwnerTable;
import traceglass.analysis.flame.source.FlameOffer;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.tree.TrackProvider;

/// Describes one subject of a trace: scheduling, slices, logs, … A subject is one package and one
/// line of `META-INF/services/traceglass.analysis.subject.Subject`; the order of the lines is the order of what
/// subjects offer, except where it has a rank.
public interface Subject {

    /// Providers that add its tracks to the tree. Tracks with the same place in the tree are in the order of their
    /// subjects.
    default List<TrackProvider> tracks() {
        return List.of();
    }

    /// Its tables of events: how a row is named, found and described.
    default List<EventTable> tables() {
        return List.of();
    }

    /// Its tables of owners of events, such as threads.
    default List<OwnerTable> owners() {
        return List.of();
    }

    /// Its reports about a selected range; new ones at each call.
    default List<AreaReport> reports() {
        return List.of();
    }

    /// Its lists of events in the details pane; new ones at each call.
    default List<EventListing> listings() {
        return List.of();
    }

    /// Its ways to compare traces.
    default List<ComparedBy> comparisons() {
        return List.of();
    }

    /// Its sources of flame graphs.
    default List<FlameOffer> flames() {
        return List.of();
    }
}
