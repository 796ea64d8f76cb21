package traceglass.analysis.marks;

import java.util.List;

/// Flows as arrows.
///
/// @param hidden number of flows left out
public record Arrows(List<Flow> flows, long hidden) {

    public static final Arrows NONE = new Arrows(List.of(), 0);

    public Arrows {
        flows = List.copyOf(flows);
    }
}
