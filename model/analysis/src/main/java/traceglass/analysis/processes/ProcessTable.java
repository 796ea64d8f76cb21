package traceglass.analysis.processes;

import java.util.Optional;
import java.util.Set;
import traceglass.analysis.events.OwnerTable;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Owner table of processes, which are shown as groups.
final class ProcessTable implements OwnerTable {

    @Override
    public String name() {
        return "process";
    }

    @Override
    public boolean isShownBy(String view) {
        return isNamed(view);
    }

    @Override
    public Set<String> references() {
        return Set.of("upid");
    }

    @Override
    public Optional<String> label(TraceQueries queries, long id) throws QueryException {
        return queries.first(
                "SELECT name, pid FROM process WHERE upid = ?",
                r -> ThreadRef.label(r.getString(1), TraceQueries.number(r, 2), ProcessTexts.NO_PROCESS_NAME),
                id);
    }

    @Override
    public Optional<String> track(TrackLookup tracks, long id) {
        return tracks.process(id);
    }

    @Override
    public Optional<String> secondTrack(TraceQueries queries, TrackLookup tracks, long id) throws QueryException {
        return UnscheduledTracks.findFirst(
                queries,
                tracks,
                "SELECT t.id FROM __intrinsic_track AS t LEFT JOIN thread AS th ON th.utid = t.utid WHERE"
                        + " coalesce(t.upid, th.upid) = ? ORDER BY t.id",
                id);
    }
}
