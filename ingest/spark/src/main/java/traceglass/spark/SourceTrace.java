package traceglass.spark;

import java.io.Serializable;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A trace to read.
///
/// @param id number of the trace: that in its fleet, else its place among the paths, from 1
/// @param uri of its file
/// @param path that rows have: the URI, or where the trace of a fleet came from
/// @param name last element of the path
/// @param bytes size of the trace
/// @param isOfFleet whether the file belongs to a fleet, whose other files it needs
/// @param labels values for the trace: Long, Double or String
record SourceTrace(
        long id, String uri, String path, String name, long bytes, boolean isOfFleet, TreeMap<String, Object> labels)
        implements Serializable {

    /// Returns the value of a column of the trace, or null.
    @Nullable
    Object value(TraceColumn column) {
        return switch (column.role()) {
            case ID -> id;
            case NAME -> name;
            case PATH -> path;
            case BYTES -> bytes;
            case LABEL -> column.coerced(labels.get(column.source()));
            case DATA, ERROR -> throw new IllegalArgumentException("Not a column of traces: " + column);
        };
    }
}
