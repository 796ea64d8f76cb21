package traceglass.app.grid;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import traceglass.store.text.DisplayText;

/// Texts of a result grid: its menus, filters, groups and export.
final class GridTexts {

    private GridTexts() {}

    // ---- Rows

    static final String RESULT_ROWS = tr("Result rows");
    static final String NO_ROWS = tr("No rows.");

    static String noMatchingRows(String filters) {
        return tr("No rows match the filter: {0}.", filters);
    }

    static String cell(String column, String value) {
        return column + " " + value;
    }

    // ---- Menu of a column

    static final String VISIBLE = tr("Visible");
    static final String SORT_ASCENDING = tr("Sort ascending");
    static final String SORT_DESCENDING = tr("Sort descending");
    static final String THEN_SORT_ASCENDING = tr("Then sort ascending");
    static final String THEN_SORT_DESCENDING = tr("Then sort descending");
    static final String REMOVE_FROM_SORT_ORDER = tr("Remove from sort order");
    static final String ASK_FILTER = tr("Filter…");
    static final String GROUP_BY_COLUMN = tr("Group by this column");
    static final String RAW_VALUES = tr("Raw values");
    static final String COPY_COLUMN = tr("Copy column");
    static final String FIT_TO_CONTENT = tr("Fit to content");
    static final String HIDE_COLUMN = tr("Hide column");
    static final String SHOW_ALL_COLUMNS = tr("Show all columns");
    static final String FREEZE_COLUMNS = tr("Freeze columns up to here");
    static final String UNFREEZE_COLUMNS = tr("Unfreeze columns");
    static final String IDS_REFER_TO = tr("Ids refer to");

    static String hiddenColumn(String column) {
        return tr("{0} (hidden)", column);
    }

    // ---- Menu of a row

    static final String SHOW_ROWS_OF_GROUP = tr("Show rows of this group");
    static final String COPY_AS_SHOWN = tr("Copy as shown");
    static final String GO_TO = tr("Go to");
    static final String SELECT_ONLY = tr("Select only");

    static String copyRowsAs(int rows) {
        return rows > 1 ? tr("Copy {0} rows as", DisplayText.grouped(rows)) : tr("Copy row as");
    }

    static String copyColumnAs(String column) {
        return tr("Copy column {0} as", column);
    }

    static String onlyEqual(String column, String value) {
        return tr("Only {0} = {1}", column, value);
    }

    static String withoutEqual(String column, String value) {
        return tr("Without {0} = {1}", column, value);
    }

    static String onlyAtLeast(String column, String value) {
        return tr("Only {0} ≥ {1}", column, value);
    }

    static String onlyAtMost(String column, String value) {
        return tr("Only {0} ≤ {1}", column, value);
    }

    static String goTo(String column, String value) {
        return tr("Go to {0} {1}", column, value);
    }

    // ---- Formats of copied rows

    static final String TAB_SEPARATED = tr("Tab-separated");
    static final String CSV = tr("CSV");
    static final String MARKDOWN = tr("Markdown");
    static final String JSON = tr("JSON");

    // ---- Filters

    static final String FILTER = tr("Filter");
    static final String REMOVE_FILTER = tr("Remove filter");
    static final String DURATION_EXAMPLE = tr("5 ms");
    static final String NUMBER_EXAMPLE = "42";
    static final String TEXT_EXAMPLE = tr("text");

    static String showRowsWhere(String column) {
        return tr("Show only rows where {0}", column);
    }

    static String comparisonFor(String column) {
        return tr("Comparison for {0}", column);
    }

    static String valueFor(String column) {
        return tr("Value for {0}", column);
    }

    // ---- Groups

    static final String GROUP_BY = tr("Group by");
    static final String ADD_GROUP_COLUMN = tr("Add group column");
    static final String AGGREGATES = tr("Aggregates: count");
    static final String ADD_AGGREGATE = tr("Add aggregate");
    static final String UNGROUP = tr("Ungroup");
    static final String GROUPS = tr("Groups");
    static final String BACK_TO_GROUPS = tr("Back to groups");
    static final String ROWS_OF_GROUP = tr("Rows of one group");
    static final String TOO_MANY_GROUPS =
            tr("Too many groups to fit in memory. Group by fewer columns, or filter the rows first.");

    static String removeGroupColumn(String column) {
        return tr("Remove from grouping: {0}", column);
    }

    static String removeAggregate(String aggregate) {
        return tr("Remove aggregate: {0}", aggregate);
    }

    static String groupingFailed(String message) {
        return tr("Can't group the rows: {0}", message);
    }

    // ---- Export

    static final String EXPORT = tr("Export");

    static String exportAs(String format) {
        return format + "…";
    }

    static String saveResultAs(String format) {
        return tr("Save result as {0}", format);
    }

    static String rowsSaved(int rows, Path file) {
        return tr("{0} to {1}", DisplayText.count(rows, "row", "rows"), file);
    }
}
