package traceglass.analysis.video;

import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds frames of recorded videos of displays, below the screenshots.
final class VideoTracks implements TrackProvider {

    private static final int ORDER = -55;

    private record Display(long id, String name) {}

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) throws SQLException {
        List<Display> displays = contents.query("""
            SELECT coalesce(display_id, 0), coalesce(any_value(display_name), '') FROM __intrinsic_video_frames
            GROUP BY 1 ORDER BY 1
            """, r -> new Display(r.getLong(1), r.getString(2)));
        for (Display display : displays) {
            String name = display.name().isEmpty() ? VideoTexts.FRAMES : VideoTexts.framesOf(display.name());
            tree.root().add(new DraftNode("video/" + display.id(), new VideoTrack(display.id()), name, ORDER));
        }
    }
}
