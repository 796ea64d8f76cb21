package traceglass.render.action;

import org.jspecify.annotations.Nullable;
import traceglass.render.layout.Row;
import traceglass.render.model.Highlights;
import traceglass.render.model.TimelineModel;

/// Row with the keyboard focus, and the highlight of a row that was jumped to.
public final class RowHighlight {

    /// Time for which a row that was jumped to stays highlighted.
    private static final long HIGHLIGHT_NS = 1_400_000_000;

    private final TimelineModel model;
    private long highlightedAt;

    public RowHighlight(TimelineModel model) {
        this.model = model;
    }

    /// Removes the keyboard focus from all rows.
    public void clear() {
        if (model.highlights().focusedRow() != null) {
            model.highlights().setFocusedRow(null);
            model.changes().markOverlay();
        }
    }

    /// Moves the keyboard focus to a row.
    public void focus(Row row) {
        model.highlights().setFocusedRow(row.node().key());
        model.changes().markOverlay();
    }

    /// Moves the keyboard focus to a row and highlights it for a moment. Returns whether the row exists.
    boolean highlight(String key) {
        Row row = model.layout().row(key);
        if (row == null) {
            return false;
        }
        model.highlights().setHighlightedRow(key, 1);
        highlightedAt = System.nanoTime();
        focus(row);
        return true;
    }

    /// Row with the focus, or null if no visible row has it.
    public @Nullable Row row() {
        String key = model.highlights().focusedRow();
        return key == null ? null : model.layout().row(key);
    }

    /// Fades the highlight; returns whether it changes.
    public boolean fade() {
        Highlights highlights = model.highlights();
        if (highlights.highlightedRow() == null) {
            return false;
        }
        double left = 1 - (double) (System.nanoTime() - highlightedAt) / HIGHLIGHT_NS;
        if (left <= 0) {
            highlights.clearHighlightedRow();
        } else {
            // With reduced motion the highlight does not fade; it just ends.
            highlights.setHighlightedRow(
                    highlights.highlightedRow(), model.theme().reducesMotion() ? 1 : left * left);
        }
        return true;
    }
}
