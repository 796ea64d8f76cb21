package traceglass.ingest.perfetto.trackevent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import traceglass.ingest.ImportContext;
import traceglass.store.table.Table;

/// Finds the processes whose data was lost: Chrome says at each reset of state which processes were tracing, and each
/// of those should describe itself soon before or after. Writes `__intrinsic_experimental_missing_chrome_processes`.
final class ActiveChromeProcesses {

    /// How far a description may be from the list that names the process; resets are 5 s apart.
    private static final long MAX_DISTANCE_NS = 200_000_000;

    private final ImportContext context;
    private final Map<Integer, Seen> byUpid = new LinkedHashMap<>();
    private final TreeSet<Long> lists = new TreeSet<>();

    private static final class Seen {
        final TreeSet<Long> listed = new TreeSet<>();
        final TreeSet<Long> described = new TreeSet<>();
    }

    ActiveChromeProcesses(ImportContext context) {
        this.context = context;
    }

    void described(long ts, int upid) {
        seen(upid).described.add(ts);
    }

    void listed(long ts, int upid) {
        seen(upid).listed.add(ts);
        lists.add(ts);
    }

    private Seen seen(int upid) {
        return byUpid.computeIfAbsent(upid, u -> new Seen());
    }

    void atEnd() {
        Table table = context.storage().table("__intrinsic_experimental_missing_chrome_processes");
        byUpid.forEach((upid, seen) -> {
            boolean lost = false;
            Long reliableFrom = null;
            for (long ts : seen.listed) {
                Long next = seen.described.ceiling(ts - MAX_DISTANCE_NS);
                if (next == null) {
                    lost = true;
                    // It ended before the next reset, so from that on nothing of it is missing.
                    reliableFrom = lists.higher(ts);
                } else if (next > ts + MAX_DISTANCE_NS) {
                    lost = true;
                    reliableFrom = next;
                }
            }
            if (lost) {
                int row = table.addRow();
                table.ints("upid").set(row, upid);
                if (reliableFrom != null) {
                    table.longs("reliable_from").set(row, reliableFrom);
                }
            }
        });
    }
}
