package traceglass.app.panel.critical;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.flame.source.FlameStacks;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.sched.PathSubject;
import traceglass.analysis.sched.states.ThreadStateLabels;

/// Converts a path to stacks: state of the thread, the thread it waited for, and the slice, state and kernel
/// function. The durations add up to the length of the path.
final class PathStacks {

    private PathStacks() {}

    /// Converts the rows of [PathSubject#sql].
    static FlameStacks of(RowStore rows, PathSubject subject) {
        FlameStacks stacks = new FlameStacks(
                "critical-path", CriticalPathTexts.CRITICAL_PATH, subject.name(), subject.start(), subject.end());
        int ts = rows.column("ts");
        int dur = rows.column("dur");
        long counted = Long.MIN_VALUE;
        for (int i = 0; i < rows.size(); i++) {
            // A thread can have overlapping slices on several tracks; the first of the overlapping rows
            // counts.
            long start = Math.max(counted, rows.getLong(i, ts));
            long end = rows.getLong(i, ts) + rows.getLong(i, dur);
            if (end <= start) {
                continue;
            }
            counted = end;
            stacks.add(stack(rows, i), end - start);
        }
        return stacks;
    }

    private static List<FlameStacks.Frame> stack(RowStore rows, int row) {
        List<FlameStacks.Frame> out = new ArrayList<>();
        String selfState = state(rows, row, "self_state", "self_io_wait");
        out.add(new FlameStacks.Frame(
                selfState.isEmpty() ? CriticalPathTexts.UNKNOWN : selfState, CriticalPathTexts.THIS_THREAD));
        if (!"itself".equals(text(rows, row, "on"))) {
            String process = text(rows, row, "process");
            String tid = text(rows, row, "tid");
            out.add(new FlameStacks.Frame(
                    CriticalPathTexts.waitingFor((text(rows, row, "thread") + " " + tid).strip()), process));
            String slice = text(rows, row, "slice");
            if (!slice.isEmpty()) {
                out.add(new FlameStacks.Frame(slice, process));
            }
            out.add(new FlameStacks.Frame(state(rows, row, "state_code", "io_wait"), process));
        } else if (!text(rows, row, "slice").isEmpty()) {
            out.add(new FlameStacks.Frame(text(rows, row, "slice"), CriticalPathTexts.THIS_THREAD));
        }
        String function = text(rows, row, "blocked_function");
        if (!function.isEmpty()) {
            out.add(new FlameStacks.Frame(function, CriticalPathTexts.KERNEL));
        }
        out.removeIf(f -> f.name().isEmpty());
        return out;
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
