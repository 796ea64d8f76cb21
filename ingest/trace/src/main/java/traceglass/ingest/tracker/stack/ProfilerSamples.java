package traceglass.ingest.tracker.stack;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes samples of profilers: rows of `__intrinsic_profiler_sample`, and those of who was sampled (task context) and
/// where (execution context), each once.
public final class ProfilerSamples {

    /// No context, no call site, no CPU.
    public static final int NONE = -1;

    private final Table samples;
    private final Table tasks;
    private final Table executions;
    private final Table counterSets;
    private final Map<Task, Integer> taskRows = new HashMap<>();
    private final Map<Long, Integer> executionRows = new HashMap<>();

    private record Task(int upid, int utid, int asyncContext) {}

    /// Writes samples of one import, whose profilers share the contexts.
    public ProfilerSamples(TraceStorage storage) {
        samples = storage.table("__intrinsic_profiler_sample");
        tasks = storage.table("__intrinsic_profiler_task_context");
        executions = storage.table("__intrinsic_profiler_execution_context");
        counterSets = storage.table("__intrinsic_profiler_counter_set");
    }

    /// Row of a process and thread as a context.
    public int task(int upid, int utid) {
        return task(upid, utid, NONE);
    }

    /// Row of a process, a thread and what runs on it (such as a coroutine) as a context; each may be [#NONE].
    public int task(int upid, int utid, int asyncContext) {
        return taskRows.computeIfAbsent(new Task(upid, utid, asyncContext), key -> {
            int row = tasks.addRow();
            tasks.ints("upid").set(row, orNull(upid));
            tasks.ints("utid").set(row, orNull(utid));
            tasks.ints("async_context_id").set(row, orNull(asyncContext));
            return row;
        });
    }

    private static int orNull(int id) {
        return id == NONE ? IntColumn.NULL : id;
    }

    /// Row of a CPU and its mode as a context; [#NONE] if neither is known.
    ///
    /// @param ucpu or [#NONE]
    /// @param modeId name of the mode, or [StringPool#NULL]
    public int execution(int ucpu, int modeId) {
        if (ucpu == NONE && modeId == StringPool.NULL) {
            return NONE;
        }
        return anyExecution(ucpu, modeId);
    }

    /// The same, with a row for what is not known as well.
    public int anyExecution(int ucpu, int modeId) {
        return executionRows.computeIfAbsent((long) ucpu << 32 | modeId, key -> {
            int row = executions.addRow();
            executions.ints("ucpu").set(row, orNull(ucpu));
            executions.strings("cpu_mode").set(row, modeId);
            return row;
        });
    }

    /// A new set of rows of the `counter` table; [LongColumn#NULL] if it is empty.
    public long counterSet(List<Integer> counters) {
        if (counters.isEmpty()) {
            return LongColumn.NULL;
        }
        int set = counterSets.rowCount();
        for (int counter : counters) {
            int row = counterSets.addRow();
            counterSets.longs("counter_set_id").set(row, set);
            counterSets.ints("counter_id").set(row, counter);
        }
        return set;
    }

    /// Adds a sample and returns its row.
    ///
    /// @param sourceId name of the profiler
    /// @param task or [#NONE]
    /// @param callsite or [#NONE]
    public int add(long ts, int sourceId, int task, int callsite) {
        int row = samples.addRow();
        samples.longs("ts").set(row, ts);
        samples.strings("source").set(row, sourceId);
        samples.ints("task_context_id").set(row, orNull(task));
        samples.ints("callsite_id").set(row, orNull(callsite));
        return row;
    }

    /// Says on which CPU a sample was taken.
    ///
    /// @param row of [#add]
    /// @param execution of [#execution]
    public void setExecution(int row, int execution) {
        samples.ints("execution_context_id").set(row, orNull(execution));
    }

    /// Adds to a sample what only some profilers know.
    ///
    /// @param row of [#add]
    public void describe(int row, int execution, int unwindErrorId, int session, long counterSet) {
        samples.ints("execution_context_id").set(row, orNull(execution));
        samples.strings("unwind_error").set(row, unwindErrorId);
        samples.ints("session_id").set(row, session);
        samples.longs("counter_set_id").set(row, counterSet);
    }
}
