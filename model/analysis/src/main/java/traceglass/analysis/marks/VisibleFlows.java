package traceglass.analysis.marks;

import java.util.List;

/// Flows to draw as arrows.
///
/// @param hidden number of further flows, which are omitted to keep the display readable
public record VisibleFlows(List<Flow> flows, long hidden) {

    public static final VisibleFlows NONE = new VisibleFlows(List.of(), 0);

    public VisibleFlows {
        flows = List.copyOf(flows);
    }
}
