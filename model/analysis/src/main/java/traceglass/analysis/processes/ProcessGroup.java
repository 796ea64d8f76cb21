package traceglass.analysis.processes;

import traceglass.analysis.track.Owner;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackQuery;

/// Group of the tracks of a process.
public record ProcessGroup(long upid, TrackKind summary) implements TrackGroup {

    @Override
    public String id() {
        return "process";
    }

    @Override
    public String label() {
        return ProcessTexts.PROCESS_KIND;
    }

    @Override
    public Owner owner() {
        return Owner.process(upid);
    }

    /// Returns its threads.
    @Override
    public TrackQuery query() {
        return new TrackQuery(TrackQuery.Form.RELATED, "SELECT * FROM thread WHERE upid = " + upid + " ORDER BY tid");
    }

    @Override
    public TrackGroup withSummary(TrackKind newSummary) {
        return new ProcessGroup(upid, newSummary);
    }
}
