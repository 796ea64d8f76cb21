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
        Table slices = context.storage().table(TableNames.Slice.TABLE);
        for (int row = 0; row < slices.rowCount(); row++) {
            List<Integer> ofTrack =
                    byTrack.get(slices.ints(TableNames.Slice.TRACK_ID).get(row));
            long ts = slices.longs(TableNames.Slice.TS).get(row);
            long end = ts + Math.max(slices.longs(TableNames.Slice.DUR).get(row), 0);
            // Waits are sorted by their ends, and inner slices come after outer ones.
            for (int i = ofTrack == null ? 0 : firstEndingFrom(ofTrack, waits, ts);
                    ofTrack != null && i < ofTrack.size();
                    i++) {
                if (waits.get(ofTrack.get(i)).end > end) {
                    break;
                }
                sources[ofTrack.get(i)] = row;
        }
        }
        for (int i = 0; i < sources.length; i++) {
        if (source != ProfilerSamples.NONE) {
            context.flows().add(source, slice);
            }
        }
    }

    /// Returns the index of the first wait that ends at this time or later.
    private static int firstEndingFrom(List<Integer> ofTrack, List<Wait> waits, long ts) {
        int low = 0;
        int high = ofTrack.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (waits.get(ofTrack.get(middle)).end < ts) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
