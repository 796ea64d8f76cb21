package traceglass.ingest.tracker.machine;

import java.util.HashMap;
import java.util.Map;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Machines of an import: rows of the `machine` table, in the order of their first mention. The machine that recorded
/// the trace has id 0.
public final class Machines {

    /// Limit for the number of machines. Each has trackers and thousands of rows for its CPUs, so damaged ids
    /// must not create many.
    private static final int MAX_MACHINES = 64;

    private final Table table;
    private final Map<Long, Integer> rows = new HashMap<>();

    public Machines(TraceStorage storage) {
        table = storage.table(TableNames.Machine.TABLE);
    }

    /// Returns the row of the machine with the id `rawId`, adding it if it is new.
    public int row(long rawId) {
        Integer existing = rows.get(rawId);
        if (existing != null) {
            return existing;
        }
        int row = table.addRow();
        table.longs(TableNames.Machine.RAW_ID).set(row, rawId);
        rows.put(rawId, row);
        return row;
    }

    /// Assigns the id `rawId` to the machine in this row, whose id is still unknown.
    ///
    /// @return false if the row already has an id or the id is already known
    public boolean adopt(int row, long rawId) {
        if (table.longs(TableNames.Machine.RAW_ID).get(row) != 0 || rows.containsKey(rawId)) {
            return false;
        }
        table.longs(TableNames.Machine.RAW_ID).set(row, rawId);
        rows.put(rawId, row);
        return true;
    }

    /// Returns whether the maximum number of machines has been reached.
    public boolean isFull() {
        return rows.size() >= MAX_MACHINES;
    }

    /// Returns whether this id is known.
    public boolean isKnown(long rawId) {
        return rows.containsKey(rawId);
    }

    /// Sets the name of the machine in this row.
    public void setName(int row, int nameId) {
        table.strings(TableNames.Machine.NAME).set(row, nameId);
    }
}
