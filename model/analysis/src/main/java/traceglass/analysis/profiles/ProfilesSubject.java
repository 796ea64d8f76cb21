package traceglass.analysis.profiles;

import java.util.List;
import traceglass.analysis.flame.source.FlameSources;
import traceglass.analysis.subject.Subject;

/// Subject of profiles without times.
public final class ProfilesSubject implements Subject {

    @Override
    public List<FlameSources> flames() {
        return List.of(new FlameSources(50, (heaps, q, scope) -> AggregateSource.findAll(q, scope)));
    }
}
