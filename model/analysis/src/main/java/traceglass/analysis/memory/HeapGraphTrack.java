package traceglass.analysis.memory;

import traceglass.analysis.load.EventTrack;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.track.FlameInputs;
import traceglass.analysis.track.Owner;

/// Java heap dumps of a process.
public record HeapGraphTrack(long upid) implements EventTrack {

    @Override
    public String table() {
        return "heap_graph";
    }

    @Override
    public Owner owner() {
        return Owner.process(upid);
    }

    @Override
    public void addFlameInputs(FlameInputs inputs) {
        inputs.addDumps(upid);
    }

    @Override
    public String events() {
        return "SELECT id, ts, 0, " + SqlLabels.literal(MemoryTexts.HEAP_DUMP)
                + ", NULL FROM __intrinsic_heap_graph WHERE upid = " + upid;
    }
}
