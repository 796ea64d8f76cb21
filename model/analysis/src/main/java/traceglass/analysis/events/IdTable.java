package traceglass.analysis.events;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.rows.RowStore;

/// Finds out which table's rows the column `id` of a result names, as far as the result and its query say it.
public final class IdTable {

    /// Tables of events that a selection can be in.
    public static final List<String> EVENTS = List.of(
            "slice",
            "sched",
            "thread_state",
            "counter",
            "ftrace_event",
            "android_logs",
            "perf_sample",
            "cpu_profile_stack_sample",
            "instruments_sample");

    private IdTable() {}

    /// The table, when the names of the columns leave no doubt; else the one that the query's own FROM names.
    ///
    /// @param sql the query, or empty
    public static Optional<String> find(RowStore rows, String sql) {
        if (rows.column("id") < 0) {
            return Optional.empty();
        }
        if (has(rows, "end_state", "utid")) {
            return Optional.of("sched");
        }
        if (has(rows, "state", "utid")) {
            return Optional.of("thread_state");
        }
        if (has(rows, "ts", "track_id", "depth") || has(rows, "ts", "dur", "track_id")) {
            return Optional.of("slice");
        }
        if (has(rows, "ts", "track_id", "value")) {
            return Optional.of("counter");
        }
        return fromQuery(sql);
    }

    private static boolean has(RowStore rows, String... names) {
        for (String name : names) {
            if (rows.column(name) < 0) {
                return false;
            }
        }
        return true;
    }

    /// The last FROM outside of parentheses names the rows; `id` is qualified in queries with joins, mostly by that
    /// table.
    private static Optional<String> fromQuery(String sql) {
        String text = sql.toLowerCase(Locale.ROOT);
        int depth = 0;
        String found = null;
        for (int i = 0; i + 5 < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\'' || c == '"') {
                int end = text.indexOf(c, i + 1);
                i = end < 0 ? text.length() : end;
            } else if (c == '-' && text.charAt(i + 1) == '-') {
                int end = text.indexOf('\n', i);
                i = end < 0 ? text.length() : end;
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (depth == 0 && text.startsWith("from", i) && !isWord(text, i - 1) && !isWord(text, i + 4)) {
                found = word(text, i + 4);
            }
        }
        return Optional.ofNullable(found).map(IdTable::eventTable);
    }

    private static boolean isWord(String text, int i) {
        return i >= 0 && i < text.length() && (Character.isLetterOrDigit(text.charAt(i)) || text.charAt(i) == '_');
    }

    private static String word(String text, int from) {
        int start = from;
        while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        int end = start;
        while (isWord(text, end)) {
            end++;
        }
        return text.substring(start, end);
    }

    private static String eventTable(String name) {
        return switch (name) {
            case "slice",
                    "slices",
                    "thread_slice",
                    "process_slice",
                    "cpu_slice",
                    "thread_or_process_slice",
                    "instant",
                    "gpu_slice",
                    "frame_slice",
                    "graphics_frame_slice",
                    "actual_frame_timeline_slice",
                    "expected_frame_timeline_slice" -> "slice";
            case "sched", "sched_slice" -> "sched";
            case "thread_state" -> "thread_state";
            case "counter", "counters" -> "counter";
            case "thread" -> "thread";
            case "process" -> "process";
            case "ftrace_event", "raw" -> "ftrace_event";
            case "android_logs", "perf_sample", "cpu_profile_stack_sample", "instruments_sample" -> name;
            default ->
                name.equals("track") || name.endsWith("_track") && !DebugTracks.isTable(name)
                        ? "track"
                        : DebugTracks.isTable(name) ? name : null;
        };
    }
}
