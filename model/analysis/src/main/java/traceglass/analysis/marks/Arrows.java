package traceglass.analysis.marks;

import java.util.List;

/// Flows to draw as arrows.
///
/// @param hidden number of further flows, which are omitted to keep the display readable
public record Arrows(List<Flow> flows, long hidden) {

    public static final Arrows NONE = new Arrows(List.of(), 0);

    public Arrows {
        flows = List.copyOf(flows);
    }
}
