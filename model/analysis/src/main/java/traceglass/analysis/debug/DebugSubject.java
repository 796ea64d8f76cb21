package traceglass.analysis.debug;

import java.util.List;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.subject.Subject;

/// Subject of tracks that users create from the rows of a query.
public final class DebugSubject implements Subject {

    @Override
    public List<EventTable> tables() {
        return List.of(new DebugTable());
    }
}
