package traceglass.convert.ftracetext;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import traceglass.convert.format.StoredTables;
import traceglass.convert.output.ConvertProblem;
import traceglass.sql.stored.RowBlock;

/// Threads and CPUs to which raw events refer.
final class FtraceTasks {

    private record Task(long tid, String name, long tgid) {}

    private static final Task NONE = new Task(0, "", 0);

    private final Map<Long, Task> tasks = new HashMap<>();
    private final Map<Long, Long> cpus = new HashMap<>();

    private FtraceTasks() {}

    static FtraceTasks read(StoredTables tables) throws IOException, ConvertProblem {
        FtraceTasks read = new FtraceTasks();
        tables.query("""
                SELECT t.utid, t.tid, coalesce(t.name, ''), coalesce(p.pid, 0)
                FROM thread AS t LEFT JOIN process AS p ON p.upid = t.upid\
                """, c -> {
            while (c.next()) {
                read.tasks.put(c.getLong(0), new Task(c.getLong(1), c.getString(2), c.getLong(3)));
            }
        });
        tables.query("SELECT id, cpu FROM __intrinsic_cpu", c -> {
            while (c.next()) {
                read.cpus.put(c.getLong(0), c.getLong(1));
            }
        });
        return read;
    }

    /// Returns the largest CPU number plus one; 0 if there are no CPUs.
    long cpuCount() {
        return cpus.values().stream().mapToLong(cpu -> cpu + 1).max().orElse(0);
    }

    /// Sets the task and CPU of an event.
    ///
    /// @param block rows with `ucpu` and `utid` as columns 3 and 4
    void setTaskAndCpu(FtraceEvent event, RowBlock block, int row) {
        event.cpu = cpus.getOrDefault(block.number(3, row), 0L);
        Task task = block.isNull(4, row) ? NONE : tasks.getOrDefault(block.number(4, row), NONE);
        event.tid = task.tid;
        event.comm = task.name;
        event.tgid = task.tgid;
    }
}
