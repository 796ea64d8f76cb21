package traceglass.model.track;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Starts of apps, and apps that did not respond, at the top: what people look for first in a trace of Android.
final class AndroidTracks implements TrackProvider {

    private static final int ORDER = -6;
    /// Begins the name of the slice in which the system server launches an app; the name of its package follows.
    private static final String LAUNCHING = "launching: ";
    /// Begins the name of the counter that the system server sets when an app does not respond; its process and an id follow.
    private static final String ERROR_ID = "ErrorId:";

    @Override
    public void addTo(TreeDraft tree, TraceFacts facts) {
        List<Long> servers = new ArrayList<>();
        for (TraceFacts.Process p : facts.processes()) {
            if ("system_server".equals(p.name())) {
                servers.add(p.upid());
            }
        }
        List<Long> launches = tracks(facts, servers, false);
        if (!launches.isEmpty() && facts.hasLaunches()) {
            tree.root().add(new DraftNode("android_startups", TrackKind.SLICES, "Android App Startups", ORDER).source(new TrackSource.Events("slice", """
                    SELECT id, ts, dur, substr(name, %d), NULL FROM __intrinsic_slice
                    WHERE starts_with(name, '%s') AND %s""".formatted(LAUNCHING.length() + 1, LAUNCHING, StoreTrackData.in("track_id", launches)))));
        }
        List<Long> errors = tracks(facts, servers, true);
        if (!errors.isEmpty()) {
            tree.root().add(new DraftNode("android_anrs", TrackKind.SLICES, "Android ANRs", ORDER).source(new TrackSource.Events("counter", """
                    SELECT min(c.id), min(c.ts), 0, 'ANR: ' || split_part(substr(any_value(t.name), %d), '#', 1), NULL
                    FROM __intrinsic_counter AS c JOIN __intrinsic_track AS t ON t.id = c.track_id
                    WHERE %s GROUP BY c.track_id""".formatted(ERROR_ID.length() + 1, StoreTrackData.in("c.track_id", errors)))));
        }
    }

    /// Tracks of these processes that can hold launches, or counters of errors.
    private static List<Long> tracks(TraceFacts facts, List<Long> upids, boolean errors) {
        List<Long> found = new ArrayList<>();
        for (TraceFacts.Track t : facts.tracks()) {
            boolean fits = errors ? t.isCounter() && t.name() != null && t.name().startsWith(ERROR_ID)
                    : t.isSlices() && t.type().toLowerCase(Locale.ROOT).contains("async");
            if (fits && t.events() > 0 && upids.contains(t.upid())) {
                found.add(t.id());
            }
        }
        return found;
    }
}
