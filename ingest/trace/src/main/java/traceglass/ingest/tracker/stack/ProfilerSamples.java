package traceglass.ingest.tracker.stack;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes profiler samples: rows of `__intrinsic_profiler_sample`, with deduplicated task contexts (the process and
/// thread) and execution contexts (the CPU and its mode).
public final class ProfilerSamples {

    /// Value of a missing context, callsite or CPU.
    public static final int NONE = -1;

    private final Table samples;
    private final Table tasks;
    private final Table executions;
    private final Table counterSets;
    private final LongColumn counterSetIds;
    private final IntColumn counterIds;
    private final LongColumn tsColumn;
    private final IntColumn sourceColumn;
    private final IntColumn taskColumn;
    private final IntColumn callsiteColumn;
    private final IntColumn executionColumn;
    private final IntColumn errorColumn;
    private final IntColumn sessionColumn;
    private final LongColumn counterSetColumn;
    private final Table sessions;
    private final Map<Task, Integer> taskRows = new HashMap<>();
    private final Map<Long, Integer> executionRows = new HashMap<>();

    private record Task(int upid, int utid, int asyncContext) {}

    /// Creates a writer for one import, whose profilers share the contexts.
    public ProfilerSamples(TraceStorage storage) {
        samples = storage.table(TableNames.ProfilerSample.TABLE);
        tasks = storage.table(TableNames.ProfilerTaskContext.TABLE);
        executions = storage.table(TableNames.ProfilerExecutionContext.TABLE);
        counterSets = storage.table(TableNames.ProfilerCounterSet.TABLE);
        counterSetIds = counterSets.longs(TableNames.ProfilerCounterSet.COUNTER_SET_ID);
        counterIds = counterSets.ints(TableNames.ProfilerCounterSet.COUNTER_ID);
        tsColumn = samples.longs(TableNames.ProfilerSample.TS);
        sourceColumn = samples.strings(TableNames.ProfilerSample.SOURCE);
        taskColumn = samples.ints(TableNames.ProfilerSample.TASK_CONTEXT_ID);
        callsiteColumn = samples.ints(TableNames.ProfilerSample.CALLSITE_ID);
        executionColumn = samples.ints(TableNames.ProfilerSample.EXECUTION_CONTEXT_ID);
        errorColumn = samples.strings(TableNames.ProfilerSample.UNWIND_ERROR);
        sessionColumn = samples.ints(TableNames.ProfilerSample.SESSION_ID);
        counterSetColumn = samples.longs(TableNames.ProfilerSample.COUNTER_SET_ID);
        sessions = storage.table(TableNames.ProfilerSession.TABLE);
    }

    /// Returns the row of the context of a process and thread.
    public int task(int upid, int utid) {
        return task(upid, utid, NONE);
    }

    /// Returns the row of the context of a process, a thread and an asynchronous task on it (such as a coroutine).
    /// Each may be [#NONE].
    public int task(int upid, int utid, int asyncContext) {
        return taskRows.computeIfAbsent(new Task(upid, utid, asyncContext), key -> {
            int row = tasks.addRow();
            tasks.ints(TableNames.ProfilerTaskContext.UPID).set(row, orNull(upid));
            tasks.ints(TableNames.ProfilerTaskContext.UTID).set(row, orNull(utid));
            tasks.ints(TableNames.ProfilerTaskContext.ASYNC_CONTEXT_ID).set(row, orNull(asyncContext));
            return row;
        });
    }

    private static int orNull(int id) {
        return id == NONE ? IntColumn.NULL : id;
    }

    /// Returns the row of the context of a CPU and its mode, or [#NONE] if both are unknown.
    ///
    /// @param ucpu CPU, or [#NONE]
    /// @param modeId string id of the mode, or [StringPool#NULL]
    public int execution(int ucpu, int modeId) {
        if (ucpu == NONE && modeId == StringPool.NULL) {
            return NONE;
        }
        return executionOrUnknown(ucpu, modeId);
    }

    /// Returns a row like [#execution], but also adds one for an unknown context.
    public int executionOrUnknown(int ucpu, int modeId) {
        return executionRows.computeIfAbsent((long) ucpu << 32 | modeId, key -> {
            int row = executions.addRow();
            executions.ints(TableNames.ProfilerExecutionContext.UCPU).set(row, orNull(ucpu));
            executions.strings(TableNames.ProfilerExecutionContext.CPU_MODE).set(row, modeId);
            return row;
        });
    }

    /// Adds a profiler session, which groups the samples of one event, and returns its row.
    ///
    /// @param sourceId string id of the profiler name
    /// @param unitId string id of the unit of the event that triggers samples, e.g. `ns`, `cycles`, `bytes` or
    ///     `count`; may be [StringPool#NULL]. Only samples of `ns`, `cycles`, `instructions` and NULL count as CPU
    ///     profiles.
    /// @param cmdlineId string id of the profiler's command line; may be [StringPool#NULL]
    public int session(int sourceId, int unitId, int cmdlineId) {
        int row = sessions.addRow();
        sessions.strings(TableNames.ProfilerSession.SOURCE).set(row, sourceId);
        sessions.strings(TableNames.ProfilerSession.TIMEBASE_UNIT).set(row, unitId);
        sessions.strings(TableNames.ProfilerSession.CMDLINE).set(row, cmdlineId);
        return row;
    }

    /// Adds a set that contains one row of the `counter` table and returns its id.
    public long counterSet(int counter) {
        int set = counterSets.rowCount();
        int row = counterSets.addRow();
        counterSetIds.set(row, set);
        counterIds.set(row, counter);
        return set;
    }

    /// Adds a set of rows of the `counter` table and returns its id; returns [LongColumn#NULL] for an empty set.
    public long counterSet(List<Integer> counters) {
        if (counters.isEmpty()) {
            return LongColumn.NULL;
        }
        int set = counterSets.rowCount();
        for (int counter : counters) {
            int row = counterSets.addRow();
            counterSetIds.set(row, set);
            counterIds.set(row, counter);
        }
        return set;
    }

    /// Adds a sample and returns its row.
    ///
    /// @param sourceId string id of the profiler name
    /// @param task task context, or [#NONE]
    /// @param callsite callsite, or [#NONE]
    public int add(long ts, int sourceId, int task, int callsite) {
        int row = samples.addRow();
        tsColumn.set(row, ts);
        sourceColumn.set(row, sourceId);
        taskColumn.set(row, orNull(task));
        callsiteColumn.set(row, orNull(callsite));
        return row;
    }

    /// Sets the CPU on which a sample was taken.
    ///
    /// @param row row as returned by [#add]
    /// @param execution context as returned by [#execution]
    public void setExecution(int row, int execution) {
        executionColumn.set(row, orNull(execution));
    }

    /// Sets the columns of a sample that only some profilers provide.
    ///
    /// @param row row as returned by [#add]
    public void describe(int row, int execution, int unwindErrorId, int session, long counterSet) {
        executionColumn.set(row, orNull(execution));
        errorColumn.set(row, unwindErrorId);
        sessionColumn.set(row, session);
        counterSetColumn.set(row, counterSet);
    }
}
