package traceglass.ingest.perfetto.trackevent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import traceglass.ingest.ImportContext;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Finds processes whose data was lost: at each reset of state, Chrome lists the processes that are tracing, and each
/// should describe itself shortly before or after. Writes `__intrinsic_experimental_missing_chrome_processes`.
final class ActiveChromeProcesses {

    /// Maximum distance in ns between a process's description and the list that includes it; resets are 5 s apart.
    private static final long MAX_DISTANCE_NS = 200_000_000;

    private final ImportContext context;
    private final Map<Integer, PidLists> byUpid = new LinkedHashMap<>();
    private final TreeSet<Long> lists = new TreeSet<>();

    private static final class PidLists {
        final TreeSet<Long> listed = new TreeSet<>();
        final TreeSet<Long> described = new TreeSet<>();
    }

    ActiveChromeProcesses(ImportContext context) {
        this.context = context;
    }

    void addDescribed(long ts, int upid) {
        pidListsOf(upid).described.add(ts);
    }

    void addListed(long ts, int upid) {
        pidListsOf(upid).listed.add(ts);
        lists.add(ts);
    }

    private PidLists pidListsOf(int upid) {
        return byUpid.computeIfAbsent(upid, u -> new PidLists());
    }

    void atEnd() {
        Table table = context.storage().table(TableNames.ExperimentalMissingChromeProcesses.TABLE);
        byUpid.forEach((upid, seen) -> {
            boolean isMissing = false;
            Long reliableFrom = null;
            for (long ts : seen.listed) {
                Long next = seen.described.ceiling(ts - MAX_DISTANCE_NS);
                if (next == null) {
                    isMissing = true;
                    // The process ended before the next reset, so none of its data is missing from then on.
                    reliableFrom = lists.higher(ts);
                } else if (next > ts + MAX_DISTANCE_NS) {
                    isMissing = true;
                    reliableFrom = next;
                }
            }
            if (isMissing) {
                int row = table.addRow();
                table.ints(TableNames.ExperimentalMissingChromeProcesses.UPID).set(row, upid);
                if (reliableFrom != null) {
                    table.longs(TableNames.ExperimentalMissingChromeProcesses.RELIABLE_FROM)
                            .set(row, reliableFrom);
                }
            }
        });
    }
}
