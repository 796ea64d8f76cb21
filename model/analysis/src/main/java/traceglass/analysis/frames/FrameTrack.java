package traceglass.analysis.frames;

import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.load.SliceKind;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackReadContext;
import traceglass.analysis.track.TrackStyle;

/// Android's frames of a process: rows of `slice` on these tracks.
///
/// @param isExpected whether these are the expected times of frames, or the actual ones
public record FrameTrack(List<Long> trackIds, boolean isExpected) implements SliceKind {

    @Override
    public String id() {
        return "frames";
    }

    @Override
    public TrackStyle style() {
        return TrackStyle.FRAMES;
    }

    @Override
    public String label() {
        return FrameTimelineTexts.TRACK_KIND;
    }

    @Override
    public String help(TrackNode node) {
        return isExpected ? "expected" : "actual";
    }

    @Override
    public TrackData read(TrackReadContext context) throws SQLException {
        return FrameEvents.read(context, trackIds);
    }
}
