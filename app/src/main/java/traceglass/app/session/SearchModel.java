package traceglass.app.session;

import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import traceglass.analysis.search.SearchHits;
import traceglass.analysis.track.TrackNode;

/// The text search in the open trace: what was found, in order of time, and which hit is the current one. Used on the
/// JavaFX thread.
public final class SearchModel {

    private final ReadOnlyObjectWrapper<SearchHits> hits = new ReadOnlyObjectWrapper<>(SearchHits.NONE);
    private final IntegerProperty index = new SimpleIntegerProperty(-1);

    /// Where to search.
    public enum Scope {
        ALL("everywhere"),
        /// The time and the tracks of the selected area, or the track of the selected event.
        SELECTION("in the selection"),
        /// One track, or all tracks of a group: [SearchModel#trackProperty].
        TRACK("on the track"),
        /// The time that the timeline shows.
        VISIBLE("in what is visible");

        private final String title;

        Scope(String title) {
            this.title = title;
        }

        /// The one of this name in any case; everywhere when there is none.
        public static Scope named(String name) {
            return java.util.Arrays.stream(values())
                    .filter(s -> s.name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElse(ALL);
        }

        /// As it stands beside the hits.
        public String title() {
            return title;
        }
    }

    private final ObjectProperty<Scope> scope = new SimpleObjectProperty<>(Scope.ALL);
    private final ReadOnlyObjectWrapper<TrackNode> track = new ReadOnlyObjectWrapper<>();

    /// Where the next search looks.
    public ObjectProperty<Scope> scopeProperty() {
        return scope;
    }

    /// The track or group that [Scope#TRACK] is about; null while none was chosen.
    public ReadOnlyObjectProperty<TrackNode> trackProperty() {
        return track.getReadOnlyProperty();
    }

    /// From now on looks on this track alone, or in all of this group.
    public void searchOn(TrackNode node) {
        scope.set(Scope.TRACK);
        track.set(node);
    }

    /// The scope that can be kept for another time: a track is not.
    public Scope keptScope() {
        return scope.get() == Scope.TRACK ? Scope.ALL : scope.get();
    }

    /// Goes on to the next scope there is.
    public void nextScope() {
        Scope[] all = Scope.values();
        Scope next = all[(scope.get().ordinal() + 1) % all.length];
        scope.set(next == Scope.TRACK && track.get() == null ? Scope.VISIBLE : next);
    }

    /// The scope in words, as it stands beside the hits.
    public String scopeTitle() {
        return scope.get() == Scope.TRACK && track.get() != null
                ? "on " + track.get().name()
                : scope.get().title;
    }

    /// What was found last; never null.
    public ReadOnlyObjectProperty<SearchHits> hitsProperty() {
        return hits.getReadOnlyProperty();
    }

    /// Place of the current hit in [#hitsProperty], −1 when there is none. Setting it makes the window go there.
    public IntegerProperty indexProperty() {
        return index;
    }

    public void clear() {
        index.set(-1);
        scope.set(Scope.ALL);
        track.set(null);
        hits.set(SearchHits.NONE);
    }

    /// Replaces what was found; no hit is the current one.
    public void setHits(SearchHits found) {
        index.set(-1);
        hits.set(found);
    }

    /// Goes to the next hit, from the last to the first; from none, to the first at or after `ts`.
    public void next(long ts) {
        int n = hits.get().size();
        if (n > 0) {
            index.set(index.get() >= 0 ? (index.get() + 1) % n : hits.get().firstAtOrAfter(ts) % n);
        }
    }

    /// Goes to the hit before, from the first to the last; from none, to the last before `ts`.
    public void previous(long ts) {
        int n = hits.get().size();
        if (n > 0) {
            int from = index.get() >= 0 ? index.get() : hits.get().firstAtOrAfter(ts);
            index.set((from - 1 + n) % n);
        }
    }
}
