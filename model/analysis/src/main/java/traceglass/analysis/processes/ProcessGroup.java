package traceglass.analysis.processes;

import traceglass.analysis.track.Heading;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackQuery;

/// Group of the tracks of a process.
public record ProcessGroup(long upid, TrackKind summary) implements Heading {

    @Override
    public String id() {
        return "process";
    }

    @Override
    public String word() {
        return "process";
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
    public Heading summarizedBy(TrackKind other) {
        return new ProcessGroup(upid, other);
    }
}
