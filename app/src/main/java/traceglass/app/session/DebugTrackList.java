package traceglass.app.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import traceglass.analysis.debug.DebugTrackCreator;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackNode;

/// Debug tracks of an open trace: tracks created from query results. Used on the JavaFX thread.
public final class DebugTrackList {

    private final Map<String, DebugTracks> byTable = new LinkedHashMap<>();
    private final Map<String, TrackNode> shownNodes = new LinkedHashMap<>();
    /// Definitions by number, of the tracks that exist and of those that could not be recreated.
    private final Map<Integer, QueryTrack> definitions = new TreeMap<>();
    private final ReadOnlyIntegerWrapper version = new ReadOnlyIntegerWrapper();
    private final TraceSession session;
    private final List<Runnable> whenIdle = new ArrayList<>();
    private final Map<Integer, String> setups = new HashMap<>();
    private int lastNumber;
    private int creationsInProgress;

    DebugTrackList(TraceSession session) {
        this.session = session;
    }

    /// Marks the start of the creation of debug tracks; [#endCreation] marks its end.
    ///
    /// @return a unique number for the new tracks
    public int beginCreation() {
        creationsInProgress++;
        return ++lastNumber;
    }

    /// Stores the statements that define objects used by the query of new tracks.
    ///
    /// @param number the number of the tracks
    public void setSetup(int number, String setup) {
        setups.put(number, setup);
    }

    /// Adds definitions whose tracks will be recreated, marking the start of their creation. Numbers
    /// already in use are changed.
    ///
    /// @return the definitions with their final numbers
    public List<QueryTrack> restore(List<QueryTrack> saved) {
        List<QueryTrack> restored = new ArrayList<>();
        for (QueryTrack track : saved) {
            int number =
                    track.number() < 1 || definitions.containsKey(track.number()) ? lastNumber + 1 : track.number();
            lastNumber = Math.max(lastNumber, number);
            QueryTrack definition = new QueryTrack(number, track.spec(), track.setup(), track.removed());
            definitions.put(number, definition);
            restored.add(definition);
            creationsInProgress++;
        }
        return restored;
    }

    /// The definitions of all tracks, including those that could not be recreated.
    public List<QueryTrack> definitions() {
        return List.copyOf(definitions.values());
    }

    /// Returns whether there are or will be tracks of this query with this title.
    public boolean hasQuery(String sql, String title) {
        return definitions.values().stream()
                .anyMatch(d -> d.spec().sql().equals(sql) && d.spec().title().equals(title));
    }

    /// Removes a definition whose tracks could not be recreated.
    public void removeDefinition(int number) {
        definitions.remove(number);
        notifyChanged();
    }

    /// Shows tracks that were recreated, or drops them if they have been removed in the meantime.
    public void addRestored(QueryTrack definition, DebugTracks created) {
        if (definitions.get(definition.number()) != definition) {
            dropTables(List.of(created));
            return;
        }
        List<TrackNode> remaining = created.tracks().stream()
                .filter(t -> !definition.removed().contains(t.key()))
                .toList();
        byTable.put(created.table(), created);
        shownNodes.put(
                created.table(),
                created.node().isGroup() && !remaining.isEmpty()
                        ? created.node().withChildren(remaining)
                        : created.node());
        notifyChanged();
    }

    /// Marks the end of a creation started by [#beginCreation].
    public void endCreation() {
        creationsInProgress--;
        if (creationsInProgress == 0) {
            List<Runnable> all = List.copyOf(whenIdle);
            whenIdle.clear();
            all.forEach(Runnable::run);
        }
    }

    /// Runs the action as soon as no debug track is being created, immediately if none is.
    public void whenIdle(Runnable action) {
        if (isIdle()) {
            action.run();
        } else {
            whenIdle.add(action);
        }
    }

    /// Returns whether no debug track is being created.
    public boolean isIdle() {
        return creationsInProgress == 0;
    }

