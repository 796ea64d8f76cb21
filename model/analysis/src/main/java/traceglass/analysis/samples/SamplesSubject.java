package traceglass.analysis.samples;

import java.util.List;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.flame.source.FlameSources;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;

/// Subject of callstack samples.
public final class SamplesSubject implements Subject {
    @Override
    public List<TrackProvider> tracks() {
        return List.of(new SampleTracks());
    }

    @Override
    public List<EventTable> tables() {
        return List.of(
                new SampledFrameTable(),
                new SampleTable("perf_sample", 70, "s.utid").withSelectableRows(),
                new SampleTable("cpu_profile_stack_sample", 80, "s.utid").withSelectableRows(),
                new SampleTable("instruments_sample", 90, "s.utid").withSelectableRows(),
                new SampleTable(
                        "stack_sample",
                        130,
                        "(SELECT utid FROM stack_sample_task_context AS x WHERE x.id = s.task_context_id)"));
    }

    @Override
    public List<AreaReport> reports() {
        return List.of(new SamplesReport());
    }

    @Override
    public List<FlameSources> flames() {
        return List.of(new FlameSources(
                30, (heaps, q, scope) -> scope.dump() != null ? List.of() : SampleSource.findAll(q, scope)));
    }
}
