package traceglass.spark;

import java.io.Serializable;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A trace to read.
///
/// @param id id in its fleet; for other traces, the position among the paths, from 1
/// @param uri URI of its file
/// @param path path in the rows: the URI, or the original path of a trace in a fleet
/// @param name last element of the path
/// @param bytes size of the trace
/// @param isInFleet whether the file belongs to a fleet and needs other files of the fleet
/// @param labels values of its labels: Long, Double or String
record SourceTrace(
        long id, String uri, String path, String name, long bytes, boolean isInFleet, TreeMap<String, Object> labels)
        implements Serializable {

    /// Returns the value of a trace column (not a data column), or null.
    @Nullable
    Object value(TraceColumn column) {
        return switch (column.role()) {
            case ID -> id;
            case NAME -> name;
            case PATH -> path;
            case BYTES -> bytes;
            case LABEL -> column.coerce(labels.get(column.source()));
            case DATA, ERROR -> throw new IllegalArgumentException("Not a column of traces: " + column);
        };
    }
}
