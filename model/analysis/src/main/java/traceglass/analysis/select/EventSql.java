package traceglass.analysis.select;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Writes queries for several selected events.
public final class EventSql {

    private EventSql() {}

    /// Returns a query for the rows of the events; if they are from several tables, one query for each table.
    public static String of(Selection.Events selection) {
        Map<String, String> ids = selection.items().stream()
                .collect(Collectors.groupingBy(
                        item -> item.event().table(),
                        TreeMap::new,
                        Collectors.mapping(item -> Long.toString(item.event().id()), Collectors.joining(", "))));
        return ids.entrySet().stream()
                .map(e -> "SELECT * FROM " + e.getKey() + "\nWHERE id IN (" + e.getValue() + ")\nORDER BY ts")
                .collect(Collectors.joining(";\n\n"));
    }
}
