package traceglass.ingest.tracker.machine;

import traceglass.ingest.collection.LongIntMap;

/// Cache of threads by tid and pid. Results are valid until the tracker changes.
final class RecentThreads {

    private static final int SIZE = 256;

    private final long[] tids = new long[SIZE];
    private final long[] pids = new long[SIZE];
    private final int[] utids = new int[SIZE];
    /// Version of the tracker for which the result is valid.
    private final long[] versions = new long[SIZE];

    private static int slot(long tid, long pid) {
        return (int) (tid * 31 + pid) & SIZE - 1;
    }

    /// Returns the thread, or [LongIntMap#NONE].
    ///
    /// @param version number of changes of the tracker, which is positive
    int get(long tid, long pid, long version) {
        int slot = slot(tid, pid);
        boolean isKnown = versions[slot] == version && tids[slot] == tid && pids[slot] == pid;
        return isKnown ? utids[slot] : LongIntMap.NONE;
    }

    void put(long tid, long pid, int utid, long version) {
        int slot = slot(tid, pid);
        tids[slot] = tid;
        pids[slot] = pid;
        utids[slot] = utid;
        versions[slot] = version;
    }
}
