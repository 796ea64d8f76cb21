package traceglass.ingest.tracker.machine;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgSets;
import traceglass.ingest.tracker.stats.ImportLogs;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Processes and threads of one machine: rows of the `process` and `thread` tables. The row index is the `upid` or
/// `utid`, which, unlike pids and tids, is never reused.
///
/// Information arrives in any order: a tid before its process, a reused pid whose previous process was not seen to end,
/// two threads that are only known to belong to the same process. Rows are created and merged by the rules of
/// Perfetto's trace processor, because the ids in every query result depend on them.
///
/// Row 0 of both tables is the idle process of the first machine, whether or not the trace contains it.
public final class ProcessTracker {

    /// Marks an unknown thread or process.
    public static final int NONE = LongIntMap.NONE;

    private final StringPool strings;
    private final int machine;
    private final StatsTracker.View stats;
    private final ImportLogs logs;
    private final Table processes;
    private final LongColumn pids;
    private final TaskNames processNames;
    private final LongColumn processStart;
    private final LongColumn processEnd;
    private final IntColumn parents;
    private final Table threads;
    private final LongColumn tids;
    private final TaskNames threadNames;
    private final LongColumn threadStart;
    private final LongColumn threadEnd;
    private final IntColumn upids;
    private final IntColumn mainFlags;
    private final int swapperUpid;
    private final int swapperUtid;
    private final ThreadsByTid byTid = new ThreadsByTid(this::isAlive);
    private final LongIntMap upidOfPid = new LongIntMap();
    private final Map<Integer, RowList> utidsOfProcess = new HashMap<>();
    private final UnresolvedThreads unresolved = new UnresolvedThreads();
    /// Incremented on each change that may affect the thread of a tid and pid.
    private long changes = 1;
    /// Recent results of [#updateThread]; in some traces nearly every event calls it.
    private final RecentThreads recent = new RecentThreads();
    /// Last result of [#thread], which parsers call several times per event.
    private long lastTid;
    private int lastUtid;
    private long lastAt;
    private final PidNamespaces namespaces = new PidNamespaces();
    private final TaskArgs processArgs;
    private final TaskArgs threadArgs;

    /// @param machine row of the `machine` table
    public ProcessTracker(
            TraceStorage storage, int machine, ArgSets argSets, StatsTracker.View stats, ImportLogs logs) {
        strings = storage.strings();
        this.machine = machine;
        this.stats = stats;
        this.logs = logs;
        processes = storage.table(TableNames.Process.TABLE);
        pids = processes.longs(TableNames.Process.PID);
        processNames = new TaskNames(processes.strings(TableNames.Process.NAME));
        processStart = processes.longs(TableNames.Process.START_TS);
        processEnd = processes.longs(TableNames.Process.END_TS);
        parents = processes.ints(TableNames.Process.PARENT_UPID);
        threads = storage.table(TableNames.Thread.TABLE);
        tids = threads.longs(TableNames.Thread.TID);
        threadNames = new TaskNames(threads.strings(TableNames.Thread.NAME));
        threadStart = threads.longs(TableNames.Thread.START_TS);
        threadEnd = threads.longs(TableNames.Thread.END_TS);
        upids = threads.ints(TableNames.Thread.UPID);
        mainFlags = threads.ints(TableNames.Thread.IS_MAIN_THREAD);
        processArgs = new TaskArgs(
                strings, argSets, processes.ints(TableNames.Process.ARG_SET_ID), "process_sort_index_hint");
        threadArgs =
                new TaskArgs(strings, argSets, threads.ints(TableNames.Thread.ARG_SET_ID), "thread_sort_index_hint");
        swapperUpid = addProcess(0);
        swapperUtid = addThread(0);
        upids.set(swapperUtid, swapperUpid);
        mainFlags.set(swapperUtid, 1);
        threads.ints(TableNames.Thread.IS_IDLE).set(swapperUtid, 1);
    }

    private int addProcess(long pid) {
        changes++;
        int upid = processes.addRow();
        pids.set(upid, pid);
        processes.ints(TableNames.Process.MACHINE_ID).set(upid, machine);
        return upid;
    }

    private int addThread(long tid) {
        changes++;
        int utid = threads.addRow();
        tids.set(utid, tid);
        threads.ints(TableNames.Thread.MACHINE_ID).set(utid, machine);
        threads.ints(TableNames.Thread.IS_IDLE).set(utid, 0);
        return utid;
    }

