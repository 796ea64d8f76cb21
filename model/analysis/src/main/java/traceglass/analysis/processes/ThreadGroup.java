package traceglass.analysis.processes;

import traceglass.analysis.track.Owner;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackKind;

/// Group of the tracks of a thread.
public record ThreadGroup(long utid, TrackKind summary) implements TrackGroup {

    @Override
    public String id() {
        return "thread";
    }

    @Override
    public String label() {
        return ProcessTexts.THREAD_KIND;
    }

    @Override
    public Owner owner() {
        return Owner.thread(utid);
    }

    @Override
    public TrackGroup withSummary(TrackKind newSummary) {
        return new ThreadGroup(utid, newSummary);
    }
}
