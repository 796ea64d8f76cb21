package traceglass.ingest.tracker.machine;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgSets;
import traceglass.ingest.tracker.stats.ImportLogs;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// The processes and threads of one machine: rows of the `process` and `thread` tables. A row's index is the `upid` or
/// `utid`, which, unlike pids and tids, is never used twice.
///
/// What is known arrives in any order: a tid before its process, a pid that is used again without its end having been
/// seen, two threads known only to be of one process. The rules by which rows are made and joined are those of
/// Perfetto's trace processor, as ids in every answer depend on them.
///
/// Row 0 of both tables is the idle process of the first machine, whether or not the trace has one.
public final class ProcessTracker {

    /// A thread or process that is not known.
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
    private final IntColumn isMain;

    private final int swapperUpid;
    private final int swapperUtid;
    private final LongMap<RowList> utidsOfTid = new LongMap<>();
    private final LongIntMap liveTid = new LongIntMap();
    private final LongIntMap upidOfPid = new LongIntMap();
    private final Map<Integer, RowList> utidsOfProcess = new HashMap<>();
    private final ThreadAssociations sameProcess = new ThreadAssociations();
    private final ThreadAssociations madeBy = new ThreadAssociations();
    private final LongMap<Long> trustedPids = new LongMap<>();
    /// Counts whatever may change which thread a tid and pid mean.
    private long changes = 1;
    /// Threads that [#updateThread] found lately, by a hash of what it was asked for, and the count of changes
    /// then: nearly every event of some traces asks.
    private final long[] askedTids = new long[ASKED];
    private final long[] askedPids = new long[ASKED];
    private final int[] foundUtids = new int[ASKED];
    private final long[] foundAt = new long[ASKED];
    private static final int ASKED = 256;
    /// The same of [#thread]: what is made of one event asks several times.
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
        processes = storage.table("__intrinsic_process");
        pids = processes.longs("pid");
        processNames = new TaskNames(processes.strings("name"));
        processStart = processes.longs("start_ts");
        processEnd = processes.longs("end_ts");
        parents = processes.ints("parent_upid");
        threads = storage.table("__intrinsic_thread");
        tids = threads.longs("tid");
        threadNames = new TaskNames(threads.strings("name"));
        threadStart = threads.longs("start_ts");
        threadEnd = threads.longs("end_ts");
        upids = threads.ints("upid");
        isMain = threads.ints("is_main_thread");
        processArgs = new TaskArgs(strings, argSets, processes.ints("arg_set_id"), "process_sort_index_hint");
        threadArgs = new TaskArgs(strings, argSets, threads.ints("arg_set_id"), "thread_sort_index_hint");
        swapperUpid = addProcess(0);
        swapperUtid = addThread(0);
        upids.set(swapperUtid, swapperUpid);
        isMain.set(swapperUtid, 1);
        threads.ints("is_idle").set(swapperUtid, 1);
    }

    private int addProcess(long pid) {
        changes++;
        int upid = processes.addRow();
        pids.set(upid, pid);
        processes.ints("machine_id").set(upid, machine);
        return upid;
    }

    private int addThread(long tid) {
        changes++;
        int utid = threads.addRow();
        tids.set(utid, tid);
        threads.ints("machine_id").set(utid, machine);
        threads.ints("is_idle").set(utid, 0);
        return utid;
    }

    /// A new thread, though one of this tid may be known: its creation was seen.
    ///
    /// @param ts when it started, ns, or [LongColumn#NULL]
    public int startThread(long ts, long tid) {
        int utid = addThread(tid);
        threadStart.set(utid, ts);
        utidsOfTid.computeIfAbsent(tid, t -> new RowList()).add(utid);
        liveTid.put(tid, utid);
        return utid;
    }

    /// The thread is gone, and with it its process if it was the main thread. Unknown tids are left alone: workers
    /// may be freed after the main thread was.
    public void endThread(long ts, long tid) {
        int utid = liveTid.get(tid);
        if (utid == NONE) {
            return;
        }
        changes++;
        threadEnd.set(utid, ts);
        RowList sameTid = utidsOfTid.get(tid);
        if (sameTid != null) {
            sameTid.remove(utid);
        }
        refreshLive(tid);
        int upid = upids.get(utid);
        if (upid == IntColumn.NULL || pids.get(upid) != tid) {
            return;
        }
        processEnd.set(upid, ts);
        upidOfPid.remove(tid);
        refreshThreadsOf(upid);
    }

    /// The living thread with this tid, [#NONE] if there is none.
    public int threadOrNone(long tid) {
        return liveTid.get(tid);
    }

    /// The living thread with this tid, made if there is none.
    public int thread(long tid) {
        if (tid == lastTid && changes == lastAt) {
            return lastUtid;
        }
        int live = liveTid.get(tid);
        int utid = live != NONE ? live : startThread(LongColumn.NULL, tid);
        lastTid = tid;
        lastUtid = utid;
        lastAt = changes;
        return utid;
    }

    /// The thread with this tid in the process with this pid; both made if there are none. It is the main thread if
    /// the two are equal.
    public int updateThread(long tid, long pid) {
        int at = (int) (tid * 31 + pid) & ASKED - 1;
        if (foundAt[at] == changes && askedTids[at] == tid && askedPids[at] == pid) {
            return foundUtids[at];
        }
        int utid = threadOf(tid, process(pid), tid == pid, true);
        // Asked again, it would do no more than look.
        askedTids[at] = tid;
        askedPids[at] = pid;
        foundUtids[at] = utid;
        foundAt[at] = changes;
        return utid;
    }

    /// The thread with this tid in this process, made if there is none, and then never as the main thread.
    public int threadWithParent(long tid, int upid, boolean associateMainThreads) {
        return threadOf(tid, upid, false, associateMainThreads);
    }

    /// Forgets what [#updateThread] and [#thread] found lately.
    void forget() {
        changes++;
    }

    private int threadOf(long tid, int upid, boolean main, boolean associateMainThreads) {
        int live = liveTid.get(tid);
        if (live != NONE && upids.get(live) == upid && isAlive(live)) {
            resolvePending(live, upid, associateMainThreads);
            return live;
        }
        int utid = find(tid, pids.get(upid));
        if (utid == NONE) {
            utid = startThread(LongColumn.NULL, tid);
        } else {
            // What was named last is what the tid alone means from now on.
            changes++;
            liveTid.put(tid, utid);
            RowList sameTid = utidsOfTid.get(tid);
            if (sameTid != null && sameTid.last() != utid) {
                sameTid.remove(utid);
                sameTid.add(utid);
            }
        }
        if (upids.get(utid) == IntColumn.NULL) {
            associate(utid, upid, main);
        }
        resolvePending(utid, upids.get(utid), associateMainThreads);
        return utid;
    }

    private int find(long tid, long pid) {
        RowList sameTid = utidsOfTid.get(tid);
        for (int i = sameTid == null ? -1 : sameTid.size() - 1; i >= 0; i--) {
            int utid = sameTid.get(i);
            if (isAlive(utid)) {
                int upid = upids.get(utid);
                if (upid == IntColumn.NULL || pids.get(upid) == pid) {
                    return utid;
                }
            }
        }
        return NONE;
    }

    /// Whether the thread may still run, as far as is known.
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

    private void refreshLive(long tid) {
        changes++;
        RowList sameTid = utidsOfTid.get(tid);
        for (int i = sameTid == null ? -1 : sameTid.size() - 1; i >= 0; i--) {
            if (isAlive(sameTid.get(i))) {
                liveTid.put(tid, sameTid.get(i));
                return;
            }
        }
        liveTid.remove(tid);
    }

    private void refreshThreadsOf(int upid) {
        RowList own = utidsOfProcess.get(upid);
        for (int i = 0; own != null && i < own.size(); i++) {
            refreshLive(tids.get(own.get(i)));
        }
    }

    /// A new process with its main thread, though one with this pid may be known: its creation was seen.
    ///
    /// @param ts when it started, ns, or [LongColumn#NULL]
    /// @param parentUpid its parent, or [#NONE]
    /// @param nameId its name and that of its main thread; [StringPool#NULL] for none
    public int startProcess(long ts, int parentUpid, long pid, int nameId, NamePriority.OfThread priority) {
        changes++;
        int before = upidOfPid.get(pid);
        upidOfPid.remove(pid);
        utidsOfTid.remove(pid);
        liveTid.remove(pid);
        setThreadName(startThread(ts, pid), nameId, priority);
        int upid = process(pid);
        if (ts != LongColumn.NULL) {
            processStart.set(upid, ts);
        }
        setProcessName(upid, nameId, NamePriority.OfProcess.SYSTEM);
        if (parentUpid != NONE) {
            parents.set(upid, parentUpid);
        }
        if (before != NONE) {
            refreshThreadsOf(before);
        }
        return upid;
    }

    /// The living process with this pid, made with a main thread if there is none.
    public int process(long pid) {
        return process(pid, true);
    }

    /// The living process with this pid, made if there is none; no thread is made for it.
    public int processWithoutMainThread(long pid) {
        return process(pid, false);
    }

    private int process(long pid, boolean withMainThread) {
        int known = upidOfPid.get(pid);
        if (known != NONE) {
            return known;
        }
        int upid = addProcess(pid);
        upidOfPid.put(pid, upid);
        if (withMainThread) {
            // Not startThread(): the main thread may have been seen before its process was.
            updateThread(pid, pid);
        }
        return upid;
    }

    /// The living process with this pid, [#NONE] if there is none.
    public int processOrNone(long pid) {
        return upidOfPid.get(pid);
    }

    /// The process was made by this thread, whose own process may not be known yet.
    public void setCreator(int upid, int parentUtid) {
        int parent = upids.get(parentUtid);
        if (parent != IntColumn.NULL) {
            parents.set(upid, parent);
        } else {
            changes++;
            madeBy.add(parentUtid, upid);
        }
    }

    /// Sets the parent. A process keeps its first one: a later one is where orphans go.
    ///
    /// @param ts of the event, ns, or [LongColumn#NULL]; for the log of such changes
    public void setParent(int upid, int parentUpid, long ts) {
        int before = parents.get(upid);
        if (before == IntColumn.NULL) {
            parents.set(upid, parentUpid);
        } else if (before != parentUpid) {
            if (ts != LongColumn.NULL) {
                logs.recordAtTime("process_tracker_parent_pid_changed", ts, null);
            } else {
                logs.record("process_tracker_parent_pid_changed", null);
            }
        }
    }

    /// Sets name and command line, as read from `/proc`.
    public void setProcessMetadata(int upid, int nameId, int cmdlineId) {
        setProcessName(upid, nameId, NamePriority.OfProcess.SYSTEM);
        processes.strings("cmdline").set(upid, cmdlineId);
    }

    /// Sets the user id; Android's app id and user are parts of it.
    public void setUid(int upid, long uid) {
        processes.longs("uid").set(upid, uid);
        processes.longs("android_appid").set(upid, uid % 100_000);
        processes.longs("android_user_id").set(upid, uid / 100_000);
    }

    public void setStartIfUnset(int upid, long ts) {
        if (processStart.get(upid) == LongColumn.NULL) {
            processStart.set(upid, ts);
        }
    }

    /// Names a thread unless a better source named it; [StringPool#NULL] is no name.
    public void setThreadName(int utid, int nameId, NamePriority.OfThread priority) {
        threadNames.set(utid, nameId, priority.rank);
    }

    /// Names a process unless a better source named it; [StringPool#NULL] is no name.
    public void setProcessName(int upid, int nameId, NamePriority.OfProcess priority) {
        processNames.set(upid, nameId, priority.rank);
    }

    /// Names a thread and, if it is its process's main thread, the process: the kernel renamed a task.
    public void renameTask(int utid, int nameId, NamePriority.OfThread priority) {
        setThreadName(utid, nameId, priority);
        int upid = upids.get(utid);
        if (upid != IntColumn.NULL && pids.get(upid) == tids.get(utid)) {
            setProcessName(upid, nameId, NamePriority.OfProcess.SYSTEM);
        }
    }

    /// The two threads are of one process, whichever it is.
    public void associateThreads(int utid1, int utid2, boolean associateMainThreads) {
        int upid1 = upids.get(utid1);
        int upid2 = upids.get(utid2);
        if (upid1 != IntColumn.NULL && upid2 == IntColumn.NULL) {
            join(utid2, upid1, associateMainThreads);
        } else if (upid2 != IntColumn.NULL && upid1 == IntColumn.NULL) {
            join(utid1, upid2, associateMainThreads);
        } else if (upid1 != IntColumn.NULL && upid1 != upid2) {
            stats.increment("process_tracker_errors");
        } else {
            changes++;
            sameProcess.add(utid1, utid2);
        }
    }

    private void join(int utid, int upid, boolean associateMainThreads) {
        associate(utid, upid, associateMainThreads && tids.get(utid) == pids.get(upid));
        resolvePending(utid, upid, associateMainThreads);
    }

    private void associate(int utid, int upid, boolean main) {
        changes++;
        upids.set(utid, upid);
        isMain.set(utid, main ? 1 : 0);
        utidsOfProcess.computeIfAbsent(upid, u -> new RowList()).add(utid);
    }

    private void resolvePending(int first, int upid, boolean associateMainThreads) {
        if (sameProcess.size() == 0 && madeBy.size() == 0) {
            return;
        }
        RowList resolved = new RowList();
        resolved.add(first);
        while (resolved.size() > 0) {
            int utid = resolved.takeLast();
            for (int i = 0; i < madeBy.size(); ) {
                if (madeBy.left(i) == utid) {
                    parents.set(madeBy.right(i), upid);
                    madeBy.removeAt(i);
                } else {
                    i++;
                }
            }
            for (int i = 0; i < sameProcess.size(); ) {
                int a = sameProcess.left(i);
                int b = sameProcess.right(i);
                if (a != utid && b != utid) {
                    i++;
                    continue;
                }
                int other = a == utid ? b : a;
                associate(other, upid, associateMainThreads && tids.get(other) == pids.get(upid));
                sameProcess.removeAt(i);
                resolved.add(other);
            }
        }
    }

    public void setMainThread(int utid, boolean main) {
        isMain.set(utid, main ? 1 : 0);
    }

    public void setIdleThread(int utid, boolean idle) {
        threads.ints("is_idle").set(utid, idle ? 1 : 0);
    }

    /// Tid 0 and pid 0 mean the idle process: so it is in all traces of Linux.
    public void zeroIsIdle() {
        changes++;
        if (utidsOfTid.get(0) == null) {
            RowList idle = new RowList();
            idle.add(swapperUtid);
            utidsOfTid.put(0, idle);
        }
        liveTid.put(0, swapperUtid);
        if (upidOfPid.get(0) == NONE) {
            upidOfPid.put(0, swapperUpid);
        }
        setThreadName(swapperUtid, strings.intern("swapper"), NamePriority.OfThread.CONSTANT);
    }

    /// The idle thread of this machine.
    public int swapperUtid() {
        return swapperUtid;
    }

    /// A track descriptor with this uuid was written by the process with this pid, as the service vouches for.
    public void setTrustedPid(long pid, long uuid) {
        trustedPids.put(uuid, pid);
    }

    /// The pid of [#setTrustedPid], -1 if there is none.
    public long trustedPid(long uuid) {
        Long pid = trustedPids.get(uuid);
        return pid == null ? -1 : pid;
    }

    /// The tid outside its pid namespace of the thread that process `pid` calls `tid`; -1 if it is not known or has
    /// none.
    public long resolveNamespacedTid(long pid, long tid) {
        return namespaces.resolve(pid, tid);
    }

    /// @param nspid ids of the process, one for each level of namespaces, innermost last
    public void setNamespacedProcess(long pid, long[] nspid) {
        namespaces.addProcess(pid, nspid);
    }

    /// @return false if the process is not known to be in a namespace
    public boolean setNamespacedThread(long pid, long tid, long[] nstid) {
        return namespaces.addThread(pid, tid, nstid);
    }

    /// Where to show a process among others.
    ///
    /// @param fromDescriptor whether a track descriptor says so, which outranks other sources
    public void setProcessSortIndex(int upid, int index, boolean fromDescriptor) {
        processArgs.setSortIndex(upid, index, fromDescriptor);
    }

    /// Where to show a thread among those of its process.
    public void setThreadSortIndex(int utid, int index, boolean fromDescriptor) {
        threadArgs.setSortIndex(utid, index, fromDescriptor);
    }

    /// The arguments of a process; what several sources add becomes one arg set.
    public ArgSetBuilder processArgs(int upid) {
        return processArgs.of(upid);
    }

    /// The arguments of a thread; what several sources add becomes one arg set.
    public ArgSetBuilder threadArgs(int utid) {
        return threadArgs.of(utid);
    }

    /// The thread's process, [#NONE] if it is not known.
    public int upidOf(int utid) {
        int upid = upids.get(utid);
        return upid == IntColumn.NULL ? NONE : upid;
    }

    /// Id of the thread's name, [StringPool#NULL] if it has none.
    public int threadName(int utid) {
        return threadNames.get(utid);
    }

    /// Id of the process's name, [StringPool#NULL] if it has none.
    public int processName(int upid) {
        return processNames.get(upid);
    }

    /// Writes what was collected; called once, after the last event.
    public void finish() {
        processArgs.write();
        threadArgs.write();
    }
}