    /// Adds a thread whose creation was seen, even if a thread with this tid is known.
    ///
    /// @param ts start time in ns, or [LongColumn#NULL]
    public int startThread(long ts, long tid) {
        int utid = addThread(tid);
        threadStart.set(utid, ts);
        byTid.add(tid, utid);
        return utid;
    }

    /// Ends a thread, and its process if it is the main thread. Unknown tids are ignored: workers may be freed
    /// after the main thread.
    public void endThread(long ts, long tid) {
        int utid = byTid.live(tid);
        if (utid == NONE) {
            return;
        }
        changes++;
        threadEnd.set(utid, ts);
        byTid.remove(tid, utid);
        int upid = upids.get(utid);
        if (upid != IntColumn.NULL && pids.get(upid) == tid) {
            endProcess(ts, tid, upid);
        }
    }

    /// Ends a process. Later events with its pid belong to another process. Unknown pids are ignored.
    public void endProcess(long ts, long pid) {
        int upid = upidOfPid.get(pid);
        if (upid != NONE) {
            changes++;
            endProcess(ts, pid, upid);
        }
    }

    private void endProcess(long ts, long pid, int upid) {
        processEnd.set(upid, ts);
        upidOfPid.remove(pid);
        refreshThreadsOf(upid);
    }

    /// Returns the live thread with this tid, or [#NONE].
    public int threadOrNone(long tid) {
        return byTid.live(tid);
    }

    /// Returns the live thread with this tid, adding it if there is none.
    public int thread(long tid) {
        if (tid == lastTid && changes == lastAt) {
            return lastUtid;
        }
        int live = byTid.live(tid);
        int utid = live != NONE ? live : startThread(LongColumn.NULL, tid);
        lastTid = tid;
        lastUtid = utid;
        lastAt = changes;
        return utid;
    }

    /// Returns the thread with this tid in the process with this pid, adding both if needed. It is the main thread
    /// if the two ids are equal.
    public int updateThread(long tid, long pid) {
        int known = recent.get(tid, pid, changes);
        if (known != NONE) {
            return known;
        }
        int utid = threadOf(tid, process(pid), tid == pid, true);
        // A repeated call would have no side effects, so cache the result.
        recent.put(tid, pid, utid, changes);
        return utid;
    }

    /// Returns the thread with this tid in this process, adding it if needed. An added thread is not the main
    /// thread.
    public int threadWithParent(long tid, int upid, boolean associateMainThreads) {
        return threadOf(tid, upid, false, associateMainThreads);
    }

    /// Invalidates the cached results of [#updateThread] and [#thread].
    void invalidateCaches() {
        changes++;
    }

    private int threadOf(long tid, int upid, boolean isMain, boolean associateMainThreads) {
        int live = byTid.live(tid);
        if (live != NONE && upids.get(live) == upid && isAlive(live)) {
            resolvePending(live, upid, associateMainThreads);
            return live;
        }
        long pid = pids.get(upid);
        int utid = byTid.find(tid, candidate -> isAlive(candidate) && mayBelongTo(candidate, pid));
        if (utid == NONE) {
            utid = startThread(LongColumn.NULL, tid);
        } else {
            // From now on, the tid without a pid refers to this thread.
            changes++;
            byTid.makeLive(tid, utid);
        }
        if (upids.get(utid) == IntColumn.NULL) {
            associate(utid, upid, isMain);
        }
        resolvePending(utid, upids.get(utid), associateMainThreads);
        return utid;
    }

    private boolean mayBelongTo(int utid, long pid) {
        int upid = upids.get(utid);
        return upid == IntColumn.NULL || pids.get(upid) == pid;
    }

    /// Returns whether the thread may still be running.
    public boolean isAlive(int utid) {
        if (threadEnd.get(utid) != LongColumn.NULL) {
            return false;
        }
        int upid = upids.get(utid);
        if (upid == IntColumn.NULL) {
            return true;
        }
        if (processEnd.get(upid) != LongColumn.NULL) {
            return false;
        }
        int successor = upidOfPid.get(pids.get(upid));
        return successor == NONE || successor == upid;
    }

    private void refreshThreadsOf(int upid) {
        changes++;
        RowList threads = utidsOfProcess.get(upid);
        for (int i = 0; threads != null && i < threads.size(); i++) {
            byTid.refresh(tids.get(threads.get(i)));
        }
    }

