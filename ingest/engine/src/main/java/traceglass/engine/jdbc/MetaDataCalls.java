package traceglass.engine.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import traceglass.engine.FunctionInfo;
import traceglass.engine.TableInfo;

/// Methods of [DatabaseMetaData]. Reports primary and foreign keys by the names of id columns, so that tools can
/// draw and complete joins. Methods that do not apply return false, 0, an empty string, or an empty result with the
/// method's columns.
final class MetaDataCalls extends ConstantMetaDataCalls {

    static final String SCHEMA = "main";

    private static final int LONG_DIGITS = 19;
    private static final int INT_DIGITS = 10;
    private static final int DOUBLE_DIGITS = 17;
    /// Column indexes of the names of both tables in a foreign key.
    private static final int TO = 2;

    private static final int FROM = 6;
    private static final String TABLE_TYPE = "TABLE";
    private static final String VIEW_TYPE = "VIEW";

    /// Referenced table by the name of the column that refers to it.
    private static final Map<String, String> TARGETS = Map.ofEntries(
            Map.entry("utid", "thread"),
            Map.entry("upid", "process"),
            Map.entry("track_id", "track"),
            Map.entry("slice_id", "slice"),
            Map.entry("machine_id", "machine"),
            Map.entry("callsite_id", "stack_profile_callsite"),
            Map.entry("frame_id", "stack_profile_frame"),
            Map.entry("slice_out", "slice"),
            Map.entry("slice_in", "slice"),
            Map.entry("waker_utid", "thread"));

    private final ConnectionCalls connection;

    private MetaDataCalls(ConnectionCalls connection) {
        this.connection = connection;
    }

    static DatabaseMetaData of(ConnectionCalls connection) {
        return JdbcProxy.of(DatabaseMetaData.class, new MetaDataCalls(connection), MetaDataCalls::emptyAnswer);
    }

    private static @Nullable Object emptyAnswer(Method method) {
        Class<?> type = method.getReturnType();
        if (type == boolean.class) {
            return false;
        }
        if (type == int.class) {
            return 0;
        }
        if (type == long.class) {
            return 0L;
        }
        if (type == String.class) {
            return "";
        }
        return type == ResultSet.class ? ResultCalls.of(MetaDataColumns.ofEmpty(method.getName()), List.of()) : null;
    }

    private List<TableInfo> tables() throws SQLException {
        return connection.tables();
    }

    String getURL() {
        return connection.url();
    }

    Connection getConnection() {
        return connection.connection();
    }

    ResultSet getCatalogs() {
        return ResultCalls.of(MetaDataColumns.columns("TABLE_CAT"), List.of());
    }

    ResultSet getSchemas() {
        return ResultCalls.of(
                MetaDataColumns.columns("TABLE_SCHEM TABLE_CATALOG"), rows(new @Nullable Object[] {SCHEMA, null}));
    }

    ResultSet getSchemas(@Nullable String catalog, @Nullable String pattern) {
        return matches(pattern, SCHEMA)
                ? getSchemas()
                : ResultCalls.of(MetaDataColumns.columns("TABLE_SCHEM TABLE_CATALOG"), List.of());
    }

    ResultSet getTableTypes() {
        List<@Nullable Object[]> rows = rows(new @Nullable Object[] {TABLE_TYPE});
        rows.add(new @Nullable Object[] {VIEW_TYPE});
        return ResultCalls.of(MetaDataColumns.columns("TABLE_TYPE"), rows);
    }

