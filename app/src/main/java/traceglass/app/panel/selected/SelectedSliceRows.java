package traceglass.app.panel.selected;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.rows.RowWriter;
import traceglass.analysis.select.EventSums;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackPath;
import traceglass.app.ui.CommonTexts;

/// Rows of the lists of selected events. Immutable.
///
/// @param sums statistics of the events
/// @param events one row for each event
/// @param names one row for each name
record SelectedSliceRows(EventSums sums, RowStore events, RowStore names) {

    private static final RowType LONG = RowType.LONG;

    /// Computes the rows. Called on a background thread.
    static SelectedSliceRows of(Selection.Events selection, long traceEnd, List<TrackNode> roots) throws IOException {
        EventSums sums = EventSums.of(selection, traceEnd);
        Map<String, String> tracks = new HashMap<>();
        TrackPath.all(roots).forEach(path -> tracks.put(path.node().key(), path.text()));
        return new SelectedSliceRows(sums, events(selection, sums, traceEnd, tracks), names(sums));
    }

    private static RowStore events(
            Selection.Events selection, EventSums sums, long traceEnd, Map<String, String> tracks) throws IOException {
        try (RowWriter out = new RowWriter(
                List.of("id", "ts", "dur", "gap", "name", "track"),
                List.of(LONG, LONG, LONG, LONG, RowType.TEXT, RowType.TEXT))) {
            for (int i = 0; i < selection.items().size(); i++) {
                Selection.Item item = selection.items().get(i);
                out.setLong(0, item.event().id());
                out.setLong(1, item.event().ts());
                out.setLong(2, item.end(traceEnd) - item.event().ts());
                if (i == 0) {
                    out.setNull(3);
                } else {
                    out.setLong(3, sums.gapBefore()[i]);
                }
                out.setText(4, item.name());
                out.setText(5, tracks.getOrDefault(item.trackKey(), ""));
                out.next();
            }
            return out.finish();
        }
    }

    private static RowStore names(EventSums sums) throws IOException {
        try (RowWriter out = new RowWriter(
                List.of("name", "count", "total", "least", "median", "mean", "most"),
                List.of(RowType.TEXT, LONG, LONG, LONG, LONG, LONG, LONG))) {
            for (EventSums.ByName row : sums.names()) {
                EventSums.Stats d = row.durations();
                out.setText(0, row.name());
                out.setLong(1, d.count());
                out.setLong(2, d.total());
                out.setLong(3, d.min());
                out.setLong(4, d.median());
                out.setLong(5, Math.round(d.mean()));
                out.setLong(6, d.max());
                out.next();
            }
            return out.finish();
        }
    }

    /// Columns of the list of events.
    static List<GridColumn> eventColumns() {
        return List.of(
                GridColumn.of(0, SelectedSliceTexts.ID, CellKind.ID)
                        .linkingTo(GridColumn.ROW)
                        .withWidth(86),
                GridColumn.of(1, CommonTexts.TIME, CellKind.TIMESTAMP).withWidth(150),
                GridColumn.of(2, CommonTexts.DURATION, CellKind.DURATION)
                        .withBar()
                        .withWidth(112),
                GridColumn.of(3, SelectedSliceTexts.GAP_BEFORE, CellKind.DURATION)
                        .withBar()
                        .withWidth(112),
                GridColumn.of(4, CommonTexts.NAME, CellKind.TEXT).withSwatch().withWidth(230),
                GridColumn.of(5, SelectedSliceTexts.TRACK, CellKind.TEXT).withWidth(-1));
    }

    /// Columns of the list of names.
    static List<GridColumn> nameColumns() {
        return List.of(
                GridColumn.of(0, CommonTexts.NAME, CellKind.TEXT).withSwatch().withWidth(-1),
                GridColumn.of(1, SelectedSliceTexts.COUNT, CellKind.INTEGER).withWidth(90),
                GridColumn.of(2, CommonTexts.TOTAL, CellKind.DURATION).withBar().withWidth(140),
                GridColumn.of(3, SelectedSliceTexts.SHORTEST, CellKind.DURATION).withWidth(110),
                GridColumn.of(4, SelectedSliceTexts.MEDIAN, CellKind.DURATION).withWidth(110),
                GridColumn.of(5, SelectedSliceTexts.AVERAGE, CellKind.DURATION).withWidth(110),
                GridColumn.of(6, SelectedSliceTexts.LONGEST, CellKind.DURATION).withWidth(110));
    }
}
