package traceglass.analysis.screenshots;

import java.util.List;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;

/// Subject of screenshots.
public final class ScreenshotsSubject implements Subject {
    @Override
    public List<TrackProvider> tracks() {
        return List.of(new ScreenshotTracks());
    }

    @Override
    public List<EventTable> tables() {
        return List.of(new ScreenshotEvents(230));
    }
}
