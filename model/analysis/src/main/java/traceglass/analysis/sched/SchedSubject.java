package traceglass.analysis.sched;

import java.util.List;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;

/// Subject of scheduling and thread states.
public final class SchedSubject implements Subject {
    @Override
    public List<TrackProvider> tracks() {
        return List.of(new CpuTracks(), new SchedulerTracks());
    }

    @Override
    public List<EventTable> tables() {
        return List.of(new SchedTable(), new ThreadStateTable());
    }

    @Override
    public List<AreaReport> reports() {
        return List.of(new ThreadStatesReport(), new CpuReport(false), new CpuReport(true));
    }

    @Override
    public List<ComparisonKind> comparisons() {
        return List.of(new ComparedThreadStates());
    }
}
