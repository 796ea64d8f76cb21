package traceglass.app.window.timeline;

import traceglass.render.TimelineView;
import traceglass.render.item.ScrollPlace;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Has two timelines show the same time in step: what one moves to, the other does, a fixed time apart. Apart from that
/// each goes its own way while they are not together.
public final class PairedTimelines {

    private final TimelineView first;
    private final TimelineView second;
    private final TrackTwins twins;
    private long offsetNs;
    private boolean together = true;
    private boolean loose;
    private boolean following;
    private boolean rowsHeld;
    private Runnable onShifted = () -> {};

    public PairedTimelines(TimelineView first, TimelineView second, TrackTwins twins) {
        this.first = first;
        this.second = second;
        this.twins = twins;
        first.viewportProperty().addListener((o, was, is) -> moved(true));
        second.viewportProperty().addListener((o, was, is) -> moved(false));
        first.pair().setOnScrolled(() -> scrolled(true));
        second.pair().setOnScrolled(() -> scrolled(false));
        first.pair().setOnRowsChosen(() -> rowsChosen(true));
        second.pair().setOnRowsChosen(() -> rowsChosen(false));
        first.hoverTimeProperty()
                .addListener((o, was, is) ->
                        second.pair().setPointer(is == null || !together ? null : Long.valueOf(is + offsetNs)));
        second.hoverTimeProperty()
                .addListener((o, was, is) ->
                        first.pair().setPointer(is == null || !together ? null : Long.valueOf(is - offsetNs)));
        first.labelWidthProperty().addListener((o, was, is) -> second.setLabelWidth(is.doubleValue()));
        second.labelWidthProperty().addListener((o, was, is) -> first.setLabelWidth(is.doubleValue()));
    }

    /// What is to be added to a time of the first to have that of the second which stands at the same place, ns.
    public long offsetNs() {
        return offsetNs;
    }

    public void setOffset(long ns) {
        offsetNs = ns;
        reach();
        follow(true);
    }

    public boolean isTogether() {
        return together;
    }

    public void setTogether(boolean value) {
        together = value;
        reach();
        follow(true);
    }

    /// While this is on, one is moved and the other stays, which changes how far they are apart.
    void setLoose(boolean value) {
        loose = value;
    }

    /// Has each scroll its tracks by itself until a person touches one of them.
    public void holdRows() {
        rowsHeld = true;
    }

    void touched() {
        rowsHeld = false;
    }

    /// Called when a person has moved one of two that go together.
    public void setOnShifted(Runnable action) {
        onShifted = action;
    }

    /// Lets each window go wherever one of both traces has something to show.
    public void reach() {
        if (!together) {
            first.pair().setReach(null);
            second.pair().setReach(null);
            return;
        }
        TimeSpan all = both();
        first.pair().setReach(all);
        second.pair().setReach(new TimeSpan(all.start() + offsetNs, all.end() + offsetNs));
    }

    /// The time in which one of both has something, in times of the first.
    public TimeSpan both() {
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
            reach();
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

    /// Scrolls the other to the track of the same name, where it has one.
    private void scrolled(boolean byFirst) {
        if (together && !following && !loose && !rowsHeld) {
            TimelineView from = byFirst ? first : second;
            TimelineView to = byFirst ? second : first;
            ScrollPlace top = from.scrollPlace();
            String twin = top == null ? null : twins.twin(top.row(), byFirst);
            if (top == null || twin != null && to.tracks().rowKeys().contains(twin)) {
                inStep(() -> to.scrollTo(top == null ? null : new ScrollPlace(twin, top.inside())));
            }
        }
    }

    /// Opens and closes the groups of the same names, and filters for the same.
    private void rowsChosen(boolean byFirst) {
        if (together && !following && !loose && !rowsHeld) {
            TimelineView from = byFirst ? first : second;
            TimelineView to = byFirst ? second : first;
            inStep(() -> {
                from.tracks().state().open().forEach((key, open) -> {
                    String twin = twins.twin(key, byFirst);
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

    /// Has the second show of its tracks what the first shows.
    public void adoptRows() {
        rowsChosen(true);
        scrolled(true);
    }

    /// What one does because the other did it is not done to the other again.
    private void inStep(Runnable action) {
        following = true;
        try {
            action.run();
        } finally {
            following = false;
        }
    }

    /// Lets both go for good.
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
