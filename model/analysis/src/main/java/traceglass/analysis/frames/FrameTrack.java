package traceglass.analysis.frames;

import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.track.FlameParts;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackReading;
import traceglass.analysis.track.TrackStyle;

/// Android's frames of a process: rows of `slice` on these tracks.
///
/// @param isExpected whether they are when frames should have been ready, or else when they were
public record FrameTrack(List<Long> trackIds, boolean isExpected) implements TrackKind {

    @Override
    public String id() {
        return "frames";
    }

    @Override
    public TrackStyle style() {
        return TrackStyle.FRAMES;
    }

    @Override
    public String word() {
        return "frames";
    }

    @Override
    public String help(TrackNode node) {
        return isExpected ? "expected" : "actual";
    }

    @Override
    public String table() {
        return "slice";
    }

    @Override
    public List<RowKey> rows() {
        return RowKey.all("slice", "track_id", trackIds);
    }

    @Override
    public boolean fadesOthers() {
        return true;
    }

    @Override
    public void flame(FlameParts into) {
        into.slices(trackIds);
    }

    @Override
    public String category(long id) {
        return "SELECT coalesce(category, '') FROM __intrinsic_slice WHERE id = " + id;
    }

    @Override
    public TrackData read(TrackReading from) throws SQLException {
        return FrameEvents.read(from, trackIds);
    }
}
