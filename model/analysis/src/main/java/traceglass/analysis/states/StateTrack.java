package traceglass.analysis.states;

import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.load.EventArrays;
import traceglass.analysis.load.SliceLayout;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackReadContext;
import traceglass.analysis.track.TrackStyle;

/// States that a program writes itself, one at a time: rows of `state` on this track.
public record StateTrack(long trackId) implements TrackKind {

    @Override
    public String id() {
        return "states";
    }

    @Override
    public TrackStyle style() {
        return TrackStyle.SLICES;
    }

    @Override
    public String label() {
        return StateTexts.TRACK_KIND;
    }

    @Override
    public String table() {
        return "state";
    }

    @Override
    public List<RowKey> rows() {
        return List.of(new RowKey("state", "track_id", trackId));
    }

    @Override
    public TrackData read(TrackReadContext context) throws SQLException {
        EventArrays events = new EventArrays(true);
        context.forEachRow(
                "SELECT id, ts, dur, value FROM __intrinsic_state WHERE track_id = " + trackId,
                r -> events.add(r.getLong(1), r.getLong(2), r.getLong(3), 0, 0, r.getString(4), null));
        return SliceLayout.inRows(events, context.traceEnd());
    }
}
