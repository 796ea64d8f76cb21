package traceglass.ingest.tracker.track;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import traceglass.ingest.tracker.args.ArgSets;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// Process counters whose events identify only a thread, such as the kernel's `rss_stat`. If the process is unknown
/// when a sample arrives, its track is determined at the end; if it remains unknown, the sample goes to a thread track.
/// Each sample has the thread as an argument (`utid`).
public final class ProcessCounters {

    /// A kind of counter: its track types for processes and for threads, which differ only in the first dimension.
    public record Type(TrackType processTrack, TrackType threadTrack) {

        public static Type of(String type, TrackType.Dimension... keys) {
            TrackType.Dimension[] dimensions = new TrackType.Dimension[keys.length + 1];
            System.arraycopy(keys, 0, dimensions, 1, keys.length);
            dimensions[0] = TrackType.UPID;
            TrackType processType = TrackType.counter(type, null, dimensions);
            dimensions[0] = TrackType.UTID;
            return new Type(processType, TrackType.counter(type + "_thread_fallback", null, dimensions));
        }
    }

    private record Pending(int row, int utid, Type kind, int nameId, long[] keys) {}

    private final ProcessTracker processes;
    private final TrackTracker tracks;
    private final CounterTracker counters;
    private final ArgSets args;
    private final int utidKey;
    private int[] argsOfThread = new int[0];
    private final List<Pending> pending = new ArrayList<>();

    /// Creates the counters of one file.
    public ProcessCounters(
            StringPool strings, ProcessTracker processes, TrackTracker tracks, CounterTracker counters, ArgSets args) {
        this.processes = processes;
        this.tracks = tracks;
        this.counters = counters;
        this.args = args;
        utidKey = strings.intern("utid");
    }

    /// A counter with one track per process. Caches the tracks.
    public final class Series {

        private final Type type;
        private final int nameId;
        private final long[] keys;
        private int[] trackOfProcess = new int[0];

        private Series(Type type, int nameId, long[] keys) {
            this.type = type;
            this.nameId = nameId;
            this.keys = keys;
        }

        /// Adds a sample.
        public void push(long time, double value, int utid) {
            int upid = processes.upidOf(utid);
            if (upid == ProcessTracker.NONE) {
                ProcessCounters.this.push(type, nameId, time, value, utid, keys);
                return;
            }
            if (upid >= trackOfProcess.length) {
                int oldLength = trackOfProcess.length;
                trackOfProcess = Arrays.copyOf(trackOfProcess, Math.max(upid + 1, oldLength * 2));
                Arrays.fill(trackOfProcess, oldLength, trackOfProcess.length, -1);
            }
            if (trackOfProcess[upid] < 0) {
                trackOfProcess[upid] = tracks.intern(type.processTrack(), nameId, dimensions(upid, keys));
            }
            counters.push(time, value, trackOfProcess[upid], threadArgs(utid));
        }
    }

    /// Returns the counter with this name, for adding many samples.
    public Series series(Type type, int nameId, long... keys) {
        return new Series(type, nameId, keys);
    }

    /// Adds a sample.
    ///
    /// @param nameId string id of the track name
    /// @param keys values of the type's dimensions
    public void push(Type kind, int nameId, long time, double value, int utid, long... keys) {
        int argSet = threadArgs(utid);
        int upid = processes.upidOf(utid);
        if (upid != ProcessTracker.NONE) {
            counters.push(time, value, tracks.intern(kind.processTrack(), nameId, dimensions(upid, keys)), argSet);
        } else {
            pending.add(new Pending(counters.pushWithoutTrack(time, value, argSet), utid, kind, nameId, keys));
        }
    }

    private static long[] dimensions(int first, long[] keys) {
        long[] values = new long[keys.length + 1];
        System.arraycopy(keys, 0, values, 1, keys.length);
        values[0] = first;
        return values;
    }

    /// Returns the arg set that contains only the thread (`utid`).
    public int threadArgs(int utid) {
        if (utid >= argsOfThread.length) {
            int oldLength = argsOfThread.length;
            argsOfThread = Arrays.copyOf(argsOfThread, Math.max(utid + 1, oldLength * 2));
            Arrays.fill(argsOfThread, oldLength, argsOfThread.length, IntColumn.NULL);
        }
        int argSet = argsOfThread[utid];
        if (argSet == IntColumn.NULL) {
            argSet = args.write(b -> b.addUint(utidKey, utid));
            argsOfThread[utid] = argSet;
        }
        return argSet;
    }

    /// Determines the tracks of the pending samples.
    public void finish() {
        for (Pending p : pending) {
            int upid = processes.upidOf(p.utid());
            boolean isKnown = upid != ProcessTracker.NONE;
            int track = tracks.intern(
                    isKnown ? p.kind().processTrack() : p.kind().threadTrack(),
                    p.nameId(),
                    dimensions(isKnown ? upid : p.utid(), p.keys()));
            counters.setTrack(p.row(), track);
        }
        pending.clear();
    }
}
