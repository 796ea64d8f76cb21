package traceglass.app.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import traceglass.analysis.debug.DebugTrackMaker;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.track.Heading;
import traceglass.analysis.track.TrackNode;

/// The debug tracks of an open trace: what was made of queries and is shown. Belongs to the JavaFX thread.
public final class DebugTrackList {

    private final Map<String, DebugTracks> byTable = new LinkedHashMap<>();
    private final Map<String, TrackNode> shown = new LinkedHashMap<>();
    private final ReadOnlyIntegerWrapper version = new ReadOnlyIntegerWrapper();
    private final TraceSession session;
    private final List<Runnable> whenIdle = new ArrayList<>();
    private int numbers;
    private int going;

    DebugTrackList(TraceSession session) {
        this.session = session;
    }

    /// Something is being made; [#ended] says when that is over.
    ///
    /// @return a number for it
    public int begin() {
        going++;
        return ++numbers;
    }

    public void ended() {
        going--;
        if (going == 0) {
            List<Runnable> all = List.copyOf(whenIdle);
            whenIdle.clear();
            all.forEach(Runnable::run);
        }
    }

    /// Does something when nothing is being made, which may be now.
    public void whenIdle(Runnable action) {
        if (isIdle()) {
            action.run();
        } else {
            whenIdle.add(action);
        }
    }

    /// Whether nothing is being made.
    public boolean isIdle() {
        return going == 0;
    }

    /// Shows tracks.
    public void add(DebugTracks made) {
        byTable.put(made.table(), made);
        shown.put(made.table(), made.node());
        changed();
    }

    /// What is shown, in the order in which it was made.
    public List<DebugTracks> all() {
        return List.copyOf(byTable.values());
    }

    /// What the track of this key was made of.
    public Optional<DebugTracks> of(String trackKey) {
        return byTable.values().stream().filter(m -> isIn(m, trackKey)).findFirst();
    }

    /// What has its rows in this table.
    public Optional<DebugTracks> inTable(String table) {
        return Optional.ofNullable(byTable.get(table));
    }

    /// Whether the node of this key is a debug track, or a group of them, which can be removed.
    public boolean has(String key) {
        return !byTable.isEmpty() && (key.equals(DebugTracks.GROUP) || of(key).isPresent());
    }

    /// Removes a track, a group of tracks or, by the key of the group of all, every debug track. The rows of the
    /// last track of a query go with it.
    public void remove(String key) {
        List<DebugTracks> gone = new ArrayList<>();
        if (key.equals(DebugTracks.GROUP)) {
            gone.addAll(byTable.values());
        } else {
            of(key).ifPresent(made -> {
                TrackNode now = shown.get(made.table());
                List<TrackNode> left = now.children().stream()
                        .filter(c -> !c.key().equals(key))
                        .toList();
                if (now.key().equals(key) || left.isEmpty()) {
                    gone.add(made);
                } else {
                    shown.put(made.table(), now.withChildren(left));
                }
            });
        }
        gone.forEach(made -> {
            byTable.remove(made.table());
            shown.remove(made.table());
        });
        changed();
        for (DebugTracks made : gone) {
            session.forget(made.tracks());
            session.queries()
                    .submit(
                            "drop " + made.table(),
                            q -> {
                                DebugTrackMaker.drop(q, made.table());
                                return made;
                            },
                            done -> {},
                            e -> System.getLogger(DebugTrackList.class.getName())
                                    .log(System.Logger.Level.DEBUG, "dropping a debug track", e));
        }
    }

    /// Counts the changes.
    public ReadOnlyIntegerProperty versionProperty() {
        return version.getReadOnlyProperty();
    }

    /// The group at the top of the tree, empty when there are no debug tracks.
    Optional<TrackNode> group() {
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        List<TrackNode> nodes = List.copyOf(shown.values());
        int tracks = nodes.stream()
                .mapToInt(n -> n.isGroup() ? n.children().size() : 1)
                .sum();
        return Optional.of(new TrackNode(
                DebugTracks.GROUP,
                Heading.GROUP,
                "Debug",
                "",
                List.of(),
                tracks == 1 ? "1 track" : tracks + " tracks",
                "sql",
                true,
                nodes));
    }

    private static boolean isIn(DebugTracks made, String key) {
        return made.node().key().equals(key)
                || made.node().children().stream().anyMatch(c -> c.key().equals(key));
    }

    private void changed() {
        version.set(version.get() + 1);
        session.madeTracksChanged();
    }
}
