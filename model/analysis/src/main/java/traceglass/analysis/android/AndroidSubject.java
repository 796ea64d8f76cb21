package traceglass.analysis.android;

import java.util.List;
import java.util.stream.Stream;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;

/// Subject of Android app startups, ANRs, and critical user journeys.
public final class AndroidSubject implements Subject {
    private static final int RANK = 210;

    @Override
    public List<TrackProvider> tracks() {
        return List.of(new AndroidTracks());
    }

    @Override
    public List<EventTable> tables() {
        return Stream.of(
                        AndroidStartups.SET.events(RANK, new StartupEvents(RANK)),
                        AndroidAnrs.SET.events(RANK),
                        AndroidJourneys.SET.events(RANK))
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<ComparisonKind> comparisons() {
        return List.of(new ComparedStartups());
    }
}
