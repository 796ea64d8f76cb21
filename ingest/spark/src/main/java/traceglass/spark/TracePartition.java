package traceglass.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/// Traces that one task reads.
record TracePartition(ArrayList<SourceTrace> files) implements InputPartition {

    /// Divides traces into partitions: each large one alone, small ones together up to a size. The largest come first,
    /// so that no task begins with a large trace when the others are done.
    ///
    /// @param maxBytes size of a partition of several traces
    /// @param openCost what opening a trace counts, in bytes
    static List<TracePartition> pack(List<SourceTrace> traces, long maxBytes, long openCost) {
        List<SourceTrace> sorted = new ArrayList<>(traces);
        sorted.sort(Comparator.comparingLong(SourceTrace::bytes).reversed().thenComparingLong(SourceTrace::id));
        List<TracePartition> partitions = new ArrayList<>();
        ArrayList<SourceTrace> open = new ArrayList<>();
        long size = 0;
        for (SourceTrace trace : sorted) {
            long added = trace.bytes() + openCost;
            if (!open.isEmpty() && size + added > maxBytes) {
                partitions.add(new TracePartition(open));
                open = new ArrayList<>();
                size = 0;
            }
            open.add(trace);
            size += added;
        }
        if (!open.isEmpty()) {
            partitions.add(new TracePartition(open));
        }
        return partitions;
    }
}
