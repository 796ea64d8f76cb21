package traceglass.ingest.tracker.machine;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.collection.LongMap;

/// Pids and tids of processes inside their pid namespaces (containers), from `NSpid` in the process tree, and the pids
/// in the root namespace of processes that wrote track descriptors.
public final class PidNamespaces {

    private final Map<Long, Process> processes = new HashMap<>();
    private final Map<Long, long[]> threadIds = new HashMap<>();
    private final LongMap<Long> trustedPids = new LongMap<>();

    private record Process(long[] nspid, Set<Long> threads) {}

    PidNamespaces() {}

    /// Records the pid of the process that wrote the track descriptor with this uuid, as verified by the service.
    public void setTrustedPid(long uuid, long pid) {
        trustedPids.put(uuid, pid);
    }

    /// Returns the pid set by [#setTrustedPid], or -1.
    public long trustedPid(long uuid) {
        Long pid = trustedPids.get(uuid);
        return pid == null ? -1 : pid;
    }

    /// Adds a process that is in a namespace.
    ///
    /// @param nspid ids of the process, one per namespace level, innermost last
    public void addProcess(long pid, long[] nspid) {
        processes.put(pid, new Process(nspid, new LinkedHashSet<>()));
    }

    /// Adds a thread of such a process.
    ///
    /// @return false if the process is unknown
    public boolean addThread(long pid, long tid, long[] nstid) {
        Process process = processes.get(pid);
        if (process == null) {
            return false;
        }
        process.threads.add(tid);
        threadIds.put(tid, nstid);
        return true;
    }

    /// Returns the tid in the root namespace of the thread that has the id `tid` inside process `pid`; -1 if
    /// unknown or not in a namespace.
    public long resolve(long pid, long tid) {
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
