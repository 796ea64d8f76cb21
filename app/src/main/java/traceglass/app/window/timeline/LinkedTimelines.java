package traceglass.app.window.timeline;

import traceglass.render.TimelineView;
import traceglass.render.item.ScrollPlace;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Moves two timelines together, a fixed time apart. While they are unlinked, each moves independently.
public final class LinkedTimelines {

    private final TimelineView first;
    private final TimelineView second;
    private final TrackMatcher twins;
    private long offsetNs;
    private boolean together = true;
    private boolean loose;
    private boolean following;
    private boolean rowsHeld;
    /// Range that both timelines may show, in time of the first trace; null while they are unlinked.
    private TimeSpan reach;
    private Runnable onShifted = () -> {};

    public LinkedTimelines(TimelineView first, TimelineView second, TrackMatcher twins) {
        this.first = first;
        this.second = second;
        this.twins = twins;
        first.viewportProperty().addListener((_, _, _) -> moved(true));
        second.viewportProperty().addListener((_, _, _) -> moved(false));
        first.pair().setOnScrolled(() -> scrolled(true));
        second.pair().setOnScrolled(() -> scrolled(false));
        first.pair().setOnRowsChosen(() -> rowsChosen(true));
        second.pair().setOnRowsChosen(() -> rowsChosen(false));
        first.hoverTimeProperty()
                .addListener((_, _, newValue) -> second.pair()
                        .setPointer(newValue == null || !together ? null : Long.valueOf(newValue + offsetNs)));
        second.hoverTimeProperty()
                .addListener((_, _, newValue) -> first.pair()
                        .setPointer(newValue == null || !together ? null : Long.valueOf(newValue - offsetNs)));
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
        updateReach();
        follow(true);
    }

    public boolean isTogether() {
        return together;
    }

    public void setTogether(boolean value) {
        together = value;
        updateReach();
        follow(true);
        if (!value) {
            // Alone, a timeline does not show time in which only the other trace has data.
            first.pair().show(first.viewport().within(first.bounds()));
            second.pair().show(second.viewport().within(second.bounds()));
        }
    }

    /// Sets whether only one timeline moves, which changes the offset between them.
    void setMovesOne(boolean value) {
        loose = value;
    }

    /// Lets each timeline scroll its tracks independently until the user touches one of them.
    public void unlinkRows() {
        rowsHeld = true;
    }

    void relinkRows() {
        rowsHeld = false;
    }

    /// Sets the action called when the user has moved one of two linked timelines against the other.
    public void setOnShifted(Runnable action) {
        onShifted = action;
    }

    /// Lets both timelines move over the time range in which either trace has data.
    public void updateReach() {
        if (!together) {
            reach = null;
            first.pair().setReach(null);
            second.pair().setReach(null);
            return;
        }
        reach = unionSpan();
        first.pair().setReach(reach);
        second.pair().setReach(new TimeSpan(reach.start() + offsetNs, reach.end() + offsetNs));
    }

    /// Returns whether everything that both timelines may show is visible.
    public boolean showsAll() {
        TimeSpan visible = first.visibleSpanProperty().get();
        return reach != null && visible.start() <= reach.start() && visible.end() >= reach.end();
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

    private void moved(boolean byFirst) {
        if (!together || following) {
            return;
        }
        if (loose) {
            offsetNs = second.viewport().start() - first.viewport().start();
            updateReach();
            onShifted.run();
            return;
        }
        follow(byFirst);
    }

    private void follow(boolean byFirst) {
        if (!together) {
            return;
        }
        inStep(() -> {
            if (byFirst) {
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
    private void scrolled(boolean byFirst) {
        if (together && !following && !loose && !rowsHeld) {
            TimelineView from = byFirst ? first : second;
            TimelineView to = byFirst ? second : first;
            ScrollPlace top = from.scrollPlace();
            String twin = top == null ? null : twins.match(top.row(), byFirst);
            if (top == null || twin != null && to.tracks().rowKeys().contains(twin)) {
                inStep(() -> to.scrollTo(top == null ? null : new ScrollPlace(twin, top.inside())));
            }
        }
    }

    /// Expands and collapses the matching groups of the other timeline and applies the same filter.
    private void rowsChosen(boolean byFirst) {
        if (together && !following && !loose && !rowsHeld) {
            TimelineView from = byFirst ? first : second;
            TimelineView to = byFirst ? second : first;
            inStep(() -> {
                from.tracks().state().open().forEach((key, open) -> {
                    String twin = twins.match(key, byFirst);
                    if (twin != null && to.tracks().isExpanded(twin) != open) {
                        to.tracks().toggle(twin);
                    }
                });
                if (!to.tracks().filter().equals(from.tracks().filter())) {
                    to.tracks().setFilter(from.tracks().filter());
                }
            });
        }
    }

    /// Applies expanded groups, filter and scroll position of the first timeline to the second.
    public void adoptRows() {
        rowsChosen(true);
        scrolled(true);
    }

    /// Runs an action whose changes must not be mirrored back to the other timeline.
    private void inStep(Runnable action) {
        following = true;
        try {
            action.run();
        } finally {
            following = false;
        }
    }

    /// Unlinks both timelines permanently.
    public void end() {
        together = false;
        first.pair().setReach(null);
        first.pair().setZero(null);
        first.pair().setMinimap(null);
        first.pair().setPointer(null);
        first.pair().setOnScrolled(() -> {});
        first.pair().setOnRowsChosen(() -> {});
    }
}
