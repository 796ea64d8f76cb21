package traceglass.engine.summary;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.engine.QueryResult;
import traceglass.engine.QueryRow;
import traceglass.protos.processor.PerfettoSqlStructuredQuery;

/// The columns of a metric's query that contain the time and event to which a row belongs, see [RowMoment].
final class MomentColumns {

    private static final Set<String> NAMES = Set.of("ts", "dur", "id", "table");

    private final Map<String, Integer> columns = new HashMap<>();
    private final String source;

    MomentColumns(QueryResult result, PerfettoSqlStructuredQuery query) {
        for (int i = 0; i < result.columns().size(); i++) {
            String name = result.columns().get(i).name();
            if (NAMES.contains(name)) {
                columns.putIfAbsent(name, i);
            }
        }
        source = source(query);
    }

    /// Returns the table whose rows a query selects, or an empty string.
    private static String source(PerfettoSqlStructuredQuery query) {
        return switch (query.getSourceCase()) {
            case TABLE -> query.getTable().getTableName();
            case SIMPLE_SLICES -> "slice";
            case INNER_QUERY -> source(query.getInnerQuery());
            default -> "";
        };
    }

    /// Returns the moment of a row, or null.
    @Nullable
    RowMoment of(QueryRow row) {
        if (!(value(row, "ts") instanceof Long ts)) {
            return null;
        }
        long dur = value(row, "dur") instanceof Long ns ? ns : 0;
        String table = value(row, "table") instanceof String name ? name : source;
        boolean isEvent = value(row, "id") instanceof Long && !table.isEmpty();
        return new RowMoment(isEvent ? table : "", isEvent && value(row, "id") instanceof Long id ? id : -1, ts, dur);
    }

    private @Nullable Object value(QueryRow row, String name) {
        Integer column = columns.get(name);
        return column == null ? null : row.get(column);
    }
}
