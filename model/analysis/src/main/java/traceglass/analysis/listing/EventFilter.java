package traceglass.analysis.listing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Filter of a list of events. Immutable.
///
/// @param minLevel lowest level, or 0 for all
/// @param selected selected values of facets, by column; columns without an entry are not filtered
/// @param text text that events contain, ignoring case; or empty
/// @param isRegex whether `text` is a regular expression
/// @param dimsOthers whether events that do not match are dimmed instead of hidden
public record EventFilter(
        int minLevel, Map<String, Set<String>> selected, String text, boolean isRegex, boolean dimsOthers) {

    public static final EventFilter ALL = new EventFilter(0, Map.of(), "", false, false);

    public EventFilter {
        Map<String, Set<String>> copy = new LinkedHashMap<>();
        selected.forEach((column, values) -> {
            if (!values.isEmpty()) {
                copy.put(column, new LinkedHashSet<>(values));
            }
        });
        selected = copy;
        text = text.strip();
    }

    public EventFilter withMinLevel(int level) {
        return new EventFilter(level, selected, text, isRegex, dimsOthers);
    }

    public EventFilter withText(String newText, boolean isRegex) {
        return new EventFilter(minLevel, selected, newText, isRegex, dimsOthers);
    }

    public EventFilter withDimmedOthers(boolean dimsOthers) {
        return new EventFilter(minLevel, selected, text, isRegex, dimsOthers);
    }

    /// Returns a filter that matches everything, with the same setting for dimming.
    public EventFilter clear() {
        return ALL.withDimmedOthers(dimsOthers);
    }

    /// Returns the same filter with only these values of a column; an empty set selects all.
    public EventFilter withSelected(String column, Set<String> values) {
        Map<String, Set<String>> all = new LinkedHashMap<>(selected);
        all.put(column, values);
        return new EventFilter(minLevel, all, text, isRegex, dimsOthers);
    }

    public Set<String> selected(String column) {
        return selected.getOrDefault(column, Set.of());
    }

    public boolean isAll() {
        return minLevel == 0 && selected.isEmpty() && text.isEmpty();
    }

    /// Returns the condition in SQL, on the columns of [EventListing#rows].
    ///
    /// @param excludedColumn column whose selection is ignored, or empty; used to find the values of that facet
    public String sql(EventListing listing, String excludedColumn) {
        List<String> conditions = new ArrayList<>();
        if (minLevel > 0) {
            conditions.add("level >= " + minLevel);
        }
        selected.forEach((column, values) -> {
            if (!column.equals(excludedColumn)) {
                conditions.add("CAST(" + column + " AS VARCHAR) IN ("
                        + values.stream().map(EventFilter::quoted).collect(Collectors.joining(", ")) + ")");
            }
        });
        if (!text.isEmpty()) {
            UnaryOperator<String> test = isRegex
                    ? column -> "regexp_matches(" + column + ", " + quoted(text) + ", 'i')"
                    : column -> "contains(lower(" + column + "), lower(" + quoted(text) + "))";
            List<String> any =
                    new ArrayList<>(listing.searchedColumns().stream().map(test).toList());
            String otherCondition = listing.otherSearchCondition(test);
            if (!otherCondition.isEmpty()) {
                any.add(otherCondition);
            }
            conditions.add("(" + String.join(" OR ", any) + ")");
        }
        return conditions.isEmpty() ? "true" : String.join(" AND ", conditions);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
