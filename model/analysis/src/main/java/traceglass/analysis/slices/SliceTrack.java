package traceglass.analysis.slices;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import traceglass.analysis.load.EventArrays;
import traceglass.analysis.load.SliceKind;
import traceglass.analysis.load.SliceLayout;
import traceglass.analysis.load.TrackIds;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackReadContext;
import traceglass.analysis.track.TrackStyle;

/// Rows of `slice` on these tracks, merged into one.
///
/// @param trackIds at least one
/// @param expectedRows expected number of rows (largest `slice.depth` + 1), so that heights do not change when the
///     data is loaded; 0 if unknown
/// @param owner thread or process of the tracks
public record SliceTrack(List<Long> trackIds, int expectedRows, Owner owner) implements SliceKind {

    public SliceTrack(List<Long> trackIds) {
        this(trackIds, 0);
    }

    public SliceTrack(List<Long> trackIds, int expectedRows) {
        this(trackIds, expectedRows, Owner.NONE);
    }

    @Override
    public String id() {
        return "slices";
    }

    @Override
    public TrackStyle style() {
        return TrackStyle.SLICES;
    }

    @Override
    public String label() {
        return SliceTexts.TRACK_KIND;
    }

    @Override
    public TrackData read(TrackReadContext context) throws SQLException {
        Map<Long, Integer> index = TrackIds.index(trackIds);
        EventArrays events = new EventArrays(true);
        context.forEachRow(
                "SELECT id, ts, dur, depth, name, track_id FROM __intrinsic_slice WHERE " + TrackIds.in(trackIds),
                r -> events.add(
                        r.getLong(1),
                        r.getLong(2),
                        r.getLong(3),
                        r.getInt(4),
                        index.get(r.getLong(6)),
                        r.getString(5),
                        null));
        return trackIds.size() == 1
                ? SliceLayout.inRows(events, context.traceEnd())
                : SliceLayout.merged(events, context.traceEnd());
    }
}
