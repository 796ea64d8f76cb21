package traceglass.analysis.offcpu;

import java.util.List;
import traceglass.analysis.flame.source.FlameSources;
import traceglass.analysis.subject.Subject;

/// Subject of the time that threads did not run.
public final class OffCpuSubject implements Subject {

    /// Id of the source of flame graphs.
    public static final String SOURCE = "off-cpu";

    /// Comes before other sources, because the last one is shown by default: slices or samples, if there are any.
    @Override
    public List<FlameSources> flames() {
        return List.of(new FlameSources(
                5,
                (heaps, q, scope) -> scope.dump() == null && OffCpuSource.hasData(q, scope)
                        ? List.of(new OffCpuSource())
                        : List.of()));
    }
}
