package traceglass.render.model;

import traceglass.analysis.track.TrackStyle;

/// Names and rows of a timeline that stand out.
public final class Highlights {

    private String name;
    private TrackStyle style;
    private String focusedRow;
    private String highlightedRow;
    private double highlightStrength;

    Highlights() {}

    /// Name that keeps its color while all others are dimmed, or null.
    public String name() {
        return name;
    }

    /// Style of the tracks on which events are dimmed: names of slices have no meaning on CPU tracks.
    public TrackStyle style() {
        return style;
    }

    /// Key of the row with the keyboard focus, or null.
    public String focusedRow() {
        return focusedRow;
    }

    public void setFocusedRow(String value) {
        focusedRow = value;
    }

    /// Key of the row that was just jumped to, or null.
    public String highlightedRow() {
        return highlightedRow;
    }

    /// Strength of the highlight of the row that was jumped to, from 1 down to 0.
    public double highlightStrength() {
        return highlightStrength;
    }

    /// Dims all events of tracks with this style that have another name.
    public void setName(String highlightedName, TrackStyle dimmed) {
        name = highlightedName;
        style = dimmed;
    }

    public void clearName() {
        name = null;
    }

    /// Highlights a row that was jumped to.
    ///
    /// @param strength strength of the highlight, from 1 (full) to 0
    public void setHighlightedRow(String row, double strength) {
        highlightedRow = row;
        highlightStrength = strength;
    }

    public void clearHighlightedRow() {
        highlightedRow = null;
    }
}
