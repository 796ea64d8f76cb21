package traceglass.convert.json;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;

/// Process and thread ids of a JSON trace. The format identifies processes and threads only by number, so a
/// process or thread whose number was used before gets a new number, counting down from -1 as in exports of
/// Perfetto's tools.
final class JsonTaskIds {

    /// A process or thread.
    ///
    /// @param tid 0 for a process
    record Task(long pid, long tid, String name) {

        static final Task NONE = new Task(0, 0, "");
    }

    private final Map<Long, Task> processes = new LinkedHashMap<>();
    private final Map<Long, Task> threads = new LinkedHashMap<>();

    /// Reads all processes and threads.
    static JsonTaskIds read(TraceRows rows) throws IOException, ConvertProblem {
        JsonTaskIds ids = new JsonTaskIds();
        Set<Long> usedPids = new HashSet<>();
        long[] nextReplacement = {-1};
        rows.query("SELECT upid, pid, coalesce(name, '') FROM process ORDER BY upid", c -> {
            while (c.next()) {
                long pid = usedPids.add(c.getLong(1)) ? c.getLong(1) : nextReplacement[0]--;
                ids.processes.put(c.getLong(0), new Task(pid, 0, c.getString(2)));
            }
        });
        Map<Long, Set<Long>> usedTids = new HashMap<>();
        rows.query("SELECT utid, tid, coalesce(name, ''), coalesce(upid, -1) FROM thread ORDER BY utid", c -> {
            while (c.next()) {
                long pid = ids.process(c.getLong(3)).pid;
                boolean isUnused =
                        usedTids.computeIfAbsent(pid, p -> new HashSet<>()).add(c.getLong(1));
                ids.threads.put(
                        c.getLong(0), new Task(pid, isUnused ? c.getLong(1) : nextReplacement[0]--, c.getString(2)));
            }
        });
        return ids;
    }

    Task process(long upid) {
        return processes.getOrDefault(upid, Task.NONE);
    }

    Task thread(long utid) {
        return threads.getOrDefault(utid, Task.NONE);
    }

    Iterable<Task> processes() {
        return processes.values();
    }

    Iterable<Task> threads() {
        return threads.values();
    }
}
