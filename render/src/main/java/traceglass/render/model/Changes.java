package traceglass.render.model;

/// Parts of a timeline that are outdated. Code that changes the model marks the parts that depend on it; once per
/// pulse, the rows are laid out and the parts are painted again.
public final class Changes {

    private boolean isLayoutMarked = true;
    private boolean areTracksMarked = true;
    private boolean isOverlayMarked = true;
    private Runnable onMark = () -> {};
    private Runnable onChange = () -> {};

    Changes() {}

    /// Sets a handler that is called whenever a part becomes outdated, often many times per pulse.
    public void setOnMark(Runnable handler) {
        onMark = handler;
    }

    /// Sets a handler that is called whenever the visible contents of the tracks or their surroundings change, often
    /// many times per pulse.
    public void setOnChange(Runnable handler) {
        onChange = handler;
    }

    /// Marks the layout of the rows, and everything that is painted.
    public void markLayout() {
        isLayoutMarked = true;
        markTracks();
    }

    /// Marks everything that is painted.
    public void markTracks() {
        markPainted();
        onChange.run();
    }

    /// Marks everything that is painted, for a repaint without a change of the model.
    public void markPainted() {
        areTracksMarked = true;
        markOverlay();
    }

    /// Marks only the overlay, which is painted over the tracks.
    public void markOverlay() {
        isOverlayMarked = true;
        onMark.run();
    }

    /// Returns whether the layout was marked, and clears the mark.
    public boolean takeLayout() {
        boolean isMarked = isLayoutMarked;
        isLayoutMarked = false;
        return isMarked;
    }

    /// Returns whether the tracks were marked, and clears the mark.
    public boolean takeTracks() {
        boolean isMarked = areTracksMarked;
        areTracksMarked = false;
        return isMarked;
    }

    /// Returns whether the overlay was marked, and clears the mark.
    public boolean takeOverlay() {
        boolean isMarked = isOverlayMarked;
        isOverlayMarked = false;
        return isMarked;
    }

    public boolean hasTracks() {
        return areTracksMarked;
    }

    public boolean hasOverlay() {
        return isOverlayMarked;
    }
}
