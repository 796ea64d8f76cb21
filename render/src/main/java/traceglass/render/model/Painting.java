package traceglass.render.model;

import java.util.HashMap;
import java.util.Map;

/// Data that painters share, and counts of blank rows, during one painting of a timeline.
public final class Painting {

    private final Map<String, double[]> sharedRanges = new HashMap<>();
    private long nowNs;
    private int blankRows;
    private long unknownMarkNs = Long.MAX_VALUE;

    Painting() {}

    /// Shared ranges of counters, lowest and highest value, by key.
    public Map<String, double[]> sharedRanges() {
        return sharedRanges;
    }

    /// `System.nanoTime` at the start of this painting.
    public long nowNs() {
        return nowNs;
    }

    public void setNowNs(long value) {
        nowNs = value;
    }

    /// Number of rows with nothing to show in a part of the window; reset by its reader.
    public int blankRows() {
        return blankRows;
    }

    public void setBlankRows(int value) {
        blankRows = value;
    }

    /// `System.nanoTime` at which the first row without data is shown as unknown instead of empty; `Long.MAX_VALUE`
    /// if there is none.
    public long unknownMarkNs() {
        return unknownMarkNs;
    }

    public void setUnknownMarkNs(long value) {
        unknownMarkNs = value;
    }

    public void countBlankRow() {
        blankRows++;
    }
}
