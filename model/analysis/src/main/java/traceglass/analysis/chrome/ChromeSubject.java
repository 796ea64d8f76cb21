package traceglass.analysis.chrome;

import java.util.List;
import java.util.stream.Stream;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;

/// Subject of scroll smoothness in Chrome.
public final class ChromeSubject implements Subject {
    @Override
    public List<TrackProvider> tracks() {
        return List.of(new ChromeScrollTracks());
    }

    @Override
    public List<EventTable> tables() {
        return Stream.of(ChromeScrolls.SET, ChromeScrollFrames.SET)
                .flatMap(set -> set.events(220).stream())
                .toList();
    }
}