    /// Adds tracks and shows them.
    public void add(DebugTracks created) {
        byTable.put(created.table(), created);
        shownNodes.put(created.table(), created.node());
        int number = created.number();
        definitions.put(number, new QueryTrack(number, created.spec(), setups.getOrDefault(number, ""), List.of()));
        notifyChanged();
    }

    /// All debug tracks in creation order.
    public List<DebugTracks> tracks() {
        return List.copyOf(byTable.values());
    }

    /// The debug tracks that contain the track of this key, if any.
    public Optional<DebugTracks> of(String trackKey) {
        return byTable.values().stream().filter(m -> isIn(m, trackKey)).findFirst();
    }

    /// The debug tracks whose rows are in this table, if any.
    public Optional<DebugTracks> inTable(String table) {
        return Optional.ofNullable(byTable.get(table));
    }

    /// Returns whether the key belongs to a debug track or a group of them, which can be removed.
    public boolean contains(String key) {
        return !byTable.isEmpty() && (key.equals(DebugTracks.GROUP) || of(key).isPresent());
    }

    /// Removes a track, a group of tracks or, given the key of the top group, all debug tracks. Removing the last
    /// track of a query drops its table.
    public void remove(String key) {
        List<DebugTracks> removedTracks = new ArrayList<>();
        if (key.equals(DebugTracks.GROUP)) {
            removedTracks.addAll(byTable.values());
            definitions.clear();
        } else {
            of(key).ifPresent(created -> {
                TrackNode current = shownNodes.get(created.table());
                List<TrackNode> remaining = current.children().stream()
                        .filter(c -> !c.key().equals(key))
                        .toList();
                if (current.key().equals(key) || remaining.isEmpty()) {
                    removedTracks.add(created);
                } else {
                    shownNodes.put(created.table(), current.withChildren(remaining));
                    QueryTrack old = definitions.get(created.number());
                    List<String> removed = new ArrayList<>(old.removed());
                    removed.add(key);
                    definitions.put(old.number(), new QueryTrack(old.number(), old.spec(), old.setup(), removed));
                }
            });
        }
        removedTracks.forEach(created -> {
            byTable.remove(created.table());
            shownNodes.remove(created.table());
            definitions.remove(created.number());
        });
        notifyChanged();
        dropTables(removedTracks);
    }

    private void dropTables(List<DebugTracks> removedTracks) {
        for (DebugTracks created : removedTracks) {
            session.discardTracks(created.tracks());
            session.queries()
                    .submit(
                            "drop " + created.table(),
                            q -> {
                                DebugTrackCreator.drop(q, created.table());
                                return created;
                            },
                            done -> {},
                            e -> System.getLogger(DebugTrackList.class.getName())
                                    .log(System.Logger.Level.DEBUG, "dropping a debug track", e));
        }
    }

    /// Incremented by each change.
    public ReadOnlyIntegerProperty versionProperty() {
        return version.getReadOnlyProperty();
    }

    /// The group at the top of the track tree; empty if there are no debug tracks.
    Optional<TrackNode> group() {
        if (shownNodes.isEmpty()) {
            return Optional.empty();
        }
        List<TrackNode> nodes = List.copyOf(shownNodes.values());
        int tracks = nodes.stream()
                .mapToInt(n -> n.isGroup() ? n.children().size() : 1)
                .sum();
        return Optional.of(new TrackNode(
                DebugTracks.GROUP,
                TrackGroup.GROUP,
                SessionTexts.DEBUG,
                "",
                List.of(),
                SessionTexts.tracks(tracks),
                "sql",
                true,
                nodes));
    }

    private static boolean isIn(DebugTracks created, String key) {
        return created.node().key().equals(key)
                || created.node().children().stream().anyMatch(c -> c.key().equals(key));
    }

    private void notifyChanged() {
        version.set(version.get() + 1);
        session.updateUserTracks();
    }
}
