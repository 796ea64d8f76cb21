package traceglass.analysis.processes;

import java.util.Optional;
import java.util.Set;
import traceglass.analysis.events.OwnerTable;
import traceglass.analysis.track.info.TrackLookup;

/// Owner table of tracks, and its views: `thread_track`, `counter_track`, …
final class TrackTable implements OwnerTable {

    @Override
    public String name() {
        return "track";
    }

    @Override
    public boolean isNamed(String table) {
        return table.equals(name()) || table.endsWith("_track");
    }

    @Override
    public boolean isShownBy(String view) {
        return isNamed(view);
    }

    @Override
    public Set<String> references() {
        return Set.of("track_id");
    }

    @Override
    public Optional<String> track(TrackLookup tracks, long id) {
        return tracks.track(id);
    }
}
