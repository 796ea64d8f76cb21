package traceglass.sql.types;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Kinds of DuckDB's types.
public enum TypeKind {
    /// A type that only DuckDB can determine.
    UNKNOWN(Class.OTHER),
    /// Type of the literal NULL, which fits everywhere.
    NULL(Class.OTHER),
    BOOLEAN(Class.OTHER),
    UTINYINT(Class.INTEGER),
    TINYINT(Class.INTEGER),
    USMALLINT(Class.INTEGER),
    SMALLINT(Class.INTEGER),
    UINTEGER(Class.INTEGER),
    INTEGER(Class.INTEGER),
    UBIGINT(Class.INTEGER),
    BIGINT(Class.INTEGER),
    UHUGEINT(Class.INTEGER),
    HUGEINT(Class.INTEGER),
    /// An integer written in the statement, which takes the width of the values that it is combined with.
    INTEGER_LITERAL(Class.INTEGER),
    DECIMAL(Class.REAL),
    FLOAT(Class.REAL),
    DOUBLE(Class.REAL),
    VARCHAR(Class.TEXT),
    /// A string written in the statement, which takes the type of the values that it is combined with.
    STRING_LITERAL(Class.TEXT),
    JSON(Class.TEXT),
    BLOB(Class.OTHER),
    BIT(Class.OTHER),
    UUID(Class.OTHER),
    DATE(Class.TIME),
    TIME(Class.TIME),
    TIMESTAMP(Class.TIME),
    TIMESTAMP_TZ(Class.TIME),
    INTERVAL(Class.OTHER),
    LIST(Class.NESTED),
    STRUCT(Class.NESTED),
    MAP(Class.NESTED),
    VARIANT(Class.OTHER),
    /// A known type that no rule depends on.
    OTHER(Class.OTHER);

    private enum Class {
        INTEGER,
        REAL,
        TEXT,
        TIME,
        NESTED,
        OTHER
    }

    private static final Map<String, TypeKind> NAMES = Map.ofEntries(
            Map.entry("BOOLEAN", BOOLEAN),
            Map.entry("BOOL", BOOLEAN),
            Map.entry("UTINYINT", UTINYINT),
            Map.entry("TINYINT", TINYINT),
            Map.entry("USMALLINT", USMALLINT),
            Map.entry("SMALLINT", SMALLINT),
            Map.entry("UINTEGER", UINTEGER),
            Map.entry("INTEGER", INTEGER),
            Map.entry("UBIGINT", UBIGINT),
            Map.entry("BIGINT", BIGINT),
            Map.entry("UHUGEINT", UHUGEINT),
            Map.entry("HUGEINT", HUGEINT),
            Map.entry("FLOAT", FLOAT),
            Map.entry("DOUBLE", DOUBLE),
            Map.entry("VARCHAR", VARCHAR),
            Map.entry("JSON", JSON),
            Map.entry("BLOB", BLOB),
            Map.entry("BIT", BIT),
            Map.entry("UUID", UUID),
            Map.entry("DATE", DATE),
            Map.entry("TIME", TIME),
            Map.entry("TIMESTAMP", TIMESTAMP),
            Map.entry("TIMESTAMP WITH TIME ZONE", TIMESTAMP_TZ),
            Map.entry("INTERVAL", INTERVAL),
            Map.entry("VARIANT", VARIANT),
            Map.entry("\"NULL\"", NULL));

    private final Class group;

    TypeKind(Class group) {
        this.group = group;
    }

    /// Returns the kind with DuckDB's name of a type without parameters; null if there is none.
    static @Nullable TypeKind ofName(String name) {
        return NAMES.get(name.toUpperCase(Locale.ROOT));
    }

    public boolean isInteger() {
        return group == Class.INTEGER;
    }

    /// Returns whether its values may have fractions.
    public boolean isReal() {
        return group == Class.REAL;
    }

    public boolean isNumber() {
        return isInteger() || isReal();
    }

    /// Returns whether its values are text, JSON included.
    public boolean isText() {
        return group == Class.TEXT;
    }

    /// Returns whether it is a point in time.
    public boolean isTime() {
        return group == Class.TIME;
    }

    public boolean isNested() {
        return group == Class.NESTED;
    }
}
