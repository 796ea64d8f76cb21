package traceglass.analysis.query;

/// Display labels in SQL. SQL refers to a label as `{name}`, so that all labels of a package are in its
/// `…Texts` class.
public final class SqlLabels {

    private SqlLabels() {}

    /// Replaces references by their labels as SQL literals.
    ///
    /// @param labels alternating names and labels
    /// @throws IllegalArgumentException if the SQL does not refer to one of the labels
    public static String insert(String sql, String... labels) {
        String result = sql;
        for (int i = 0; i < labels.length; i += 2) {
            String reference = "{" + labels[i] + "}";
            if (!result.contains(reference)) {
                throw new IllegalArgumentException("no " + reference + " in " + sql);
            }
            result = result.replace(reference, literal(labels[i + 1]));
        }
        return result;
    }

    /// Returns a label as an SQL literal.
    public static String literal(String label) {
        return "'" + label.replace("'", "''") + "'";
    }
}
