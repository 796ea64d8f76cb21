package traceglass.app.grid;

import java.nio.file.Path;
import traceglass.store.text.DisplayText;

/// Texts of a result grid: its menus, filters, groups and export.
final class GridTexts {

    private GridTexts() {}

    // ---- Rows

    static final String RESULT_ROWS = "Result rows";
    static final String NO_ROWS = "No rows.";

    static String noMatchingRows(String filters) {
        return "No rows match the filter: " + filters + ".";
    }

    static String cell(String column, String value) {
        return column + " " + value;
    }

    // ---- Menu of a column

    static final String VISIBLE = "Visible";
    static final String SORT_ASCENDING = "Sort ascending";
    static final String SORT_DESCENDING = "Sort descending";
    static final String THEN_SORT_ASCENDING = "Then sort ascending";
    static final String THEN_SORT_DESCENDING = "Then sort descending";
    static final String REMOVE_FROM_SORT_ORDER = "Remove from sort order";
    static final String ASK_FILTER = "Filter…";
    static final String GROUP_BY_COLUMN = "Group by this column";
    static final String RAW_VALUES = "Raw values";
    static final String COPY_COLUMN = "Copy column";
    static final String FIT_TO_CONTENT = "Fit to content";
    static final String HIDE_COLUMN = "Hide column";
    static final String SHOW_ALL_COLUMNS = "Show all columns";
    static final String FREEZE_COLUMNS = "Freeze columns up to here";
    static final String UNFREEZE_COLUMNS = "Unfreeze columns";
    static final String IDS_REFER_TO = "Ids refer to";

    static String hiddenColumn(String column) {
        return column + " (hidden)";
    }

    // ---- Menu of a row

    static final String SHOW_ROWS_OF_GROUP = "Show rows of this group";
    static final String COPY_AS_SHOWN = "Copy as shown";
    static final String GO_TO = "Go to";
    static final String SELECT_ONLY = "Select only";

    static String copyRowsAs(int rows) {
        return rows > 1 ? "Copy " + DisplayText.grouped(rows) + " rows as" : "Copy row as";
    }

    static String copyColumnAs(String column) {
        return "Copy column " + column + " as";
    }

    static String onlyEqual(String column, String value) {
        return "Only " + column + " = " + value;
    }

    static String withoutEqual(String column, String value) {
        return "Without " + column + " = " + value;
    }

    static String onlyAtLeast(String column, String value) {
        return "Only " + column + " ≥ " + value;
    }

    static String onlyAtMost(String column, String value) {
        return "Only " + column + " ≤ " + value;
    }

    static String goTo(String column, String value) {
        return "Go to " + column + " " + value;
    }

    // ---- Formats of copied rows

    static final String TAB_SEPARATED = "Tab-separated";
    static final String CSV = "CSV";
    static final String MARKDOWN = "Markdown";
    static final String JSON = "JSON";

    // ---- Filters

    static final String FILTER = "Filter";
    static final String REMOVE_FILTER = "Remove filter";
    static final String DURATION_EXAMPLE = "5 ms";
    static final String NUMBER_EXAMPLE = "42";
    static final String TEXT_EXAMPLE = "text";

    static String showRowsWhere(String column) {
        return "Show only rows where " + column;
    }

    static String comparisonFor(String column) {
        return "Comparison for " + column;
    }

    static String valueFor(String column) {
        return "Value for " + column;
    }

    // ---- Groups

    static final String GROUP_BY = "Group by";
    static final String ADD_GROUP_COLUMN = "Add group column";
    static final String AGGREGATES = "Aggregates: count";
    static final String ADD_AGGREGATE = "Add aggregate";
    static final String UNGROUP = "Ungroup";
    static final String GROUPS = "Groups";
    static final String BACK_TO_GROUPS = "Back to groups";
    static final String ROWS_OF_GROUP = "Rows of one group";
    static final String TOO_MANY_GROUPS =
            "Too many groups to fit in memory. Group by fewer columns, or filter the rows first.";

    static String removeGroupColumn(String column) {
        return "Remove from grouping: " + column;
    }

    static String removeAggregate(String aggregate) {
        return "Remove aggregate: " + aggregate;
    }

    static String groupingFailed(String message) {
        return "Can't group the rows: " + message;
    }

    // ---- Export

    static final String EXPORT = "Export";

    static String exportAs(String format) {
        return format + "…";
    }

    static String saveResultAs(String format) {
        return "Save result as " + format;
    }

    static String rowsSaved(int rows, Path file) {
        return DisplayText.count(rows, "row", "rows") + " to " + file;
    }
}
