package traceglass.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/// The traces that one task reads.
record TracePartition(ArrayList<SourceTrace> files) implements InputPartition {

    /// Divides traces into partitions: one for each large trace, and groups of small traces up to a size. The
    /// largest come first, so that no task starts with a large trace when the others are done.
    ///
    /// @param maxBytes maximum size of a partition with several traces
    /// @param openCost cost of opening a trace, in bytes
    static List<TracePartition> pack(List<SourceTrace> traces, long maxBytes, long openCost) {
        List<SourceTrace> sorted = new ArrayList<>(traces);
        sorted.sort(Comparator.comparingLong(SourceTrace::bytes).reversed().thenComparingLong(SourceTrace::id));
        List<TracePartition> partitions = new ArrayList<>();
        ArrayList<SourceTrace> current = new ArrayList<>();
        long size = 0;
        for (SourceTrace trace : sorted) {
            long added = trace.bytes() + openCost;
            if (!current.isEmpty() && size + added > maxBytes) {
                partitions.add(new TracePartition(current));
                current = new ArrayList<>();
                size = 0;
            }
            current.add(trace);
            size += added;
        }
        if (!current.isEmpty()) {
            partitions.add(new TracePartition(current));
        }
        return partitions;
    }
}
