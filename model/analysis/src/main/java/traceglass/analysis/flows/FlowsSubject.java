package traceglass.analysis.flows;

import java.util.List;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.subject.Subject;

/// Subject of flows between slices.
public final class FlowsSubject implements Subject {

    @Override
    public List<AreaReport> reports() {
        return List.of(new FlowsReport());
    }
}
