package traceglass.analysis.formula;

import java.util.List;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.subject.Subject;

/// Subject of counters that are computed from others while a trace is open.
public final class FormulaSubject implements Subject {

    @Override
    public List<EventTable> tables() {
        return List.of(new ComputedTable());
    }
}
