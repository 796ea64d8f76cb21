package traceglass.ingest.tracker.machine;

import java.util.function.IntPredicate;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.collection.LongMap;

/// Threads of one machine by tid. A tid is reused, so it may belong to several threads; at most one of them is live.
final class ThreadsByTid {

    private final LongMap<RowList> all = new LongMap<>();
    private final LongIntMap live = new LongIntMap();
    private final IntPredicate isAlive;

    /// @param isAlive returns whether a thread may still be running
    ThreadsByTid(IntPredicate isAlive) {
        this.isAlive = isAlive;
    }

    /// Returns the live thread with this tid, or [LongIntMap#NONE].
    int live(long tid) {
        return live.get(tid);
    }

    /// Adds a thread, which becomes the live one.
    void add(long tid, int utid) {
        all.computeIfAbsent(tid, t -> new RowList()).add(utid);
        live.put(tid, utid);
    }

    /// Makes a thread the live one; adds it if no thread with this tid is known.
    void addFirst(long tid, int utid) {
        if (all.get(tid) == null) {
            add(tid, utid);
        } else {
            live.put(tid, utid);
        }
    }

    /// Makes a known thread the live one and the newest.
    void makeLive(long tid, int utid) {
        live.put(tid, utid);
        RowList sameTid = all.get(tid);
        if (sameTid != null && sameTid.last() != utid) {
            sameTid.remove(utid);
            sameTid.add(utid);
        }
    }

    /// Removes a thread that has ended.
    void remove(long tid, int utid) {
        RowList sameTid = all.get(tid);
        if (sameTid != null) {
            sameTid.remove(utid);
        }
        refresh(tid);
    }

    /// Removes all threads with this tid.
    void removeAll(long tid) {
        all.remove(tid);
        live.remove(tid);
    }

    /// Determines the live thread again after threads have ended.
    void refresh(long tid) {
        int utid = find(tid, isAlive);
        if (utid == LongIntMap.NONE) {
            live.remove(tid);
        } else {
            live.put(tid, utid);
        }
    }

    /// Returns the newest thread with this tid that fulfills the condition, or [LongIntMap#NONE].
    int find(long tid, IntPredicate condition) {
        RowList sameTid = all.get(tid);
        for (int i = sameTid == null ? -1 : sameTid.size() - 1; i >= 0; i--) {
            if (condition.test(sameTid.get(i))) {
                return sameTid.get(i);
            }
        }
        return LongIntMap.NONE;
    }
}
