package traceglass.analysis.tree;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.store.TraceStore;
import traceglass.store.time.TimeText;

/// Makes the tree of tracks of a trace: the order and the groups are those that people know from Perfetto's UI.
public final class TrackTreeBuilder {

    /// Who adds tracks, in the order in which they do: of nodes with the same place the one added first comes
    /// first.
    private static final List<TrackProvider> PROVIDERS = List.of(
            new ScreenshotTracks(),
            new CpuTracks(),
            new ChromeScrollTracks(),
            new AndroidTracks(),
            new SchedulerTracks(),
            new ProcessTracks(),
            new LogTracks(),
            new EventTracks(),
            new FrameTracks(),
            new StoredTracks(),
            new ProgramTracks());

    private TrackTreeBuilder() {}

    /// The root of the tree; its children are the top level. Reads the store by about twenty queries; not for the
    /// JavaFX thread.
    public static TrackNode build(TraceStore store) throws SQLException {
        try (Connection connection = store.connection()) {
            return build(TraceFacts.read(connection));
        }
    }

    static TrackNode build(TraceFacts facts) {
        TreeDraft tree = new TreeDraft();
        for (TrackProvider provider : PROVIDERS) {
            provider.addTo(tree, facts);
        }
        tree.processes().forEach((upid, group) -> describe(group, facts.threadsOf(upid)));
        tree.threads().forEach((utid, group) -> describe(group, List.of(facts.thread(utid))));
        for (DraftNode group : tree.root().children()) {
            if (group.kind == TrackKind.GROUP && group.saysNothingElse()) {
                group.facts(count(group.trackCount()));
            }
        }
        List<DraftNode> filled = tree.root().children().stream()
                .filter(c -> c.kind != TrackKind.GROUP || !c.isEmpty())
                .toList();
        if (filled.size() == 1) {
            filled.getFirst().expanded();
        }
        return tree.root().build();
    }

    private static String count(int tracks) {
        return tracks + (tracks == 1 ? " track" : " tracks");
    }

    /// Says how much is in a group, and gives it something to show while it is closed.
    private static void describe(DraftNode group, List<TraceFacts.Thread> threads) {
        int tracks = group.trackCount();
        long runNs = threads.stream().mapToLong(TraceFacts.Thread::runNs).sum();
        String facts = count(tracks);
        group.facts(runNs > 0 ? facts + " · " + TimeText.duration(runNs) + " CPU" : facts);
        group.summarized();
    }
}