    /// Adds a process whose creation was seen, with its main thread, even if a process with this pid is known.
    ///
    /// @param ts start time in ns, or [LongColumn#NULL]
    /// @param parentUpid parent process, or [#NONE]
    /// @param nameId name of the process and its main thread; [StringPool#NULL] for none
    public int startProcess(long ts, int parentUpid, long pid, int nameId, NamePriority.OfThread priority) {
        changes++;
        int previous = upidOfPid.get(pid);
        upidOfPid.remove(pid);
        byTid.removeAll(pid);
        setThreadName(startThread(ts, pid), nameId, priority);
        int upid = process(pid);
        if (ts != LongColumn.NULL) {
            processStart.set(upid, ts);
        }
        setProcessName(upid, nameId, NamePriority.OfProcess.SYSTEM);
        if (parentUpid != NONE) {
            parents.set(upid, parentUpid);
        }
        if (previous != NONE) {
            refreshThreadsOf(previous);
        }
        return upid;
    }

    /// Returns the live process with this pid, adding it with a main thread if there is none.
    public int process(long pid) {
        return process(pid, true);
    }

    /// Returns the live process with this pid, adding it without a thread if there is none.
    public int processWithoutMainThread(long pid) {
        return process(pid, false);
    }

    private int process(long pid, boolean withMainThread) {
        int existing = upidOfPid.get(pid);
        if (existing != NONE) {
            return existing;
        }
        int upid = addProcess(pid);
        upidOfPid.put(pid, upid);
        if (withMainThread) {
            // Not startThread(): the main thread may have been seen before its process.
            updateThread(pid, pid);
        }
        return upid;
    }

    /// Returns the live process with this pid, or [#NONE].
    public int processOrNone(long pid) {
        return upidOfPid.get(pid);
    }

    /// Returns the smallest pid, from 1 on, that no live process has; for files that do not specify pids.
    public long unusedPid() {
        long pid = 1;
        while (processOrNone(pid) != NONE) {
            pid++;
        }
        return pid;
    }

    /// Sets the thread that created a process. The thread's own process may not be known yet.
    public void setCreator(int upid, int parentUtid) {
        int parent = upids.get(parentUtid);
        if (parent != IntColumn.NULL) {
            parents.set(upid, parent);
        } else {
            changes++;
            unresolved.addCreation(parentUtid, upid);
        }
    }

    /// Sets the parent unless the process already has one: a later parent only adopted an orphan.
    ///
    /// @param ts time of the event in ns, for the log of such changes; or [LongColumn#NULL]
    public void setParent(int upid, int parentUpid, long ts) {
        int previous = parents.get(upid);
        if (previous == IntColumn.NULL) {
            parents.set(upid, parentUpid);
        } else if (previous != parentUpid) {
            if (ts != LongColumn.NULL) {
                logs.recordAtTime(StatNames.PROCESS_TRACKER_PARENT_PID_CHANGED, ts, null);
            } else {
                logs.record(StatNames.PROCESS_TRACKER_PARENT_PID_CHANGED, null);
            }
        }
    }

    /// Sets name and command line as read from `/proc`.
    public void setProcessMetadata(int upid, int nameId, int cmdlineId) {
        setProcessName(upid, nameId, NamePriority.OfProcess.SYSTEM);
        processes.strings(TableNames.Process.CMDLINE).set(upid, cmdlineId);
    }

    /// Sets the user id and the Android app id and user derived from it.
    public void setUid(int upid, long uid) {
        processes.longs(TableNames.Process.UID).set(upid, uid);
        processes.longs(TableNames.Process.ANDROID_APPID).set(upid, uid % 100_000);
        processes.longs(TableNames.Process.ANDROID_USER_ID).set(upid, uid / 100_000);
    }

    /// Sets the start time of a thread, in ns, unless it is already known.
    public void setThreadStartIfUnset(int utid, long ts) {
        if (threadStart.get(utid) == LongColumn.NULL) {
            threadStart.set(utid, ts);
        }
    }

    /// Sets the start time of a process, in ns, unless it is already known.
    public void setStartIfUnset(int upid, long ts) {
        if (processStart.get(upid) == LongColumn.NULL) {
            processStart.set(upid, ts);
        }
    }

    /// Names a thread unless it has a name from a source of a higher rank. [StringPool#NULL] is ignored.
    public void setThreadName(int utid, int nameId, NamePriority.OfThread priority) {
        threadNames.set(utid, nameId, priority.rank);
    }

    /// Names a process unless it has a name from a source of a higher rank. [StringPool#NULL] is ignored.
    public void setProcessName(int upid, int nameId, NamePriority.OfProcess priority) {
        processNames.set(upid, nameId, priority.rank);
    }

