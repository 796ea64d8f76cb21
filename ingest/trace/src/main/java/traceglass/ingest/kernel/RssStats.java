package traceglass.ingest.kernel;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.ProcessCounters;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.store.names.StatNames;

/// Handles the kernel's `rss_stat` events: resident memory of a process by kind. The memory may belong to another
/// process than the thread in which the event happens; newer kernels identify the memory by an id.
public final class RssStats {

    public static final ProcessCounters.Type PROCESS_MEMORY =
            ProcessCounters.Type.of("process_memory", Dimension.ofString("process_memory_key"));
    /// Kinds of memory by number (include/linux/mm_types_task.h of Linux, and one added by a vendor).
    private static final String[] MEMBERS = {"rss.file", "rss.anon", "swap", "rss.shmem", "unreclaimable"};

    private final ImportContext context;
    private final LongIntMap threadOfMemory = new LongIntMap();
    private final ProcessCounters.Series[] series = new ProcessCounters.Series[MEMBERS.length + 1];

    public RssStats(ImportContext context) {
        this.context = context;
        for (int i = 0; i < series.length; i++) {
            String key = i < MEMBERS.length ? MEMBERS[i] : "unknown";
            series[i] = context.processCounters()
                    .series(
                            PROCESS_MEMORY,
                            context.strings().intern("mem." + key),
                            context.strings().intern(key));
        }
    }

    /// Adds a sample.
    ///
    /// @param tid thread in which the event happened
    /// @param member kind of memory
    /// @param isIdentified whether the event identifies the memory: as the current thread's, or by `memoryId`
    /// @param isCurrent whether the memory is the current thread's, if `isIdentified` is true
    public void addSample(
            long ts, long tid, int member, long size, boolean isIdentified, boolean isCurrent, long memoryId) {
        if (size < 0) {
            context.stats().increment(StatNames.RSS_STAT_NEGATIVE_SIZE);
            return;
        }
        int utid = ProcessTracker.NONE;
        if (!isIdentified) {
            utid = context.processes().thread(tid);
        } else if (isCurrent) {
            utid = context.processes().thread(tid);
            threadOfMemory.put(memoryId, utid);
        } else {
            int existing = threadOfMemory.get(memoryId);
            if (existing != LongIntMap.NONE && context.processes().isAlive(existing)) {
                utid = existing;
            } else {
                // The kernel reuses memory ids.
                threadOfMemory.remove(memoryId);
            }
        }
        if (utid == ProcessTracker.NONE) {
            context.stats().increment(StatNames.RSS_STAT_UNKNOWN_THREAD_FOR_MM_ID);
        } else {
            series[member >= 0 && member < MEMBERS.length ? member : MEMBERS.length].push(ts, size, utid);
        }
    }
}
