package traceglass.analysis.logs;

import java.util.List;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.GenericEventTable;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;

/// Subject of log lines.
public final class LogsSubject implements Subject {
    @Override
    public List<TrackProvider> tracks() {
        return List.of(new LogTracks());
    }

    @Override
    public List<EventTable> tables() {
        return List.of(
                new LogTable(),
                new GenericEventTable("protolog", 120, "protolog", "SELECT ts, NULL FROM __intrinsic_protolog AS s"),
                new GenericEventTable(
                        "logs",
                        121,
                        "logs",
                        "SELECT ts, 'logs/' || coalesce(log_source, '') FROM __intrinsic_logs AS s"));
    }

    @Override
    public List<AreaReport> reports() {
        return List.of(new LogsReport());
    }

    @Override
    public List<EventListing> listings() {
        return List.of(new LogListing());
    }
}
