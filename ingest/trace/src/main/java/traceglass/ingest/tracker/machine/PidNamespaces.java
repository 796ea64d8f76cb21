package traceglass.ingest.tracker.machine;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// Which pids and tids processes have inside their pid namespaces (containers), from `NSpid` in the process tree.
final class PidNamespaces {

    private final Map<Long, Process> processes = new HashMap<>();
    private final Map<Long, long[]> threadIds = new HashMap<>();

    private record Process(long[] nspid, Set<Long> threads) {}

    /// @param nspid ids of the process, one for each level of namespaces, innermost last
    void addProcess(long pid, long[] nspid) {
        processes.put(pid, new Process(nspid, new LinkedHashSet<>()));
    }

    /// @return false if the process is not known
    boolean addThread(long pid, long tid, long[] nstid) {
        Process process = processes.get(pid);
        if (process == null) {
            return false;
        }
        process.threads.add(tid);
        threadIds.put(tid, nstid);
        return true;
    }

    /// The tid outside the namespace of what process `pid` calls `tid`; -1 if it is not known.
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