    /// Sets the name of a thread and, for a main thread, of its process, after the kernel renamed a task.
    public void renameTask(int utid, int nameId, NamePriority.OfThread priority) {
        setThreadName(utid, nameId, priority);
        int upid = upids.get(utid);
        if (upid != IntColumn.NULL && pids.get(upid) == tids.get(utid)) {
            setProcessName(upid, nameId, NamePriority.OfProcess.SYSTEM);
        }
    }

    /// Records that two threads belong to the same process, even if that process is unknown.
    public void associateThreads(int utid1, int utid2, boolean associateMainThreads) {
        int upid1 = upids.get(utid1);
        int upid2 = upids.get(utid2);
        if (upid1 != IntColumn.NULL && upid2 == IntColumn.NULL) {
            join(utid2, upid1, associateMainThreads);
        } else if (upid2 != IntColumn.NULL && upid1 == IntColumn.NULL) {
            join(utid1, upid2, associateMainThreads);
        } else if (upid1 != IntColumn.NULL && upid1 != upid2) {
            stats.increment(StatNames.PROCESS_TRACKER_ERRORS);
        } else {
            changes++;
            unresolved.addSameProcess(utid1, utid2);
        }
    }

    private void join(int utid, int upid, boolean associateMainThreads) {
        associate(utid, upid, associateMainThreads && tids.get(utid) == pids.get(upid));
        resolvePending(utid, upid, associateMainThreads);
    }

    private void associate(int utid, int upid, boolean isMain) {
        changes++;
        upids.set(utid, upid);
        mainFlags.set(utid, isMain ? 1 : 0);
        utidsOfProcess.computeIfAbsent(upid, u -> new RowList()).add(utid);
    }

    private void resolvePending(int first, int upid, boolean associateMainThreads) {
        if (!unresolved.isEmpty()) {
            unresolved.resolve(
                    first,
                    child -> parents.set(child, upid),
                    utid -> associate(utid, upid, associateMainThreads && tids.get(utid) == pids.get(upid)));
        }
    }

    /// Sets whether a thread is the main thread of its process.
    public void setMainThread(int utid, boolean isMain) {
        mainFlags.set(utid, isMain ? 1 : 0);
    }

    /// Sets whether a thread is the idle thread of a CPU.
    public void setIdleThread(int utid, boolean isIdle) {
        threads.ints(TableNames.Thread.IS_IDLE).set(utid, isIdle ? 1 : 0);
    }

    /// Makes tid 0 and pid 0 refer to the idle process, as in all Linux traces.
    public void mapZeroToIdle() {
        changes++;
        byTid.addFirst(0, swapperUtid);
        if (upidOfPid.get(0) == NONE) {
            upidOfPid.put(0, swapperUpid);
        }
        setThreadName(swapperUtid, strings.intern("swapper"), NamePriority.OfThread.CONSTANT);
    }

    /// Returns the idle process of this machine.
    public int swapperUpid() {
        return swapperUpid;
    }

    /// Returns the idle thread of this machine.
    public int swapperUtid() {
        return swapperUtid;
    }

    /// Returns the ids of processes and threads inside their pid namespaces.
    public PidNamespaces namespaces() {
        return namespaces;
    }

    /// Sets the sort index of a process.
    ///
    /// @param isFromDescriptor whether the index comes from a track descriptor, which overrides other sources
    public void setProcessSortIndex(int upid, int index, boolean isFromDescriptor) {
        processArgs.setSortIndex(upid, index, isFromDescriptor);
    }

    /// Sets the sort index of a thread within its process.
    public void setThreadSortIndex(int utid, int index, boolean isFromDescriptor) {
        threadArgs.setSortIndex(utid, index, isFromDescriptor);
    }

    /// Returns the arguments of a process. Arguments from several sources form one arg set.
    public ArgSetBuilder processArgs(int upid) {
        return processArgs.of(upid);
    }

    /// Returns the arguments of a thread. Arguments from several sources form one arg set.
    public ArgSetBuilder threadArgs(int utid) {
        return threadArgs.of(utid);
    }

    /// Returns the process of a thread, or [#NONE] if unknown.
    public int upidOf(int utid) {
        int upid = upids.get(utid);
        return upid == IntColumn.NULL ? NONE : upid;
    }

    /// Returns the string id of the thread's name, or [StringPool#NULL].
    public int threadName(int utid) {
        return threadNames.get(utid);
    }

    /// Returns the string id of the process's name, or [StringPool#NULL].
    public int processName(int upid) {
        return processNames.get(upid);
    }

    /// Writes the collected arguments. Called once after the last event.
    public void finish() {
        processArgs.write();
        threadArgs.write();
    }
}
