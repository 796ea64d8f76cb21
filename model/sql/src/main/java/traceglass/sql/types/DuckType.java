package traceglass.sql.types;

import java.util.List;

/// Type of an expression in DuckDB.
///
/// @param width number of digits of a DECIMAL; number of bits of a literal integer
/// @param scale number of digits of a DECIMAL after the point
/// @param parts types of the elements of a LIST, of the fields of a STRUCT, or of the key and value of a MAP
/// @param names names of the fields of a STRUCT; DuckDB's name of a type of kind OTHER
public record DuckType(TypeKind kind, int width, int scale, List<DuckType> parts, List<String> names) {
    public static final DuckType UNKNOWN = of(TypeKind.UNKNOWN);
    public static final DuckType NULL = of(TypeKind.NULL);
    public static final DuckType BOOLEAN = of(TypeKind.BOOLEAN);
    public static final DuckType INTEGER = of(TypeKind.INTEGER);
    public static final DuckType BIGINT = of(TypeKind.BIGINT);
    public static final DuckType HUGEINT = of(TypeKind.HUGEINT);
    public static final DuckType DOUBLE = of(TypeKind.DOUBLE);
    public static final DuckType VARCHAR = of(TypeKind.VARCHAR);
    public static final DuckType BLOB = of(TypeKind.BLOB);
    public static final DuckType VARIANT = of(TypeKind.VARIANT);
    public static final DuckType STRING_LITERAL = of(TypeKind.STRING_LITERAL);

    public static DuckType of(TypeKind kind) {
        return new DuckType(kind, 0, 0, List.of(), List.of());
    }

    static DuckType decimal(int width, int scale) {
        return new DuckType(TypeKind.DECIMAL, width, scale, List.of(), List.of());
    }

    /// Returns the type of an integer that is written in a statement.
    ///
    /// @param bits 32, 64 or 128: smallest width that can hold it
    public static DuckType integerLiteral(int bits) {
        return new DuckType(TypeKind.INTEGER_LITERAL, bits, 0, List.of(), List.of());
    }

    /// Returns the type of a list of elements of a type.
    public static DuckType list(DuckType element) {
        return element.isUnknown()
                ? UNKNOWN
                : new DuckType(TypeKind.LIST, 0, 0, List.of(element.columnType()), List.of());
    }

    /// Returns the type of a struct; unknown if the type of a field is.
    public static DuckType struct(List<String> names, List<DuckType> types) {
        return types.stream().anyMatch(DuckType::isUnknown)
                ? UNKNOWN
                : new DuckType(
                        TypeKind.STRUCT,
                        0,
                        0,
                        types.stream().map(DuckType::columnType).toList(),
                        List.copyOf(names));
    }

    /// Returns the type with a name as DuckDB writes it.
    public static DuckType ofDuckDbName(String name) {
        return TypeNames.read(name);
    }

    /// Returns the type with a name as written by users; unknown if it is not one of DuckDB's simple types.
    public static DuckType parse(String name) {
        return TypeNames.parse(name);
    }

    public boolean isUnknown() {
        return kind == TypeKind.UNKNOWN;
    }

    public boolean isInteger() {
        return kind.isInteger();
    }

    public boolean isReal() {
        return kind.isReal();
    }

    public boolean isNumber() {
        return kind.isNumber();
    }

    public boolean isText() {
        return kind.isText();
    }

    public boolean isBoolean() {
        return kind == TypeKind.BOOLEAN;
    }

    public boolean isNull() {
        return kind == TypeKind.NULL;
    }

    /// Returns the type of a field of a struct; unknown if there is no such field.
    public DuckType field(String name) {
        for (int i = 0; i < names.size() && i < parts.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return parts.get(i);
            }
        }
        return UNKNOWN;
    }

    /// Returns the type of a column with such values: literals have types of their own only within expressions.
    public DuckType columnType() {
        return switch (kind) {
            case INTEGER_LITERAL -> width == 32 ? INTEGER : width == 64 ? BIGINT : HUGEINT;
            case STRING_LITERAL -> VARCHAR;
            default -> this;
        };
    }

    /// Returns DuckDB's name of the type.
    @Override
    public String toString() {
        return switch (kind) {
            case DECIMAL -> "DECIMAL(" + width + "," + scale + ")";
            case LIST -> parts.getFirst() + "[]";
            case STRUCT -> fields();
            case MAP -> "MAP(" + parts.getFirst() + ", " + parts.getLast() + ")";
            case TIMESTAMP_TZ -> "TIMESTAMP WITH TIME ZONE";
            case NULL -> "\"NULL\"";
            case OTHER -> names.getFirst();
            default -> kind.name();
        };
    }

    private String fields() {
        StringBuilder out = new StringBuilder("STRUCT(");
        for (int i = 0; i < parts.size(); i++) {
            out.append(i == 0 ? "" : ", ").append(names.get(i)).append(' ').append(parts.get(i));
        }
        return out.append(')').toString();
    }
}
