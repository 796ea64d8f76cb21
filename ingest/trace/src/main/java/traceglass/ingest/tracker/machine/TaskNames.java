package traceglass.ingest.tracker.machine;

import java.util.Arrays;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// Names of threads or of processes, each from the source with the highest rank.
final class TaskNames {

    private final IntColumn names;
    private byte[] ranks = new byte[64];

    /// @param names column for the names
    TaskNames(IntColumn names) {
        this.names = names;
    }

    /// Returns the string id of the row's name, or [StringPool#NULL].
    int get(int row) {
        return names.get(row);
    }

    /// Names a row unless it has a name from a source of a higher rank. [StringPool#NULL] is ignored.
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
