package traceglass.analysis.sched;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.sched.states.ThreadStateLabels;

/// Critical path as lanes of consecutive spans. Immutable.
///
/// @param lanes state of the thread, thread on the path, its state, and its slice
public record PathSpans(List<Lane> lanes) {

    public static final PathSpans NONE = new PathSpans(List.of());

    /// Palette of a lane.
    public enum Color {
        STATE,
        NAME
    }

    /// Lane of spans.
    public record Lane(String title, Color color, List<Span> spans) {}

    /// Span of a lane.
    ///
    /// @param text label
    /// @param row first row of the list that it covers
    public record Span(long start, long end, String text, int row) {}

    /// Reads the rows of [PathSubject#sql], in its order.
    public static PathSpans of(RowStore rows) {
        if (rows.size() == 0) {
            return NONE;
        }
        List<Lane> lanes = List.of(
                new Lane(SchedTexts.LANE_THREAD, Color.STATE, new ArrayList<>()),
                new Lane(SchedTexts.LANE_PATH, Color.NAME, new ArrayList<>()),
                new Lane(SchedTexts.LANE_STATE, Color.STATE, new ArrayList<>()),
                new Lane(SchedTexts.LANE_SLICE, Color.NAME, new ArrayList<>()));
        int ts = rows.column("ts");
        int dur = rows.column("dur");
        for (int i = 0; i < rows.size(); i++) {
            long start = rows.getLong(i, ts);
            long end = start + rows.getLong(i, dur);
            add(lanes.get(0), start, end, state(rows, i, "self_state", "self_io_wait"), i);
            String thread =
                    text(rows, i, "thread") + (rows.isNull(i, rows.column("tid")) ? "" : " " + text(rows, i, "tid"));
            add(lanes.get(1), start, end, thread.strip(), i);
            add(lanes.get(2), start, end, state(rows, i, "state_code", "io_wait"), i);
            add(lanes.get(3), start, end, text(rows, i, "slice"), i);
        }
        return new PathSpans(lanes);
    }

    private static void add(Lane lane, long from, long end, String text, int row) {
        Span last = lane.spans.isEmpty() ? null : lane.spans.getLast();
        // A thread can have slices on several tracks at once; then the first of the overlapping rows is drawn.
        long start = last == null ? from : Math.max(from, last.end);
        if (text.isEmpty() || end <= start) {
            return;
        }
        if (last != null && last.end == start && last.text.equals(text)) {
            lane.spans.set(lane.spans.size() - 1, new Span(last.start, end, text, last.row));
        } else {
            lane.spans.add(new Span(start, end, text, row));
        }
    }

    private static String text(RowStore rows, int row, String column) {
        String text = rows.getText(row, rows.column(column));
        return text == null ? "" : text;
    }

    private static String state(RowStore rows, int row, String state, String io) {
        String letter = rows.getText(row, rows.column(state));
        return letter == null
                ? ""
                : ThreadStateLabels.of(
                        letter, rows.isNull(row, rows.column(io)) ? null : rows.getLong(row, rows.column(io)) != 0);
    }
}
