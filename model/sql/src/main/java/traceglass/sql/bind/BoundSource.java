package traceglass.sql.bind;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A source of FROM with its columns.
public final class BoundSource {
    private final @Nullable String name;
    private final List<BoundColumn> columns;
    private final boolean isComplete;
    private final boolean hasRowid;
    /// See [#rowOrder()].
    private List<String> rowOrder = List.of();
    /// See [#isKey(String)].
    private Set<String> keys = Set.of();
    /// Names of columns that USING or NATURAL merged into those of an earlier source, in lower case.
    private Set<String> merged = Set.of();
    /// Names of columns whose values come from several sources because an outer join merged them, in lower case.
    private Set<String> coalesced = Set.of();

    /// @param name alias or name of the table, null if it has none
    /// @param isComplete whether these are all its columns
    /// @param hasRowid whether its rows are numbered
    BoundSource(@Nullable String name, List<BoundColumn> columns, boolean isComplete, boolean hasRowid) {
        this.name = name;
        this.columns = columns;
        this.isComplete = isComplete;
        this.hasRowid = hasRowid;
    }

    /// Sets the order of the rows, and the columns that identify a row.
    BoundSource withOrder(List<String> order, Set<String> keyColumns) {
        rowOrder = order;
        keys = keyColumns;
        return this;
    }

    /// Returns the name by which columns can be qualified, null if it has none.
    public @Nullable String name() {
        return name;
    }

    public List<BoundColumn> columns() {
        return columns;
    }

    /// Returns whether all its columns are known.
    public boolean isComplete() {
        return isComplete;
    }

    boolean hasRowid() {
        return hasRowid;
    }

    /// Returns columns by which the rows are in order; empty if none are known.
    public List<String> rowOrder() {
        return rowOrder;
    }

    /// Returns whether a column identifies a row, so that all rows with one value of it are the same row.
    public boolean isKey(String column) {
        return keys.contains(column.toLowerCase(Locale.ROOT));
    }

    /// Returns whether USING or NATURAL equates a column that identifies a row to that of an earlier source.
    public boolean hasEquatedKey() {
        return keys.stream().anyMatch(this::isMerged);
    }

    /// Returns whether USING or NATURAL equates a column to that of an earlier source, so that its unqualified name
    /// means the earlier one.
    public boolean isEquated(String column) {
        return isMerged(column) || isCoalesced(column);
    }

    /// Returns whether the values of a column are integers. Row numbers are.
    public boolean isInteger(String column) {
        BoundColumn found = column(column);
        return found == null ? hasRowid : found.type().isInteger();
    }

    boolean isNamed(String comparedName) {
        return name != null && name.equalsIgnoreCase(comparedName);
    }

    /// Returns the column with a name; null if there is none.
    @Nullable
    BoundColumn column(String column) {
        return BoundColumn.find(columns, column);
    }

    /// Returns whether it has a column that is not merged into that of an earlier source.
    public boolean hasOwn(String column) {
        return column(column) != null && !isMerged(column);
    }

    void merge(String column) {
        merged = with(merged, column);
    }

    void coalesce(String column) {
        coalesced = with(coalesced, column);
    }

    private static Set<String> with(Set<String> names, String column) {
        Set<String> all = new HashSet<>(names);
        all.add(column.toLowerCase(Locale.ROOT));
        return all;
    }

    /// Returns whether an unqualified name means values of several sources.
    boolean isCoalesced(String column) {
        return !coalesced.isEmpty() && coalesced.contains(column.toLowerCase(Locale.ROOT));
    }

    /// Returns whether an unqualified name means another source's column of this name.
    boolean isMerged(String column) {
        return !merged.isEmpty() && merged.contains(column.toLowerCase(Locale.ROOT));
    }
}
