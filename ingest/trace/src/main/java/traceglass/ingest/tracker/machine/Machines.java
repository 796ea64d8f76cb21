package traceglass.ingest.tracker.machine;

import java.util.HashMap;
import java.util.Map;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// The machines that an import's traces come from: rows of the `machine` table, in the order in which they are first
/// spoken of. The one that recorded has the id 0.
public final class Machines {

    /// Each machine has its trackers and thousands of rows for its CPUs, so damaged ids must not make many.
    private static final int MAX_MACHINES = 64;

    private final Table table;
    private final Map<Long, Integer> rows = new HashMap<>();

    public Machines(TraceStorage storage) {
        table = storage.table("__intrinsic_machine");
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

    /// Whether rows can be made for machines of which a trace spoke, of any number that a trace can have.
    public boolean isFull() {
        return rows.size() >= MAX_MACHINES;
    }

    /// Whether this id is known.
    public boolean isKnown(long rawId) {
        return rows.containsKey(rawId);
    }

    /// Names the machine of this row.
    public void setName(int row, int nameId) {
        table.strings("name").set(row, nameId);
    }
}
