package traceglass.analysis.slices;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import traceglass.analysis.load.EventArrays;
import traceglass.analysis.load.SliceKind;
import traceglass.analysis.load.SliceLayout;
import traceglass.analysis.load.TrackIds;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackReadContext;
import traceglass.analysis.track.TrackStyle;
import traceglass.analysis.tree.DraftNode;

/// Depth 0 of a few slice tracks, one lane each: content of a collapsed group without other content.
public record SliceLanes(List<Long> trackIds) implements TrackKind {

    /// Maximum number of slice tracks shown by a collapsed group.
    private static final int MAX_TRACKS = 8;

    /// Sets the summary of a group without one to its first slice tracks.
    public static void summarize(DraftNode group) {
        if (!group.hasSummary()) {
            List<Long> ids = group.descendants()
                    .map(DraftNode::kind)
                    .filter(SliceTrack.class::isInstance)
                    .flatMap(k -> k.trackIds().stream())
                    .limit(MAX_TRACKS)
                    .toList();
            if (!ids.isEmpty()) {
                group.setSummary(new SliceLanes(ids));
            }
        }
    }

    @Override
    public String id() {
        return "slice_lanes";
    }

    @Override
    public TrackStyle style() {
        return TrackStyle.LANES;
    }

    @Override
    public String label() {
        return SliceTexts.TRACK_KIND;
    }

    @Override
    public String table() {
        return "slice";
    }

    @Override
    public String category(long id) {
        return SliceKind.categoryOf(id);
    }

    @Override
    public TrackData read(TrackReadContext context) throws SQLException {
        Map<Long, Integer> index = TrackIds.index(trackIds);
        EventArrays events = new EventArrays(true);
        context.forEachRow(
                "SELECT id, ts, dur, name, track_id FROM __intrinsic_slice WHERE depth = 0 AND "
                        + TrackIds.in(trackIds),
                r -> events.add(
                        r.getLong(1), r.getLong(2), r.getLong(3), index.get(r.getLong(5)), 0, r.getString(4), null));
        return SliceLayout.inRows(events, context.traceEnd());
    }
}
