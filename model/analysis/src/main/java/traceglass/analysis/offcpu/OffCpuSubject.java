package traceglass.analysis.offcpu;

import java.util.List;
import traceglass.analysis.flame.source.FlameSources;
import traceglass.analysis.subject.Subject;

/// Subject of the time that threads did not run.
public final class OffCpuSubject implements Subject {

    /// Title of the source of flame graphs.
    /// Id of the source of flame graphs.
    public static final String SOURCE = "off-cpu";

    /// The first source, since the last is chosen: where there are slices or samples, they are shown at first.
    @Override
    public List<FlameSources> flames() {
        return List.of(new FlameSources(
                5,
                (heaps, q, scope) ->
                        scope.dump() == null && OffCpuSource.isIn(q, scope) ? List.of(new OffCpuSource()) : List.of()));
    }
}
