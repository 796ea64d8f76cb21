package traceglass.analysis.video;

import java.util.List;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.GenericEventTable;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;
import traceglass.store.names.TableNames;

/// Subject of video frames.
public final class VideoSubject implements Subject {
    @Override
    public List<TrackProvider> tracks() {
        return List.of(new VideoTracks());
    }

    @Override
    public List<EventTable> tables() {
        return List.of(new GenericEventTable(
                        "video_frames",
                        160,
                        TableNames.VideoFrames.TABLE,
                        "SELECT ts, NULL FROM __intrinsic_video_frames AS s")
                .withQueryName(TableNames.VideoFrames.TABLE));
    }
}
