package traceglass.analysis.ftrace;

import java.util.List;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;

/// Subject of raw ftrace events.
public final class FtraceSubject implements Subject {
    @Override
    public List<TrackProvider> tracks() {
        return List.of(new FtraceTracks());
    }

    @Override
    public List<EventTable> tables() {
        return List.of(new FtraceTable());
    }

    @Override
    public List<AreaReport> reports() {
        return List.of(new FtraceReport());
    }

    @Override
    public List<EventListing> listings() {
        return List.of(new FtraceListing());
    }
}
