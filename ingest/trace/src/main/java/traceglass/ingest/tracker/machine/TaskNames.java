package traceglass.ingest.tracker.machine;

import java.util.Arrays;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// The names of threads or of processes, each from the best source that told one.
final class TaskNames {

    private final IntColumn names;
    private byte[] ranks = new byte[64];

    /// @param names where they are kept
    TaskNames(IntColumn names) {
        this.names = names;
    }

    /// Id of the row's name, [StringPool#NULL] if it has none.
    int get(int row) {
        return names.get(row);
    }

    /// Names a row unless a source of a higher rank named it; [StringPool#NULL] is no name.
    void set(int row, int nameId, byte rank) {
        if (nameId == StringPool.NULL) {
            return;
        }
        if (row >= ranks.length) {
            ranks = Arrays.copyOf(ranks, row * 2);
        }
        if (rank >= ranks[row]) {
            ranks[row] = rank;
            names.set(row, nameId);
        }
    }
}
