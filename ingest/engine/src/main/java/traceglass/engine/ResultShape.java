package traceglass.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.sql.result.ResultColumn;

/// The columns of a result, and their indexes by name.
final class ResultShape {

    private final List<QueryColumn> columns;
    private final Map<String, Integer> positions = new HashMap<>();

    ResultShape(List<QueryColumn> columns) {
        this.columns = columns;
        for (int i = 0; i < columns.size(); i++) {
            positions.putIfAbsent(columns.get(i).name().toLowerCase(Locale.ROOT), i);
        }
    }

    static ResultShape of(List<ResultColumn> columns) {
        return new ResultShape(columns.stream()
                .map(c -> new QueryColumn(c.name(), type(c.type())))
                .toList());
    }

    private static QueryColumn.Type type(ResultColumn.Type type) {
        return switch (type) {
            case LONG, HUGE -> QueryColumn.Type.INTEGER;
            case DOUBLE -> QueryColumn.Type.REAL;
            case BOOLEAN -> QueryColumn.Type.BOOLEAN;
            case TEXT -> QueryColumn.Type.TEXT;
            case BLOB -> QueryColumn.Type.BYTES;
            case OTHER -> QueryColumn.Type.ANY;
        };
    }

    List<QueryColumn> columns() {
        return columns;
    }

    int index(String name) {
        Integer position = positions.get(name.toLowerCase(Locale.ROOT));
        if (position == null) {
            throw new IllegalArgumentException("The result has no column " + name + ", but "
                    + String.join(", ", columns.stream().map(QueryColumn::name).toList()));
        }
        return position;
    }
}
