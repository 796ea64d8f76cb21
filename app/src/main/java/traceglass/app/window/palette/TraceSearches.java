package traceglass.app.window.palette;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.query.Cancellation;
import traceglass.analysis.query.QueryPool;
import traceglass.analysis.search.SearchHits;
import traceglass.analysis.search.TraceSearch;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.SearchModel;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.store.time.TimeSpan;

/// Searches the traces of a window in the chosen scope.
final class TraceSearches {

    private final TraceSlot slot;
    private final TracePair pair;
    private final Notices notices;
    private final Supplier<TimeSpan> visible;
    private final Supplier<List<TrackNode>> trackOfSelection;
    private final Runnable whenFailed;
    /// The last search of the first trace, or null once it has ended.
    private @Nullable Cancellation running;

    /// @param visible time span shown by the timeline
    /// @param trackOfSelection returns the track of the selected event as a list, or null
    /// @param whenFailed called after a search has failed
    TraceSearches(
            TraceSlot slot,
            TracePair pair,
            Notices notices,
            Supplier<TimeSpan> visible,
            Supplier<List<TrackNode>> trackOfSelection,
            Runnable whenFailed) {
        this.slot = slot;
        this.pair = pair;
        this.notices = notices;
        this.visible = visible;
        this.trackOfSelection = trackOfSelection;
        this.whenFailed = whenFailed;
    }

    /// Whether the first trace is being searched.
    boolean isRunning() {
        return running != null && !running.isCanceled();
    }

    /// Searches both traces; an empty text removes the hits.
    ///
    /// @param session the first trace
    /// @return whether a search of the first trace has started
    boolean begin(String text, TraceSession session) {
        searchSecondTrace(text);
        if (text.isEmpty()) {
            session.queries().cancel("search");
            slot.search().clear();
            return false;
        }
        running = session.queries()
                .submit(
                        "search",
                        searchWork(text, scope()),
                        (SearchHits found) -> {
                            running = null;
                            slot.search().setHits(found);
                        },
                        e -> {
                            running = null;
                            whenFailed.run();
                            notices.show(
                                    Notices.Severity.ERROR, "search", PaletteTexts.searchFailed(text, e.getMessage()));
                        });
        return true;
    }

    /// Searches the second trace as well: its hits are marked on its timeline, listed in its details pane, and
    /// stepped through while it is active.
    private void searchSecondTrace(String text) {
        TraceSlot second = pair.second();
        TraceSession session = second == null ? null : second.trace().session();
        if (session == null || !session.isReady()) {
            return;
        }
        if (text.isEmpty()) {
            session.queries().cancel("search");
            second.search().clear();
            return;
        }
        TimeSpan shown = second.navigation().timelineLink().visible();
        TraceSearch.Scope scope = slot.search().scopeProperty().get() == SearchModel.Scope.VISIBLE
                ? new TraceSearch.Scope(shown.start(), shown.end(), null)
                : TraceSearch.Scope.ALL;
        session.queries()
                .submit(
                        "search",
                        searchWork(text, scope),
                        (SearchHits found) -> second.search().setHits(found),
                        e -> {
                            // The search of the first trace reports the error.
                        });
    }

    private static QueryPool.Work<SearchHits> searchWork(String text, TraceSearch.Scope scope) {
        return q -> TraceSearch.find(q, text, scope);
    }

    private TraceSearch.Scope scope() {
        TimeSpan all = visible.get();
        return switch (slot.search().scopeProperty().get()) {
            case ALL -> TraceSearch.Scope.ALL;
            case VISIBLE -> new TraceSearch.Scope(all.start(), all.end(), null);
            case TRACK ->
                slot.search().trackProperty().get() == null
                        ? TraceSearch.Scope.ALL
                        : new TraceSearch.Scope(
                                Long.MIN_VALUE,
                                Long.MAX_VALUE,
                                leaves(slot.search().trackProperty().get()));
            case SELECTION ->
                switch (slot.selection().get()) {
                    case Selection.Area a ->
                        new TraceSearch.Scope(a.start(), a.end(), a.tracks().isEmpty() ? null : a.tracks());
                    case Selection.Event e ->
                        new TraceSearch.Scope(Long.MIN_VALUE, Long.MAX_VALUE, trackOfSelection.get());
                    case Selection.Events several ->
                        new TraceSearch.Scope(several.start(), several.end(all.end()), null);
                    case Selection.None n -> TraceSearch.Scope.ALL;
                };
        };
    }

    private static List<TrackNode> leaves(TrackNode node) {
        return node.children().isEmpty()
                ? List.of(node)
                : node.children().stream().flatMap(c -> leaves(c).stream()).toList();
    }
}
