package traceglass.analysis.counters;

import java.util.List;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;

/// Subject of counters, frequencies, idle states, and power.
public final class CountersSubject implements Subject {
    @Override
    public List<TrackProvider> tracks() {
        return List.of(new FrequencyTracks());
    }

    @Override
    public List<EventTable> tables() {
        return List.of(new CounterTable());
    }

    @Override
    public List<AreaReport> reports() {
        return List.of(new CountersReport(), new PowerReport(), new ResidencyReport());
    }

    @Override
    public List<ComparisonKind> comparisons() {
        return List.of(new ComparedCounters());
    }
}
