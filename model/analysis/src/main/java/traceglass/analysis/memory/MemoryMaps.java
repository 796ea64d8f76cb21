package traceglass.analysis.memory;

import traceglass.analysis.load.EventTrack;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.track.Owner;

/// Times at which the memory maps of a process were read.
public record MemoryMaps(long upid) implements EventTrack {

    @Override
    public String table() {
        return "profiler_smaps";
    }

    @Override
    public Owner owner() {
        return Owner.process(upid);
    }

    @Override
    public String events() {
        return "SELECT min(id), ts, 0, " + SqlLabels.literal(MemoryTexts.SMAPS)
                + ", NULL FROM __intrinsic_profiler_smaps WHERE upid = " + upid + " GROUP BY ts";
    }
}
