package traceglass.analysis.debug;

import traceglass.analysis.load.EventTrack;
import traceglass.analysis.track.TrackQuery;

/// Slices from a user's query.
///
/// @param table table that holds them
/// @param track number of the track in the table
public record DebugSlices(String table, long track) implements EventTrack {

    @Override
    public String id() {
        return "debug_slices";
    }

    @Override
    public TrackQuery query() {
        return new TrackQuery(TrackQuery.Form.SLICES, events());
    }

    @Override
    public String events() {
        return "SELECT id, ts, dur, name, coalesce(color, name) AS color FROM " + DebugTrackCreator.SHARED + table
                + " WHERE track = " + track + " ORDER BY id";
    }
}
