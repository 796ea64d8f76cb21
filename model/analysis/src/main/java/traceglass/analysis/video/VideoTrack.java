package traceglass.analysis.video;

import traceglass.analysis.load.EventTrack;
import traceglass.analysis.query.SqlLabels;

/// Frames of a recorded video of a display.
public record VideoTrack(long displayId) implements EventTrack {

    @Override
    public String table() {
        return "video_frames";
    }

    @Override
    public String events() {
        return SqlLabels.insert("""
            SELECT id, ts, 0, {frame} || coalesce(CAST(frame_number AS VARCHAR), ''), NULL FROM __intrinsic_video_frames
            WHERE coalesce(display_id, 0) =\
            """, "frame", VideoTexts.FRAME_NUMBER) + " " + displayId;
    }
}
