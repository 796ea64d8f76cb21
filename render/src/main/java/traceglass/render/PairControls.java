package traceglass.render;

import traceglass.analysis.sched.MinimapData;
import traceglass.render.picture.PaintState;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// What a timeline can do beside another one: show time that only the other trace has something in, count time from a
/// moment of both, and tell when it is scrolled. Belongs to the JavaFX thread, as the timeline does.
public final class PairControls {

    private final TimelineView view;
    private final PaintState picture;
    private boolean bare;
    private Runnable onScrolled = () -> {};
    private Runnable onRowsChosen = () -> {};

    PairControls(TimelineView view) {
        this.view = view;
        this.picture = view.picture;
    }

    /// For another trace: nothing of the pair before is left.
    void reset() {
        picture.reach = null;
        picture.zero = null;
        picture.pairMinimap = null;
        picture.pairPointer = null;
    }

    /// Draws the line of a pointer that is over another timeline, at a time of this one; null for none.
    public void setPointer(Long ts) {
        picture.pairPointer = ts;
        view.overlayChanged();
    }

    /// Where such a line is, or null.
    public Long pointer() {
        return picture.pairPointer;
    }

    /// Lets the window go over this stretch, in which another trace may have something to show; null for the trace
    /// alone.
    public void setReach(TimeSpan reach) {
        picture.reach = reach;
        view.changed();
    }

    /// The time that the axis calls 0, marked by a dashed line; null for the start of the trace and no line.
    public void setZero(Long ts) {
        picture.zero = ts;
        view.changed();
    }

    /// Takes away what stands above the tracks, where another timeline above this one shows the same time.
    public void setBare(boolean value) {
        bare = value;
        view.headerShown(!value);
    }

    boolean isBare() {
        return bare;
    }

    /// What the minimap shows in place of the trace's own: a lane for this trace and one for another beside it,
    /// each in the colour of its trace; null for the trace's own.
    public void setMinimap(MinimapData minimap) {
        picture.pairMinimap = minimap;
        view.changed();
    }

    /// Shows exactly this window at once, also where the trace has nothing.
    public void show(Viewport window) {
        view.mover().jump(window);
    }

    /// Called when the tracks were scrolled.
    public void setOnScrolled(Runnable handler) {
        onScrolled = handler;
    }

    /// Called when groups were opened or closed, or tracks filtered.
    public void setOnRowsChosen(Runnable handler) {
        onRowsChosen = handler;
    }

    void scrolled() {
        onScrolled.run();
    }

    void rowsChosen() {
        onRowsChosen.run();
    }
}
