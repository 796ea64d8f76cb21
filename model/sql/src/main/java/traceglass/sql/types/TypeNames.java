package traceglass.sql.types;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads DuckDB's names of types, such as `DECIMAL(18,3)`, `STRUCT(a INTEGER, b VARCHAR[])` and `MAP(VARCHAR,
/// BIGINT)`.
final class TypeNames {

    /// Other names of simple types.
    private static final Map<String, TypeKind> SYNONYMS = Map.ofEntries(
            Map.entry("INT", TypeKind.INTEGER),
            Map.entry("INT4", TypeKind.INTEGER),
            Map.entry("SIGNED", TypeKind.INTEGER),
            Map.entry("INT1", TypeKind.TINYINT),
            Map.entry("INT2", TypeKind.SMALLINT),
            Map.entry("SHORT", TypeKind.SMALLINT),
            Map.entry("INT8", TypeKind.BIGINT),
            Map.entry("LONG", TypeKind.BIGINT),
            Map.entry("FLOAT4", TypeKind.FLOAT),
            Map.entry("REAL", TypeKind.FLOAT),
            Map.entry("FLOAT8", TypeKind.DOUBLE),
            Map.entry("TEXT", TypeKind.VARCHAR),
            Map.entry("STRING", TypeKind.VARCHAR),
            Map.entry("CHAR", TypeKind.VARCHAR),
            Map.entry("BYTEA", TypeKind.BLOB),
            Map.entry("BINARY", TypeKind.BLOB),
            Map.entry("VARBINARY", TypeKind.BLOB),
            Map.entry("DATETIME", TypeKind.TIMESTAMP),
            Map.entry("TIMESTAMPTZ", TypeKind.TIMESTAMP_TZ));

    private TypeNames() {}

    static DuckType parse(String name) {
        TypeKind kind = TypeKind.ofName(name);
        kind = kind == null ? SYNONYMS.get(name.toUpperCase(Locale.ROOT)) : kind;
        return kind == null ? DuckType.UNKNOWN : DuckType.of(kind);
    }

    static DuckType read(String name) {
        String text = name.strip();
        if (text.endsWith("[]")) {
            return DuckType.list(read(text.substring(0, text.length() - 2)));
        }
        TypeKind plain = TypeKind.ofName(text);
        if (plain != null) {
            return DuckType.of(plain);
        }
        int open = text.indexOf('(');
        if (open < 0 || !text.endsWith(")")) {
            return other(text);
        }
        List<String> parts = split(text.substring(open + 1, text.length() - 1));
        return switch (text.substring(0, open).strip().toUpperCase(Locale.ROOT)) {
            case "DECIMAL", "NUMERIC" -> decimal(parts);
            case "STRUCT" -> struct(parts);
            case "MAP" -> map(parts);
            default -> other(text);
        };
    }

    private static DuckType other(String text) {
        return text.isEmpty() ? DuckType.UNKNOWN : new DuckType(TypeKind.OTHER, 0, 0, List.of(), List.of(text));
    }

    private static DuckType decimal(List<String> parts) {
        try {
            return parts.size() == 2
                    ? DuckType.decimal(
                            Integer.parseInt(parts.get(0).strip()),
                            Integer.parseInt(parts.get(1).strip()))
                    : DuckType.UNKNOWN;
        } catch (NumberFormatException e) {
            return DuckType.UNKNOWN;
        }
    }

    private static DuckType map(List<String> parts) {
        if (parts.size() != 2) {
            return DuckType.UNKNOWN;
        }
        DuckType key = read(parts.get(0));
        DuckType value = read(parts.get(1));
        return key.isUnknown() || value.isUnknown()
                ? DuckType.UNKNOWN
                : new DuckType(TypeKind.MAP, 0, 0, List.of(key, value), List.of());
    }

    private static DuckType struct(List<String> parts) {
        List<String> names = new ArrayList<>();
        List<DuckType> types = new ArrayList<>();
        for (String part : parts) {
            String field = part.strip();
            int end = nameEnd(field);
            if (end < 0) {
                return DuckType.UNKNOWN;
            }
            names.add(field.substring(0, end));
            types.add(read(field.substring(end)));
        }
        return DuckType.struct(names, types);
    }

    /// Returns the index after the name of a field, which may be in double quotes; -1 if there is none.
    private static int nameEnd(String field) {
        if (!field.startsWith("\"")) {
            return field.indexOf(' ');
        }
        int i = 1;
        while (i < field.length() && (field.charAt(i) != '"' || i + 1 < field.length() && field.charAt(i + 1) == '"')) {
            i += field.charAt(i) == '"' ? 2 : 1;
        }
        return i < field.length() ? i + 1 : -1;
    }

    /// Splits at the commas outside brackets and quotes.
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        @Nullable Character quote = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != null) {
                quote = c == quote ? null : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(text.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(text.substring(from));
        return parts;
    }
}
