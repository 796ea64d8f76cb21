package traceglass.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.sql.result.ResultColumn;

/// The columns of a result and their places.
final class ResultShape {

    private final List<Column> columns;
    private final Map<String, Integer> places = new HashMap<>();

    ResultShape(List<Column> columns) {
        this.columns = columns;
        for (int i = 0; i < columns.size(); i++) {
            places.putIfAbsent(columns.get(i).name().toLowerCase(Locale.ROOT), i);
        }
    }

    static ResultShape of(List<ResultColumn> columns) {
        return new ResultShape(
                columns.stream().map(c -> new Column(c.name(), type(c.type()))).toList());
    }

    private static Column.Type type(ResultColumn.Type type) {
        return switch (type) {
            case LONG, HUGE -> Column.Type.INTEGER;
            case DOUBLE -> Column.Type.REAL;
            case BOOLEAN -> Column.Type.BOOLEAN;
            case TEXT -> Column.Type.TEXT;
            case BLOB -> Column.Type.BYTES;
            case OTHER -> Column.Type.ANY;
        };
    }

    List<Column> columns() {
        return columns;
    }

    int index(String name) {
        Integer place = places.get(name.toLowerCase(Locale.ROOT));
        if (place == null) {
            throw new IllegalArgumentException("The result has no column " + name + ", but "
                    + String.join(", ", columns.stream().map(Column::name).toList()));
        }
        return place;
    }
}
