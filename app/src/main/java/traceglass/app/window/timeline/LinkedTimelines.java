package traceglass.app.window.timeline;

import traceglass.render.TimelineView;
import traceglass.render.item.ScrollPosition;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Moves two timelines together, a fixed time apart. While they are unlinked, each moves independently.
public final class LinkedTimelines {

    private final TimelineView first;
    private final TimelineView second;
    private final TrackMatcher trackMatcher;
    private long offsetNs;
    private boolean isLinked = true;
    private boolean movesOneTrace;
    private boolean isFollowing;
    private boolean areRowsUnlinked;
    /// Range that both timelines may show, in time of the first trace; null while they are unlinked.
    private TimeSpan allowedSpan;
    private Runnable onShifted = () -> {};

    public LinkedTimelines(TimelineView first, TimelineView second, TrackMatcher trackMatcher) {
        this.first = first;
        this.second = second;
        this.trackMatcher = trackMatcher;
        first.viewportProperty().addListener((_, _, _) -> viewportMoved(true));
        second.viewportProperty().addListener((_, _, _) -> viewportMoved(false));
        first.pair().setOnScrolled(() -> copyScrollPosition(true));
        second.pair().setOnScrolled(() -> copyScrollPosition(false));
        first.pair().setOnRowsChanged(() -> copyExpandedRows(true));
        second.pair().setOnRowsChanged(() -> copyExpandedRows(false));
        first.hoverTimeProperty()
                .addListener((_, _, newValue) -> second.pair()
                        .setPointer(newValue == null || !isLinked ? null : Long.valueOf(newValue + offsetNs)));
        second.hoverTimeProperty()
                .addListener((_, _, newValue) -> first.pair()
                        .setPointer(newValue == null || !isLinked ? null : Long.valueOf(newValue - offsetNs)));
        first.labelWidthProperty().addListener((_, _, newValue) -> second.setLabelWidth(newValue.doubleValue()));
        second.labelWidthProperty().addListener((_, _, newValue) -> first.setLabelWidth(newValue.doubleValue()));
    }

    /// Returns the time to add to a time of the first trace to get the time at the same position of the second, in
    /// ns.
    public long offsetNs() {
        return offsetNs;
    }

    public void setOffset(long ns) {
        offsetNs = ns;
        updateAllowedSpan();
        follow(true);
    }

    public boolean isLinked() {
        return isLinked;
    }

    public void setLinked(boolean isLinked) {
        this.isLinked = isLinked;
        updateAllowedSpan();
        follow(true);
        if (!isLinked) {
            // Alone, a timeline does not show time in which only the other trace has data.
            first.pair().show(first.viewport().clampTo(first.bounds()));
            second.pair().show(second.viewport().clampTo(second.bounds()));
        }
    }

    /// Sets whether only one timeline moves, which changes the offset between them.
    void setMovesOneTrace(boolean isOneTrace) {
        movesOneTrace = isOneTrace;
    }

    /// Lets each timeline scroll its tracks independently until the user touches one of them.
    public void unlinkRows() {
        areRowsUnlinked = true;
    }

    void relinkRows() {
        areRowsUnlinked = false;
    }

    /// Sets the action called when the user has moved one of two linked timelines relative to the other.
    public void setOnShifted(Runnable action) {
        onShifted = action;
    }

    /// Lets both timelines move over the time range in which either trace has data.
    public void updateAllowedSpan() {
        if (!isLinked) {
            allowedSpan = null;
            first.pair().setAllowedSpan(null);
            second.pair().setAllowedSpan(null);
            return;
        }
        allowedSpan = unionSpan();
        first.pair().setAllowedSpan(allowedSpan);
        second.pair().setAllowedSpan(new TimeSpan(allowedSpan.start() + offsetNs, allowedSpan.end() + offsetNs));
    }

    /// Returns whether everything that both timelines may show is visible.
    public boolean showsAll() {
        TimeSpan visible = first.visibleSpanProperty().get();
        return allowedSpan != null && visible.start() <= allowedSpan.start() && visible.end() >= allowedSpan.end();
    }

    /// Shows both traces completely.
    public void showAll() {
        first.showSpan(unionSpan());
    }

    /// Returns the time range in which either trace has data, in time of the first trace.
    public TimeSpan unionSpan() {
        TimeSpan a = first.bounds();
        TimeSpan b = second.bounds();
        return new TimeSpan(Math.min(a.start(), b.start() - offsetNs), Math.max(a.end(), b.end() - offsetNs));
    }

    private void viewportMoved(boolean isFirstMoved) {
        if (!isLinked || isFollowing) {
            return;
        }
        if (movesOneTrace) {
            offsetNs = second.viewport().start() - first.viewport().start();
            updateAllowedSpan();
            onShifted.run();
            return;
        }
        follow(isFirstMoved);
    }

    private void follow(boolean isFirstMoved) {
        if (!isLinked) {
            return;
        }
        runWithoutMirroring(() -> {
            if (isFirstMoved) {
                second.pair().show(shifted(first.viewport(), offsetNs));
            } else {
                first.pair().show(shifted(second.viewport(), -offsetNs));
            }
        });
    }

    private static Viewport shifted(Viewport from, long ns) {
        return new Viewport(from.start() + ns, from.fraction(), from.spanNs());
    }

    /// Scrolls the other timeline to the matching track, if it has one.
    private void copyScrollPosition(boolean isFirstScrolled) {
        if (isLinked && !isFollowing && !movesOneTrace && !areRowsUnlinked) {
            TimelineView from = isFirstScrolled ? first : second;
            TimelineView to = isFirstScrolled ? second : first;
            ScrollPosition top = from.scrollPosition();
            String matching = top == null ? null : trackMatcher.match(top.row(), isFirstScrolled);
            if (top == null || matching != null && to.tracks().rowKeys().contains(matching)) {
                runWithoutMirroring(() -> to.scrollTo(top == null ? null : new ScrollPosition(matching, top.offset())));
            }
        }
    }

    /// Expands and collapses the matching groups of the other timeline and applies the same filter.
    private void copyExpandedRows(boolean isFirstChanged) {
        if (isLinked && !isFollowing && !movesOneTrace && !areRowsUnlinked) {
            TimelineView from = isFirstChanged ? first : second;
            TimelineView to = isFirstChanged ? second : first;
            runWithoutMirroring(() -> {
                from.tracks().state().open().forEach((key, open) -> {
                    String matching = trackMatcher.match(key, isFirstChanged);
                    if (matching != null && to.tracks().isExpanded(matching) != open) {
                        to.tracks().toggle(matching);
                    }
                });
                if (!to.tracks().filter().equals(from.tracks().filter())) {
                    to.tracks().setFilter(from.tracks().filter());
                }
            });
        }
    }

    /// Applies expanded groups, filter and scroll position of the first timeline to the second.
    public void copyRows() {
        copyExpandedRows(true);
        copyScrollPosition(true);
    }

    /// Runs an action whose changes must not be mirrored back to the other timeline.
    private void runWithoutMirroring(Runnable action) {
        isFollowing = true;
        try {
            action.run();
        } finally {
            isFollowing = false;
        }
    }

    /// Unlinks both timelines permanently.
    public void end() {
        isLinked = false;
        first.pair().setAllowedSpan(null);
        first.pair().setZeroTime(null);
        first.pair().setMinimap(null);
        first.pair().setPointer(null);
        first.pair().setOnScrolled(() -> {});
        first.pair().setOnRowsChanged(() -> {});
    }
}
