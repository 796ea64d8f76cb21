package traceglass.analysis.slices;

import java.util.List;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.flame.source.FlameSources;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;

/// Subject of slices: nested activities of programs and the system on their tracks.
public final class SlicesSubject implements Subject {
    @Override
    public List<TrackProvider> tracks() {
        return List.of(new StoredTracks(), new ProgramTracks());
    }

    @Override
    public List<EventTable> tables() {
        return List.of(new SliceTable());
    }

    @Override
    public List<AreaReport> reports() {
        return List.of(new SlicesReport());
    }

    @Override
    public List<ComparisonKind> comparisons() {
        return List.of(new ComparedSlices());
    }

    @Override
    public List<FlameSources> flames() {
        return List.of(
                new FlameSources(
                        10,
                        (heaps, q, scope) -> scope.dump() == null && SliceSource.hasData(q, scope)
                                ? List.of(new SliceSource())
                                : List.of()),
                new FlameSources(
                        20,
                        (heaps, q, scope) -> scope.dump() == null && EventStackSource.hasData(q, scope)
                                ? List.of(new EventStackSource())
                                : List.of()));
    }
}
