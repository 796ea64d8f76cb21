package traceglass.analysis.tree;

import traceglass.analysis.derived.AndroidAnrs;
import traceglass.analysis.derived.AndroidJourneys;
import traceglass.analysis.derived.AndroidStartups;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackSource;

/// Starts of apps, apps that did not respond, and journeys of the system's user interface, at the top: what people look
/// for first in a trace of Android. Their events are found by standard modules when one of the tracks is looked at.
final class AndroidTracks implements TrackProvider {

    private static final int ORDER = -6;
    /// Begins the name of the counter that the system server sets when an app does not respond; its process and an
    /// id follow.
    private static final String ERROR_ID = "ErrorId:";

    @Override
    public void addTo(TreeDraft tree, TraceFacts facts) {
        if (facts.has(NamedSlices.STARTUPS)) {
            tree.root().add(track(AndroidStartups.STARTUPS));
            // What a main thread did is told by its states.
            if (facts.other().states()) {
                tree.root().add(track(AndroidStartups.BREAKDOWN));
            }
        }
        if (hasErrors(facts)) {
            tree.root().add(track(AndroidAnrs.ANRS));
        }
        DraftNode journeys = DraftNode.group("android_cujs", "Android CUJs", ORDER)
                .icon("timeline")
                .expanded();
        if (facts.has(NamedSlices.JANK_CUJS)) {
            journeys.add(track(AndroidJourneys.JANK));
        }
        if (facts.has(NamedSlices.LATENCY_CUJS)) {
            journeys.add(track(AndroidJourneys.LATENCY));
        }
        if (facts.has(NamedSlices.JANK_CUJS)) {
            journeys.add(track(AndroidJourneys.BLOCKING));
            journeys.add(track(AndroidJourneys.FRAMES));
        }
        tree.root().add(journeys);
    }

    private static DraftNode track(DerivedTable table) {
        return new DraftNode(table.trackKey(), TrackKind.SLICES, table.title(), ORDER)
                .source(new TrackSource.Events(table.name(), table.events()));
    }

    private static boolean hasErrors(TraceFacts facts) {
        for (TraceFacts.Track t : facts.tracks()) {
            TraceFacts.Process process = facts.process(t.upid());
            if (t.isCounter()
                    && t.events() > 0
                    && t.name() != null
                    && t.name().startsWith(ERROR_ID)
                    && process != null
                    && "system_server".equals(process.name())) {
                return true;
            }
        }
        return false;
    }
}
