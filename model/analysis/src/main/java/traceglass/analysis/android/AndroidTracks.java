package traceglass.analysis.android;

import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.derived.DerivedTrack;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.SliceProbe;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds tracks for app startups, ANRs, and journeys of the system's user interface at the top of the tree, because
/// users look for them first in an Android trace. Standard modules compute their events when a track is first
/// displayed.
final class AndroidTracks implements TrackProvider {

    private static final int ORDER = -6;
    /// Prefix of the counter that the system server sets when an app does not respond; its process and an id
    /// follow.
    private static final String ERROR_ID = "ErrorId:";

    /// App startups as Android marks them up to version 12, and from version 13.
    private static final SliceProbe STARTUPS = SliceProbe.withPrefix("launching: ", "true");
    private static final SliceProbe LATER_STARTUPS = SliceProbe.withPrefix("launchingActivity#", "true");
    /// Journeys of the system's own apps that have to be smooth.
    private static final SliceProbe JANK_CUJS = SliceProbe.withPrefix(
            "J<",
            "ends_with(s.name, '>') AND s.dur > 0 AND t.utid IS NULL AND (starts_with(p.name, 'com.android.') OR"
                    + " starts_with(p.name, 'com.google.android'))");
    /// Journeys that have to respond quickly.
    private static final SliceProbe LATENCY_CUJS =
            SliceProbe.withPrefix("L<", "ends_with(s.name, '>') AND s.dur > 0 AND t.utid IS NULL AND p.id IS NOT NULL");

    @Override
    public List<SliceProbe> probes() {
        return List.of(STARTUPS, LATER_STARTUPS, JANK_CUJS, LATENCY_CUJS);
    }

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) throws SQLException {
        if (contents.hasSlices(STARTUPS) || contents.hasSlices(LATER_STARTUPS)) {
            tree.root().add(track(AndroidStartups.STARTUPS));
            // The breakdown needs the states of the main thread.
            if (contents.hasThreadStates()) {
                tree.root().add(track(AndroidStartups.BREAKDOWN));
            }
        }
        if (hasErrors(contents)) {
            tree.root().add(track(AndroidAnrs.ANRS));
        }
        DraftNode journeys = DraftNode.group("android_cujs", AndroidTexts.JOURNEYS, ORDER)
                .setIcon("timeline")
                .expand();
        if (contents.hasSlices(JANK_CUJS)) {
            journeys.add(track(AndroidJourneys.JANK));
        }
        if (contents.hasSlices(LATENCY_CUJS)) {
            journeys.add(track(AndroidJourneys.LATENCY));
        }
        if (contents.hasSlices(JANK_CUJS)) {
            journeys.add(track(AndroidJourneys.BLOCKING));
            journeys.add(track(AndroidJourneys.FRAMES));
        }
        tree.root().add(journeys);
    }

    private static DraftNode track(DerivedTable table) {
        return new DraftNode(table.trackKey(), new DerivedTrack(table), table.title(), ORDER);
    }

    private static boolean hasErrors(TraceContents contents) {
        for (TraceContents.Track t : contents.tracks()) {
            TraceContents.Process process = contents.process(t.upid());
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
