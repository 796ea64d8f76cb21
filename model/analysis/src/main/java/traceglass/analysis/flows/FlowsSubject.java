package traceglass.analysis.flows;

import java.util.List;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.subject.Subject;

/// Flows that lead from one slice to another.
public final class FlowsSubject implements Subject {

    @Override
    public List<AreaReport> reports() {
        return List.of(new FlowsReport());
    }
}
