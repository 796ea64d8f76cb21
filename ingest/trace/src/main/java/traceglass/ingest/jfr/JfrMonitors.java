package traceglass.ingest.jfr;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Flows from the previous owners of monitors to the slices of threads that waited for them. A flow starts at the slice
/// in which the owner had itself waited for the monitor; if there is none, at the innermost slice of the owner when it
/// released the monitor.
final class JfrMonitors {

    private final ImportContext context;
    private final List<Wait> waits = new ArrayList<>();

    /// Wait of a thread for a monitor, until the thread acquired it.
    private record Wait(int slice, long end, int utid, int owner, long monitor) {}

    JfrMonitors(ImportContext context) {
        this.context = context;
    }

    /// Adds a wait.
    ///
    /// @param owner thread that last owned the monitor
    /// @param monitor address of the monitor
    void add(int slice, long end, int utid, int owner, long monitor) {
        if (utid != owner) {
            waits.add(new Wait(slice, end, utid, owner, monitor));
        }
    }

    /// Writes the flows; called after all slices have been written.
    void write() {
        waits.sort(Comparator.comparingLong(Wait::end));
        Map<Long, Wait> last = new HashMap<>();
        List<Wait> others = new ArrayList<>();
        for (Wait wait : waits) {
            Wait previous = last.put(wait.monitor, wait);
            if (previous != null && previous.utid == wait.owner) {
                context.flows().add(previous.slice, wait.slice);
            } else {
                others.add(wait);
            }
        }
        writeFromOpenSlices(others);
    }

    private void writeFromOpenSlices(List<Wait> waits) {
        Map<Integer, List<Integer>> byTrack = new HashMap<>();
        int[] sources = new int[waits.size()];
        for (int i = 0; i < sources.length; i++) {
            sources[i] = ProfilerSamples.NONE;
            byTrack.computeIfAbsent(context.tracks().threadTrack(waits.get(i).owner), t -> new ArrayList<>())
                    .add(i);
        }
        if (waits.isEmpty()) {
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
            if (sources[i] != ProfilerSamples.NONE) {
                context.flows().add(sources[i], waits.get(i).slice);
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
