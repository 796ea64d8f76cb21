package traceglass.ingest.tracker.machine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgSets;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// Arguments and sort indices of threads or of processes. Arguments from several sources form one arg set.
final class TaskArgs {

    private record SortIndex(int value, boolean isFromDescriptor) {}

    private final StringPool strings;
    private final ArgSets argSets;
    private final IntColumn column;
    private final String sortKey;
    private final Map<Integer, ArgSetBuilder> args = new LinkedHashMap<>();
    private final Map<Integer, SortIndex> sortIndices = new TreeMap<>();

    /// @param column column for the arg set ids
    /// @param sortKey key of the argument with the sort index
    TaskArgs(StringPool strings, ArgSets argSets, IntColumn column, String sortKey) {
        this.strings = strings;
        this.argSets = argSets;
        this.column = column;
        this.sortKey = sortKey;
    }

    /// Returns the arguments of a row, which may be extended.
    ArgSetBuilder of(int row) {
        return args.computeIfAbsent(row, r -> argSets.builder());
    }

    /// @param isFromDescriptor whether the index comes from a track descriptor, which overrides other sources
    void setSortIndex(int row, int index, boolean isFromDescriptor) {
        SortIndex previous = sortIndices.get(row);
        if (previous == null || isFromDescriptor || !previous.isFromDescriptor()) {
            sortIndices.put(row, new SortIndex(index, isFromDescriptor));
        }
    }

    /// Writes and clears the collected arguments.
    void write() {
        if (!sortIndices.isEmpty()) {
            int key = strings.intern(sortKey);
            sortIndices.forEach((row, index) -> of(row).addInt(key, index.value()));
        }
        args.forEach((row, built) -> column.set(row, argSets.commit(built)));
        args.clear();
        sortIndices.clear();
    }
}
