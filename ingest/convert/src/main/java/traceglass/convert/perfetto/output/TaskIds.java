package traceglass.convert.perfetto.output;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;

/// Ids of processes and threads in the written trace. The format identifies them only by number, so a process
/// or thread whose number was used before on its machine gets a new number, counting down from the largest.
public final class TaskIds {

    /// A process.
    ///
    /// @param machine id of its machine
    /// @param pid process id, unique on the machine
    public record Process(
            long upid,
            int machine,
            long pid,
            @Nullable String name,
            @Nullable String cmdline,
            long uid,
            long parent) {

        /// Returns whether the name is the first word of the command line, which readers use as the process
        /// name.
        public boolean isNamedByCommand() {
            return cmdline != null && name != null && (cmdline + " ").startsWith(name + " ");
        }
    }

    /// A thread.
    ///
    /// @param upid upid of its process; -1 if unknown
    /// @param machine id of its machine
    /// @param tid thread id, unique in its process
    public record Thread(
            long utid,
            long upid,
            int machine,
            long pid,
            long tid,
            @Nullable String name) {}

    private final Map<Long, Process> processes = new HashMap<>();
    private final Map<Long, Thread> threads = new HashMap<>();
    private final Thread idle;
    private long renumberedCount;
    private long nextReplacement = Integer.MAX_VALUE;

    private TaskIds(int mainMachine) {
        idle = new Thread(0, -1, mainMachine, 0, 0, "swapper");
    }

    /// Reads all processes and threads, except the process to which the idle threads belong.
    public static TaskIds read(TraceRows rows, MachineIds machines) throws IOException, ConvertProblem {
        TaskIds ids = new TaskIds(machines.main());
        Map<Integer, Set<Long>> usedPids = new HashMap<>();
        rows.query("""
                SELECT upid, pid, name, cmdline, coalesce(uid, -1), coalesce(parent_upid, -1), coalesce(machine_id, 0)
                FROM process WHERE pid != 0 OR name IS NOT NULL ORDER BY upid\
                """, c -> {
            while (c.next()) {
                long upid = c.getLong(0);
                int machine = machines.of(c.getLong(6));
                long pid = ids.uniqueId(c.getLong(1), usedPids.computeIfAbsent(machine, m -> new HashSet<>()));
                ids.processes.put(
                        upid,
                        new Process(upid, machine, pid, c.getString(2), c.getString(3), c.getLong(4), c.getLong(5)));
            }
        });
        Map<Long, Set<Long>> usedTids = new HashMap<>();
        String sql = "SELECT utid, tid, name, coalesce(upid, -1), coalesce(machine_id, 0) FROM thread ORDER BY utid";
        rows.query(sql, c -> {
            while (c.next()) {
                long utid = c.getLong(0);
                long upid = c.getLong(3);
                // Tids of threads without a known process are unique on their machine.
                long group = upid >= 0 ? upid : -1 - c.getLong(4);
                long tid = ids.uniqueId(c.getLong(1), usedTids.computeIfAbsent(group, u -> new HashSet<>()));
                Process process = ids.processes.get(upid);
                // A thread without a known process becomes its own main thread.
                long pid = process == null ? tid : process.pid;
                ids.threads.put(utid, new Thread(utid, upid, machines.of(c.getLong(4)), pid, tid, c.getString(2)));
            }
        });
        return ids;
    }

    /// Returns an id that is not used yet, if possible the original one, and marks it as used.
    private long uniqueId(long id, Set<Long> used) {
        if (id >= 0 && id <= Integer.MAX_VALUE && used.add(id)) {
            return id;
        }
        renumberedCount++;
        used.add(nextReplacement);
        return nextReplacement--;
    }

    /// Returns the number of processes and threads whose id differs from that in the original trace.
    public long renumberedCount() {
        return renumberedCount;
    }

    /// Returns all processes.
    public Iterable<Process> processes() {
        return processes.values();
    }

    /// Returns all threads.
    public Iterable<Thread> threads() {
        return threads.values();
    }

    /// Returns the process with a `upid`; null if there is none.
    public @Nullable Process process(long upid) {
        return processes.get(upid);
    }

    /// Returns the thread with a `utid`; the idle thread if there is none.
    public Thread thread(long utid) {
        return threads.getOrDefault(utid, idle);
    }
}
