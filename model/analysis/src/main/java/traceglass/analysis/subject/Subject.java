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
/// line of `META-INF/services/traceglass.analysis.subject.Subject`; the order of the lines is the order in which what
/// subjects offer is listed, unless it has a rank of its own.
public interface Subject {

    /// Who puts its tracks into the tree. Of tracks with the same place in the tree, those of the subject that is
    /// listed first come first.
    default List<TrackProvider> tracks() {
        return List.of();
    }

    /// Its tables of events: how a row is named, found and described.
    default List<EventTable> tables() {
        return List.of();
    }

    /// Its tables of what owns events, such as threads.
    default List<OwnerTable> owners() {
        return List.of();
    }

    /// What it says about a selected range; new reports at each call.
    default List<AreaReport> reports() {
        return List.of();
    }

    /// Its lists of events in the details pane; new ones at each call.
    default List<EventListing> listings() {
        return List.of();
    }

    /// What traces are compared by.
    default List<ComparedBy> comparisons() {
        return List.of();
    }

    /// What flame graphs can be made of.
    default List<FlameOffer> flames() {
        return List.of();
    }
}
