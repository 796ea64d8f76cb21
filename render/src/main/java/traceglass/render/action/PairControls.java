package traceglass.render.action;

import org.jspecify.annotations.Nullable;
import traceglass.analysis.sched.MinimapData;
import traceglass.render.model.TimelineModel;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Settings of a timeline that is shown together with a second one: visible range of both traces, common time zero,
/// pointer of the other timeline, and scroll notifications. Used on the JavaFX thread.
public final class PairControls {

    private final TimelineModel model;
    private final ViewportMover mover;
    private final Arrangement arrangement;
    private final Scrolling scrolling;
    private final TrackControls tracks;

    public PairControls(
            TimelineModel model,
            ViewportMover mover,
            Arrangement arrangement,
            Scrolling scrolling,
            TrackControls tracks) {
        this.model = model;
        this.mover = mover;
        this.arrangement = arrangement;
        this.scrolling = scrolling;
        this.tracks = tracks;
    }

    /// Resets everything, for a new trace.
    public void reset() {
        model.setAllowedSpan(null);
        model.setZeroTime(null);
        model.marks().setPairMinimap(null);
        model.pointer().setPairTime(null);
    }

    /// Draws a line for the pointer over the other timeline, at a time of this trace; null removes it.
    public void setPointer(@Nullable Long ts) {
        model.pointer().setPairTime(ts);
        model.changes().markOverlay();
    }

    /// Time of that line, or null.
    public @Nullable Long pointer() {
        return model.pointer().pairTime();
    }

    /// Sets the range that the window may show, which may include time that only the other trace covers; null
    /// for the range of this trace.
    public void setAllowedSpan(@Nullable TimeSpan span) {
        model.setAllowedSpan(span);
        model.changes().markTracks();
    }

    /// Whether the window moves together with that of the other trace.
    public boolean isPaired() {
        return model.hasAllowedSpan();
    }

    /// Sets the time that the axis shows as 0, marked by a dashed line; null for the start of the trace without a
    /// line.
    public void setZeroTime(@Nullable Long ts) {
        model.setZeroTime(ts);
        model.changes().markTracks();
    }

    /// Hides everything above the tracks if the timeline above this one shows the same axis.
    public void setHeaderHidden(boolean value) {
        arrangement.setHeaderHidden(value);
    }

    /// Replaces the minimap by one with a lane for each of the two traces, each in the color of its trace; null
    /// restores it.
    public void setMinimap(@Nullable MinimapData minimap) {
        model.marks().setPairMinimap(minimap);
        model.changes().markTracks();
    }

    /// Shows exactly this window immediately, even where the trace has no data.
    public void show(Viewport window) {
        mover.jumpTo(window);
    }

    /// Called when the tracks have been scrolled.
    public void setOnScrolled(Runnable handler) {
        scrolling.setOnScrolled(handler);
    }

    /// Called when groups have been opened or closed, or tracks filtered.
    public void setOnRowsChanged(Runnable handler) {
        tracks.setOnRowsChanged(handler);
    }
}
