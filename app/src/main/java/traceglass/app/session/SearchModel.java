package traceglass.app.session;

import java.util.Arrays;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import traceglass.analysis.search.SearchHits;
import traceglass.analysis.track.TrackNode;

/// Text search in the open trace: the hits in time order and the current one. Used on the JavaFX thread.
public final class SearchModel {

    private final ReadOnlyObjectWrapper<SearchHits> hits = new ReadOnlyObjectWrapper<>(SearchHits.NONE);
    private final IntegerProperty index = new SimpleIntegerProperty(-1);

    /// Scope of a search.
    public enum Scope {
        ALL(SessionTexts.EVERYWHERE),
        /// Time and tracks of the selected area, or the track of the selected event.
        SELECTION(SessionTexts.IN_SELECTION),
        /// One track, or all tracks of a group: [SearchModel#trackProperty].
        TRACK(SessionTexts.ON_TRACK),
        /// Time span visible on the timeline.
        VISIBLE(SessionTexts.IN_VISIBLE_TIME);

        private final String title;

        Scope(String title) {
            this.title = title;
        }

        /// The scope with this name, ignoring case; [#ALL] if there is none.
        public static Scope ofName(String name) {
            return Arrays.stream(values())
                    .filter(s -> s.name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElse(ALL);
        }

        /// Label shown next to the hits.
        public String title() {
            return title;
        }
    }

    private final ObjectProperty<Scope> scope = new SimpleObjectProperty<>(Scope.ALL);
    private final ReadOnlyObjectWrapper<TrackNode> track = new ReadOnlyObjectWrapper<>();

    /// Scope of the next search.
    public ObjectProperty<Scope> scopeProperty() {
        return scope;
    }

    /// Track or group for [Scope#TRACK]; null until one is chosen.
    public ReadOnlyObjectProperty<TrackNode> trackProperty() {
        return track.getReadOnlyProperty();
    }

    /// Limits the search to this track, or to all tracks of this group.
    public void searchOn(TrackNode node) {
        scope.set(Scope.TRACK);
        track.set(node);
    }

    /// The scope to store for later sessions; [Scope#TRACK] is not stored.
    public Scope savedScope() {
        return scope.get() == Scope.TRACK ? Scope.ALL : scope.get();
    }

    /// Switches to the next available scope.
    public void selectNextScope() {
        Scope[] scopes = Scope.values();
        Scope next = scopes[(scope.get().ordinal() + 1) % scopes.length];
        scope.set(next == Scope.TRACK && track.get() == null ? Scope.VISIBLE : next);
    }

    /// Description of the scope, shown next to the hits.
    public String scopeTitle() {
        return scope.get() == Scope.TRACK && track.get() != null
                ? SessionTexts.onTrack(track.get().name())
                : scope.get().title;
    }

    /// Hits of the last search; never null.
    public ReadOnlyObjectProperty<SearchHits> hitsProperty() {
        return hits.getReadOnlyProperty();
    }

    /// Index of the current hit in [#hitsProperty], or −1. When it is set, the window navigates to the hit.
    public IntegerProperty indexProperty() {
        return index;
    }

    /// Removes all hits and resets the scope.
    public void clear() {
        index.set(-1);
        scope.set(Scope.ALL);
        track.set(null);
        hits.set(SearchHits.NONE);
    }

    /// Replaces the hits; none is current.
    public void setHits(SearchHits found) {
        index.set(-1);
        hits.set(found);
    }

    /// Moves to the next hit, wrapping around at the end; without a current hit, to the first one at or after `ts`.
    public void selectNext(long ts) {
        int n = hits.get().size();
        if (n > 0) {
            index.set(index.get() >= 0 ? (index.get() + 1) % n : hits.get().firstAtOrAfter(ts) % n);
        }
    }

    /// Moves to the previous hit, wrapping around at the start; without a current hit, to the last one before `ts`.
    public void selectPrevious(long ts) {
        int n = hits.get().size();
        if (n > 0) {
            int from = index.get() >= 0 ? index.get() : hits.get().firstAtOrAfter(ts);
            index.set((from - 1 + n) % n);
        }
    }
}
