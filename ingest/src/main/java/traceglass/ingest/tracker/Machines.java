package traceglass.ingest.tracker;

import java.util.HashMap;
import java.util.Map;
import traceglass.model.store.Table;
import traceglass.model.store.TraceStorage;

/// The machines that an import's traces come from: rows of the `machine` table. Row 0 is the machine that recorded.
public final class Machines {

    private final Table table;
    private final Map<Long, Integer> rows = new HashMap<>();

    public Machines(TraceStorage storage) {
        table = storage.table("__intrinsic_machine");
        row(0);
    }

    /// Row of the machine that traces call `rawId`, made if it is new.
    public int row(long rawId) {
        Integer known = rows.get(rawId);
        if (known != null) {
            return known;
        }
        int row = table.addRow();
        table.longs("raw_id").set(row, rawId);
        rows.put(rawId, row);
        return row;
    }

    /// Says that the machine of this row, of which nothing else is known, is the one that traces call `rawId`.
    ///
    /// @return false if either is known as another already
    public boolean adopt(int row, long rawId) {
        if (table.longs("raw_id").get(row) != 0 || rows.containsKey(rawId)) {
            return false;
        }
        table.longs("raw_id").set(row, rawId);
        rows.put(rawId, row);
        return true;
    }

    /// The id that traces call the machine of this row by.
    public long rawId(int row) {
        return table.longs("raw_id").get(row);
    }
}
