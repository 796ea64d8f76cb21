package traceglass.convert.perfetto;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;

/// Numbers of processes and threads in the trace that is written, which knows them by number only. A process or thread
/// whose number was used before gets one that counts down from the largest.
final class TaskIds {

    /// A process.
    ///
    /// @param pid number, unique in the trace
    record Process(
            long upid,
            long pid,
            @Nullable String name,
            @Nullable String cmdline,
            long uid,
            long parent) {

        /// Returns whether the name is the first word of the command line, which readers name the process
        /// after.
        boolean isNamedByCommand() {
            return cmdline != null && name != null && (cmdline + " ").startsWith(name + " ");
        }
    }

    /// A thread.
    ///
    /// @param upid its process, -1 if unknown
    /// @param tid number, unique in its process
    record Thread(
            long utid,
            long upid,
            long pid,
            long tid,
            @Nullable String name) {}

    private static final Thread IDLE = new Thread(0, -1, 0, 0, "swapper");

    private final Map<Long, Process> processes = new HashMap<>();
    private final Map<Long, Thread> threads = new HashMap<>();
    private long renumbered;
    private long next = Integer.MAX_VALUE;

    /// Reads all processes and threads, apart from the process of idle threads.
    static TaskIds read(TraceRows rows) throws IOException, ConvertProblem {
        TaskIds ids = new TaskIds();
        Set<Long> usedPids = new HashSet<>();
        rows.query("""
                SELECT upid, pid, name, cmdline, coalesce(uid, -1), coalesce(parent_upid, -1)
                FROM process WHERE pid != 0 OR name IS NOT NULL ORDER BY upid\
                """, c -> {
            while (c.next()) {
                long upid = c.getLong(0);
                long pid = ids.free(c.getLong(1), usedPids);
                ids.processes.put(
                        upid, new Process(upid, pid, c.getString(2), c.getString(3), c.getLong(4), c.getLong(5)));
            }
        });
        Map<Long, Set<Long>> usedTids = new HashMap<>();
        rows.query("SELECT utid, tid, name, coalesce(upid, -1) FROM thread ORDER BY utid", c -> {
            while (c.next()) {
                long utid = c.getLong(0);
                long upid = c.getLong(3);
                long tid = ids.free(c.getLong(1), usedTids.computeIfAbsent(upid, u -> new HashSet<>()));
                Process process = ids.processes.get(upid);
                // Threads of unknown processes are their own main threads.
                ids.threads.put(utid, new Thread(utid, upid, process == null ? tid : process.pid, tid, c.getString(2)));
            }
        });
        return ids;
    }

    private long free(long id, Set<Long> used) {
        if (id >= 0 && id <= Integer.MAX_VALUE && used.add(id)) {
            return id;
        }
        renumbered++;
        used.add(next);
        return next--;
    }

    /// Returns the number of processes and threads whose number is another than in the original trace.
    long renumbered() {
        return renumbered;
    }

    Iterable<Process> processes() {
        return processes.values();
    }

    Iterable<Thread> threads() {
        return threads.values();
    }

    @Nullable
    Process process(long upid) {
        return processes.get(upid);
    }

    Thread thread(long utid) {
        return threads.getOrDefault(utid, IDLE);
    }
}
