package traceglass.analysis.debug;

import traceglass.analysis.load.EventTrack;
import traceglass.analysis.track.TrackQuery;

/// Slices that a person's query gave.
///
/// @param table that holds them
/// @param track which of the tracks made from it
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
        return "SELECT id, ts, dur, name, coalesce(color, name) AS color FROM " + DebugTrackMaker.SHARED + table
                + " WHERE track = " + track + " ORDER BY id";
    }
}
