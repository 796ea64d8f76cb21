package traceglass.sql.types;

/// SQLite's affinity of an expression: the storage class that the other side of a comparison is converted to.
///
/// Columns and casts have the affinity of their type; all other expressions have none.
public enum Affinity {
    NONE,
    TEXT,
    NUMERIC,
    BLOB;

    /// Returns the affinity of a column or cast of a type.
    public static Affinity of(DuckType type) {
        if (type.isText()) {
            return TEXT;
        }
        return type.isNumber() || type.isBoolean() ? NUMERIC : type.kind() == TypeKind.BLOB ? BLOB : NONE;
    }
}
