package traceglass.ingest.tracker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.model.store.IntColumn;

/// Writes samples of counters that belong to a process but are reported by one of its threads, such as `rss_stat`. A thread's
/// process may become known only later: such samples wait, and go to a track of the thread if it never does.
///
/// Each sample names its thread in the argument `utid`.
public final class ProcessCounters {

    /// A counter's track of the process, and the one of the thread that stands in for it. Both have the same dimensions after
    /// their first, `upid` and `utid`.
    public record Type(TrackType ofProcess, TrackType ofThread) {}

    private record Waiting(Type type, int nameId, long ts, double value, int utid, long[] dimensions) {}

    private final ImportContext context;
    private final List<Waiting> waiting = new ArrayList<>();
    private final Map<Integer, Integer> utidArgs = new HashMap<>();
    private final int utidKey;

    public ProcessCounters(ImportContext context) {
        this.context = context;
        utidKey = context.strings().intern("utid");
    }

    /// Adds a sample.
    ///
    /// @param nameId     name of the track
    /// @param dimensions of the track, without the process or thread
    public void push(Type type, int nameId, long ts, double value, int utid, long... dimensions) {
        if (context.processes().upidOf(utid) == IntColumn.NULL) {
            waiting.add(new Waiting(type, nameId, ts, value, utid, dimensions.clone()));
        } else {
            write(type, nameId, ts, value, utid, dimensions);
        }
    }

    /// Writes the samples that still wait; called once no event comes any more.
    public void finish() {
        for (Waiting w : waiting) {
            write(w.type(), w.nameId(), w.ts(), w.value(), w.utid(), w.dimensions());
        }
        waiting.clear();
    }

    private void write(Type type, int nameId, long ts, double value, int utid, long[] dimensions) {
        int upid = context.processes().upidOf(utid);
        long[] all = new long[dimensions.length + 1];
        System.arraycopy(dimensions, 0, all, 1, dimensions.length);
        all[0] = upid == IntColumn.NULL ? utid : upid;
        int track = context.tracks().intern(upid == IntColumn.NULL ? type.ofThread() : type.ofProcess(), nameId, all);
        int args = utidArgs.computeIfAbsent(utid, u -> context.args().write(b -> b.addUint(utidKey, u)));
        context.counters().push(ts, value, track, args);
    }

    @Override
    public String toString() {
        return waiting.size() + " samples wait " + Arrays.toString(waiting.stream().limit(3).toArray());
    }
}
