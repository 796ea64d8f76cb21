package traceglass.render;

import traceglass.analysis.sched.MinimapData;
import traceglass.render.model.TimelineModel;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Settings of a timeline that is shown together with a second one: visible range of both traces, common time zero,
/// pointer of the other timeline, and scroll notifications. Used on the JavaFX thread.
public final class PairControls {

    private final TimelineView view;
    private final TimelineModel model;
    private boolean bare;
    private Runnable onScrolled = () -> {};
    private Runnable onRowsChosen = () -> {};

    PairControls(TimelineView view) {
        this.view = view;
        this.model = view.model;
    }

    /// Resets everything, for a new trace.
    void reset() {
        model.setReach(null);
        model.setZero(null);
        model.marks().setPairMinimap(null);
        model.pointer().setPairTime(null);
    }

    /// Draws a line for the pointer over the other timeline, at a time of this trace; null removes it.
    public void setPointer(Long ts) {
        model.pointer().setPairTime(ts);
        view.overlayChanged();
    }

    /// Time of that line, or null.
    public Long pointer() {
        return model.pointer().pairTime();
    }

    /// Sets the range that the window may show, which may include time that only the other trace covers; null
    /// for the range of this trace.
    public void setReach(TimeSpan reach) {
        model.setReach(reach);
        view.changed();
    }

    /// Whether the window moves together with that of the other trace.
    boolean isPaired() {
        return model.hasReach();
    }

    /// Sets the time that the axis shows as 0, marked by a dashed line; null for the start of the trace without a
    /// line.
    public void setZero(Long ts) {
        model.setZero(ts);
        view.changed();
    }

    /// Hides everything above the tracks if the timeline above this one shows the same axis.
    public void setBare(boolean value) {
        bare = value;
        view.headerShown(!value);
    }

    boolean isBare() {
        return bare;
    }

    /// Replaces the minimap by one with a lane for each of the two traces, each in the color of its trace; null
    /// restores it.
    public void setMinimap(MinimapData minimap) {
        model.marks().setPairMinimap(minimap);
        view.changed();
    }

    /// Shows exactly this window at once, even where the trace has no data.
    public void show(Viewport window) {
        view.mover().jump(window);
    }

    /// Called when the tracks have been scrolled.
    public void setOnScrolled(Runnable handler) {
        onScrolled = handler;
    }

    /// Called when groups have been opened or closed, or tracks filtered.
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
