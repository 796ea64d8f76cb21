package traceglass.analysis.processes;

import java.util.Optional;
import java.util.Set;
import traceglass.analysis.events.OwnerTable;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Owner table of threads, which are shown by the tracks of their states.
final class ThreadTable implements OwnerTable {

    @Override
    public String name() {
        return "thread";
    }

    @Override
    public boolean isShownBy(String view) {
        return isNamed(view);
    }

    @Override
    public Set<String> references() {
        return Set.of("utid");
    }

    @Override
    public Set<String> arguments() {
        return Set.of("utid", "waker_utid");
    }

    @Override
    public Optional<String> label(TraceQueries queries, long id) throws QueryException {
        return ThreadRef.find(queries, id).map(ThreadRef::thread);
    }

    @Override
    public Optional<String> track(TrackLookup tracks, long id) {
        return tracks.thread(id);
    }

    @Override
    public Optional<String> secondTrack(TraceQueries queries, TrackLookup tracks, long id) throws QueryException {
        return UnscheduledTracks.findFirst(
                queries, tracks, "SELECT id FROM __intrinsic_track WHERE utid = ? ORDER BY id", id);
    }
}
