package traceglass.convert.json;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;

/// The process and thread ids of a JSON trace. The format identifies processes and threads only by number, so a
/// process or thread whose number was used before gets a new number, counting down from -1 as in exports of
/// Perfetto's tools.
final class JsonIds {

    /// A process or thread.
    ///
    /// @param tid 0 for a process
    record Id(long pid, long tid, String name) {

        static final Id NONE = new Id(0, 0, "");
    }

    private final Map<Long, Id> processes = new LinkedHashMap<>();
    private final Map<Long, Id> threads = new LinkedHashMap<>();

    /// Reads all processes and threads.
    static JsonIds read(TraceRows rows) throws IOException, ConvertProblem {
        JsonIds ids = new JsonIds();
        Set<Long> usedPids = new HashSet<>();
        long[] next = {-1};
        rows.query("SELECT upid, pid, coalesce(name, '') FROM process ORDER BY upid", c -> {
            while (c.next()) {
                long pid = usedPids.add(c.getLong(1)) ? c.getLong(1) : next[0]--;
                ids.processes.put(c.getLong(0), new Id(pid, 0, c.getString(2)));
            }
        });
        Map<Long, Set<Long>> usedTids = new HashMap<>();
        rows.query("SELECT utid, tid, coalesce(name, ''), coalesce(upid, -1) FROM thread ORDER BY utid", c -> {
            while (c.next()) {
                long pid = ids.process(c.getLong(3)).pid;
                boolean isFree =
                        usedTids.computeIfAbsent(pid, p -> new HashSet<>()).add(c.getLong(1));
                ids.threads.put(c.getLong(0), new Id(pid, isFree ? c.getLong(1) : next[0]--, c.getString(2)));
            }
        });
        return ids;
    }

    Id process(long upid) {
        return processes.getOrDefault(upid, Id.NONE);
    }

    Id thread(long utid) {
        return threads.getOrDefault(utid, Id.NONE);
    }

    Iterable<Id> processes() {
        return processes.values();
    }

    Iterable<Id> threads() {
        return threads.values();
    }
}
