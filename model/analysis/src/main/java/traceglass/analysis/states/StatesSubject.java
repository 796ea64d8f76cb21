package traceglass.analysis.states;

import java.util.List;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.subject.Subject;

/// Subject of states that programs write themselves, one at a time on each track.
public final class StatesSubject implements Subject {

    @Override
    public List<EventTable> tables() {
        return List.of(new StateTable());
    }

    @Override
    public List<AreaReport> reports() {
        return List.of(new StatesReport());
    }
}
