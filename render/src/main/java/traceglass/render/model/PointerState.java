package traceglass.render.model;

/// State of the pointer over a timeline: the item under it and a running drag.
public final class PointerState {

    private Hover hover = Hover.NONE;
    private double x = Double.NaN;
    private Long pairTime;
    private long snappedTo = Long.MIN_VALUE;
    private double noteX = Double.NaN;
    private Lasso lasso;
    private double dropY = Double.NaN;
    private double dropInset;
    private boolean isDragging;

    PointerState() {}

    /// Event or part of the timeline under the pointer.
    public Hover hover() {
        return hover;
    }

    public void setHover(Hover value) {
        hover = value;
    }

    /// Whether a button is held that was pressed on the timeline.
    public boolean isDragging() {
        return isDragging;
    }

    public void setDragging(boolean value) {
        isDragging = value;
    }

    /// Position of the pointer over the time area, px from the left edge of the control, or NaN.
    public double x() {
        return x;
    }

    public void setX(double value) {
        x = value;
    }

    /// Time in ns under the pointer on the other timeline of a pair, or null.
    public Long pairTime() {
        return pairTime;
    }

    public void setPairTime(Long value) {
        pairTime = value;
    }

    /// Time in ns to which a dragged edge has snapped, or `Long.MIN_VALUE`.
    public long snappedTo() {
        return snappedTo;
    }

    public void setSnappedTo(long value) {
        snappedTo = value;
    }

    /// Position of the preview flag in the notes strip, px, or NaN.
    public double noteX() {
        return noteX;
    }

    public void setNoteX(double value) {
        noteX = value;
    }

    /// Rectangle of a running drag that selects the events in it, or null.
    public Lasso lasso() {
        return lasso;
    }

    public void setLasso(Lasso value) {
        lasso = value;
    }

    /// Drop position of a dragged row, px, or NaN.
    public double dropY() {
        return dropY;
    }

    /// Indentation of the drop position, px.
    public double dropInset() {
        return dropInset;
    }

    /// Shows where a dragged row would be dropped.
    ///
    /// @param y top of the row that would follow, px, or NaN if the row can't be dropped there
    /// @param inset indentation, px
    public void setDrop(double y, double inset) {
        dropY = y;
        dropInset = inset;
    }

    public void clearDrop() {
        setDrop(Double.NaN, 0);
    }
}