    private static List<@Nullable Object[]> rows(@Nullable Object[] row) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        rows.add(row);
        return rows;
    }

    ResultSet getTables(
            @Nullable String catalog, @Nullable String schema, @Nullable String pattern, String @Nullable [] types)
            throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (TableInfo table : matching(schema, pattern)) {
            String type = table.isView() ? VIEW_TYPE : TABLE_TYPE;
            if (types == null || Arrays.asList(types).contains(type)) {
                rows.add(new @Nullable Object[] {
                    null, SCHEMA, table.name(), type, table.description(), null, null, null, null, null
                });
            }
        }
        // JDBC requires the order by type, then by name; the sort is stable.
        rows.sort(Comparator.comparing(row -> String.valueOf(row[3])));
        return ResultCalls.of(MetaDataColumns.columns(MetaDataColumns.TABLES), rows);
    }

    private List<TableInfo> matching(@Nullable String schema, @Nullable String pattern) throws SQLException {
        if (!matches(schema, SCHEMA)) {
            return List.of();
        }
        return tables().stream()
                .filter(t -> matches(pattern, t.name()))
                .sorted(Comparator.comparing(TableInfo::name))
                .toList();
    }

    /// Returns whether a name matches a LIKE pattern, with `\` as escape character. A null pattern matches all
    /// names.
    static boolean matches(@Nullable String pattern, String name) {
        if (pattern == null || pattern.equals("%")) {
            return true;
        }
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\' && i + 1 < pattern.length()) {
                i++;
                regex.append(Pattern.quote(pattern.substring(i, i + 1)));
            } else if (c == '%') {
                regex.append(".*");
            } else if (c == '_') {
                regex.append('.');
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.DOTALL)
                .matcher(name)
                .matches();
    }

    ResultSet getColumns(
            @Nullable String catalog, @Nullable String schema, @Nullable String table, @Nullable String pattern)
            throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (TableInfo info : matching(schema, table)) {
            for (int i = 0; i < info.columns().size(); i++) {
                TableInfo.ColumnInfo column = info.columns().get(i);
                if (matches(pattern, column.name())) {
                    rows.add(column(info, column, i + 1));
                }
            }
        }
        return ResultCalls.of(MetaDataColumns.columns(MetaDataColumns.COLUMNS), rows);
    }

    private static @Nullable Object[] column(TableInfo table, TableInfo.ColumnInfo column, int position) {
        int type = type(column.type());
        boolean isKey = !table.isView() && column.name().equals(keyOf(table.name()));
        Long size = switch (type) {
            case Types.BIGINT -> Long.valueOf(LONG_DIGITS);
            case Types.INTEGER -> Long.valueOf(INT_DIGITS);
            case Types.DOUBLE -> Long.valueOf(DOUBLE_DIGITS);
            default -> null;
        };
        return new @Nullable Object[] {
            null,
            SCHEMA,
            table.name(),
            column.name(),
            (long) type,
            column.type(),
            size,
            null,
            size == null ? null : 0L,
            size == null ? null : 10L,
            (long) (isKey ? DatabaseMetaData.columnNoNulls : DatabaseMetaData.columnNullable),
            column.description(),
            null,
            null,
            null,
            null,
            (long) position,
            isKey ? "NO" : "YES",
            null,
            null,
            null,
            null,
            "NO",
            "NO"
        };
    }

    static int type(String name) {
        return switch (name) {
            case "TINYINT", "SMALLINT", "INTEGER", "UTINYINT", "USMALLINT" -> Types.INTEGER;
            case "BIGINT", "UINTEGER", "UBIGINT", "HUGEINT" -> Types.BIGINT;
            case "FLOAT", "DOUBLE" -> Types.DOUBLE;
            case "BOOLEAN" -> Types.BOOLEAN;
            case "VARCHAR" -> Types.VARCHAR;
            case "BLOB" -> Types.VARBINARY;
            default ->
                name.startsWith("ENUM") ? Types.VARCHAR : name.startsWith("DECIMAL") ? Types.DOUBLE : Types.OTHER;
        };
    }

    private static String keyOf(String table) {
        return switch (table) {
            case "thread" -> "utid";
            case "process" -> "upid";
            default -> "id";
        };
    }

    private static boolean hasColumn(TableInfo table, String name) {
        return table.columns().stream().anyMatch(c -> c.name().equals(name));
    }

    /// Returns the primary keys, ordered by column name, as JDBC requires. Each has only one column.
    ResultSet getPrimaryKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (TableInfo info : tablesWithKey(schema, table)) {
            rows.add(new @Nullable Object[] {null, SCHEMA, info.name(), keyOf(info.name()), 1L, info.name() + "_key"});
        }
        rows.sort(Comparator.comparing(row -> String.valueOf(row[3])));
        return ResultCalls.of(MetaDataColumns.columns(MetaDataColumns.PRIMARY_KEYS), rows);
    }

    /// Returns the tables with a key: the trace's own tables, which all have descriptions.
    ///
    /// @param table a name, or null for all
    private List<TableInfo> tablesWithKey(@Nullable String schema, @Nullable String table) throws SQLException {
        if (schema != null && !schema.isEmpty() && !schema.equals(SCHEMA)) {
            return List.of();
        }
        return tables().stream()
                .filter(t -> !t.isView()
                        && !t.description().isEmpty()
                        && (table == null || t.name().equals(table))
                        && hasColumn(t, keyOf(t.name())))
                .toList();
    }

    ResultSet getBestRowIdentifier(
            @Nullable String catalog, @Nullable String schema, String table, int scope, boolean isNullable)
            throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (TableInfo info : tablesWithKey(schema, table)) {
            rows.add(new @Nullable Object[] {
                (long) DatabaseMetaData.bestRowSession,
                keyOf(info.name()),
                (long) Types.BIGINT,
                "BIGINT",
                (long) LONG_DIGITS,
                null,
                0L,
                (long) DatabaseMetaData.bestRowNotPseudo
            });
        }
        return ResultCalls.of(MetaDataColumns.ofEmpty("getBestRowIdentifier"), rows);
    }

    ResultSet getImportedKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return keys(null, table, TO);
    }

    ResultSet getExportedKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        return keys(table, null, FROM);
    }

    ResultSet getCrossReference(
            @Nullable String catalog,
            @Nullable String schema,
            @Nullable String parent,
            @Nullable String foreignCatalog,
            @Nullable String foreignSchema,
            @Nullable String foreign)
            throws SQLException {
        return keys(parent, foreign, FROM);
    }

    /// Returns foreign keys.
    ///
    /// @param to referenced table, or null for any
    /// @param from referencing table, or null for any
    /// @param order index of the column with the table name by which to order the keys
    private ResultSet keys(@Nullable String to, @Nullable String from, int order) throws SQLException {
        Set<String> targets =
                tablesWithKey(null, null).stream().map(TableInfo::name).collect(Collectors.toSet());
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (TableInfo info : tables()) {
            if (info.isView() || from != null && !info.name().equals(from)) {
                continue;
            }
            for (TableInfo.ColumnInfo column : info.columns()) {
                String target = column.name().equals("parent_id") ? info.name() : TARGETS.get(column.name());
                boolean isOwnKey = column.name().equals(keyOf(info.name()));
                if (target != null && targets.contains(target) && !isOwnKey && (to == null || target.equals(to))) {
                    rows.add(key(info.name(), column.name(), target));
                }
            }
        }
        rows.sort(Comparator.comparing(row -> String.valueOf(row[order])));
        return ResultCalls.of(MetaDataColumns.columns(MetaDataColumns.FOREIGN_KEYS), rows);
    }

    private static @Nullable Object[] key(String from, String column, String to) {
        return new @Nullable Object[] {
            null,
            SCHEMA,
            to,
            keyOf(to),
            null,
            SCHEMA,
            from,
            column,
            1L,
            (long) DatabaseMetaData.importedKeyNoAction,
            (long) DatabaseMetaData.importedKeyNoAction,
            from + "_" + column,
            to + "_key",
            (long) DatabaseMetaData.importedKeyNotDeferrable
        };
    }

    ResultSet getFunctions(@Nullable String catalog, @Nullable String schema, @Nullable String pattern)
            throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (FunctionInfo function : matchingFunctions(schema, pattern)) {
            rows.add(new @Nullable Object[] {
                null,
                SCHEMA,
                function.name(),
                function.description(),
                (long) (function.isTable() ? DatabaseMetaData.functionReturnsTable : DatabaseMetaData.functionNoTable),
                function.name()
            });
        }
        return ResultCalls.of(MetaDataColumns.ofEmpty("getFunctions"), rows);
    }

    private List<FunctionInfo> matchingFunctions(@Nullable String schema, @Nullable String pattern)
            throws SQLException {
        return matches(schema, SCHEMA)
                ? connection.functions().stream()
                        .filter(f -> matches(pattern, f.name()))
                        .toList()
                : List.of();
    }

    ResultSet getFunctionColumns(
            @Nullable String catalog, @Nullable String schema, @Nullable String pattern, @Nullable String column)
            throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (FunctionInfo function : matchingFunctions(schema, pattern)) {
            for (int i = 0; i < function.parameters().size(); i++) {
                if (matches(column, function.parameters().get(i))) {
                    rows.add(parameter(function.name(), function.parameters().get(i), i + 1));
                }
            }
        }
        return ResultCalls.of(MetaDataColumns.ofEmpty("getFunctionColumns"), rows);
    }

    /// Describes a parameter. Parameters have no declared types, because values are converted.
    private static @Nullable Object[] parameter(String function, String name, int position) {
        return new @Nullable Object[] {
            null,
            SCHEMA,
            function,
            name,
            (long) DatabaseMetaData.functionColumnIn,
            (long) Types.OTHER,
            "ANY",
            null,
            null,
            null,
            null,
            (long) DatabaseMetaData.functionNullableUnknown,
            "",
            null,
            (long) position,
            "",
            function
        };
    }

    ResultSet getTypeInfo() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        // Ordered by the number of the type.
        rows.add(type("BIGINT", Types.BIGINT, LONG_DIGITS, null));
        rows.add(type("BLOB", Types.VARBINARY, 0, "'"));
        rows.add(type("INTEGER", Types.INTEGER, INT_DIGITS, null));
        rows.add(type("DOUBLE", Types.DOUBLE, DOUBLE_DIGITS, null));
        rows.add(type("VARCHAR", Types.VARCHAR, 0, "'"));
        rows.add(type("BOOLEAN", Types.BOOLEAN, 1, null));
        return ResultCalls.of(MetaDataColumns.columns(MetaDataColumns.TYPES), rows);
    }

    private static @Nullable Object[] type(String name, int type, int precision, @Nullable String quote) {
        return new @Nullable Object[] {
            name,
            (long) type,
            (long) precision,
            quote,
            quote,
            null,
            (long) DatabaseMetaData.typeNullable,
            1L,
            (long) DatabaseMetaData.typeSearchable,
            0L,
            0L,
            0L,
            name,
            0L,
            0L,
            null,
            null,
            10L
        };
    }
}
