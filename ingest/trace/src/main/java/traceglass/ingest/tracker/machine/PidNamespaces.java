package traceglass.ingest.tracker.machine;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// Pids and tids of processes inside their pid namespaces (containers), from `NSpid` in the process tree.
final class PidNamespaces {

    private final Map<Long, Process> processes = new HashMap<>();
    private final Map<Long, long[]> threadIds = new HashMap<>();

    private record Process(long[] nspid, Set<Long> threads) {}

    /// @param nspid ids of the process, one per namespace level, innermost last
    void addProcess(long pid, long[] nspid) {
        processes.put(pid, new Process(nspid, new LinkedHashSet<>()));
    }

    /// @return false if the process is unknown
    boolean addThread(long pid, long tid, long[] nstid) {
        Process process = processes.get(pid);
        if (process == null) {
            return false;
        }
        process.threads.add(tid);
        threadIds.put(tid, nstid);
        return true;
    }

    /// Returns the tid in the root namespace of the thread that has the id `tid` inside process `pid`, or -1 if
    /// unknown.
    long resolve(long pid, long tid) {
        Process process = pid <= 0 ? null : processes.get(pid);
        if (process == null || process.nspid.length == 0) {
            return -1;
        }
        int level = process.nspid.length - 1;
        if (process.nspid[level] == tid) {
            return pid;
        }
        for (long rootTid : process.threads) {
            long[] ids = threadIds.get(rootTid);
            if (level < ids.length && ids[level] == tid) {
                return rootTid;
            }
        }
        return -1;
    }
}
