package traceglass.ingest.jfr;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.tracker.stack.ProfilerSamples;

/// Flows from the previous owners of monitors to the slices of threads that waited for them. A flow starts at the slice
/// in which the owner had itself waited for the monitor; if there is none, at the innermost slice of the owner when it
/// released the monitor.
final class JfrMonitors {

    private final ImportContext context;
    /// Slices that have not ended, by thread, outer ones first.
    private final Map<Integer, OpenSlices> open = new HashMap<>();
    /// The thread that acquired a monitor last, by the address of the monitor.
    private final Map<Long, Acquired> acquired = new HashMap<>();

    private record Acquired(int utid, int slice) {}

    private static final class OpenSlices {
        private final GrowingInts ids = new GrowingInts();
        private final GrowingLongs ends = new GrowingLongs();

        void begin(int id, long ts, long end) {
            while (!ids.isEmpty() && ends.get(ids.size() - 1) < ts) {
                ids.removeLast();
                ends.removeLast();
            }
            ids.add(id);
            ends.add(end);
        }

        /// Returns the innermost slice that ends at a time or later; [ProfilerSamples#NONE] if there is none.
        int innermost(long ts) {
            for (int i = ids.size() - 1; i >= 0; i--) {
                if (ends.get(i) >= ts) {
                    return ids.get(i);
                }
            }
            return ProfilerSamples.NONE;
        }
    }

    JfrMonitors(ImportContext context) {
        this.context = context;
    }

    /// Adds a slice of a thread. Slices are added in the order of their times, outer ones first.
    void begin(int slice, int utid, long ts, long dur) {
        open.computeIfAbsent(utid, t -> new OpenSlices()).begin(slice, ts, ts + dur);
    }

    /// Handles the end of a wait, after all slices that begin before.
    ///
    /// @param slice the wait
    /// @param owner thread that last owned the monitor
    /// @param monitor address of the monitor
    void end(int slice, long ts, int utid, int owner, long monitor) {
        if (utid == owner) {
            return;
        }
        Acquired previous = acquired.put(monitor, new Acquired(utid, slice));
        OpenSlices ownerSlices = open.get(owner);
        int source = previous != null && previous.utid == owner
                ? previous.slice
                : ownerSlices == null ? ProfilerSamples.NONE : ownerSlices.innermost(ts);
        if (source != ProfilerSamples.NONE) {
            context.flows().add(source, slice);
        }
    }
}
