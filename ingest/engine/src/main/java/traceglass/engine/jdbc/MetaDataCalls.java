package traceglass.engine.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.engine.TableInfo;

/// Methods of {@link DatabaseMetaData}. The tables have primary keys and point to each other by their ids, so that
/// tools can draw and complete joins. Questions without an answer here get false, 0, an empty text, or an empty result
/// with the columns that the method has.
final class MetaDataCalls {

    static final String SCHEMA = "main";

    private static final int LONG_DIGITS = 19;
    private static final int DOUBLE_DIGITS = 17;
    private static final String TABLE_TYPE = "TABLE";

    /// Columns that point to the row of another table, by their name.
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
    private @Nullable List<TableInfo> tables;

    private MetaDataCalls(ConnectionCalls connection) {
        this.connection = connection;
    }

    static DatabaseMetaData of(ConnectionCalls connection) {
        return JdbcProxy.of(DatabaseMetaData.class, new MetaDataCalls(connection), MetaDataCalls::unanswered);
    }

    private static @Nullable Object unanswered(Method method) {
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
        return type == ResultSet.class ? ResultCalls.of(MetaShapes.ofEmpty(method.getName()), List.of()) : null;
    }

    private synchronized List<TableInfo> tables() {
        if (tables == null) {
            tables = connection.shared().trace().tables();
        }
        return tables;
    }

    String getDatabaseProductName() {
        return "Traceglass";
    }

    String getDatabaseProductVersion() {
        return TraceDriver.MAJOR + "." + TraceDriver.MINOR;
    }

    int getDatabaseMajorVersion() {
        return TraceDriver.MAJOR;
    }

    int getDatabaseMinorVersion() {
        return TraceDriver.MINOR;
    }

    String getDriverName() {
        return "Traceglass JDBC driver";
    }

    String getDriverVersion() {
        return getDatabaseProductVersion();
    }

    int getDriverMajorVersion() {
        return TraceDriver.MAJOR;
    }

    int getDriverMinorVersion() {
        return TraceDriver.MINOR;
    }

    int getJDBCMajorVersion() {
        return 4;
    }

    int getJDBCMinorVersion() {
        return 3;
    }

    String getURL() {
        return connection.url();
    }

    Connection getConnection() {
        return connection.connection();
    }

    boolean isReadOnly() {
        return true;
    }

    String getIdentifierQuoteString() {
        return "\"";
    }

    String getSearchStringEscape() {
        return "\\";
    }

    String getCatalogSeparator() {
        return ".";
    }

    String getSchemaTerm() {
        return "schema";
    }

    String getCatalogTerm() {
        return "catalog";
    }

    String getProcedureTerm() {
        return "procedure";
    }

    boolean isCatalogAtStart() {
        return true;
    }

    boolean supportsMixedCaseQuotedIdentifiers() {
        return false;
    }

    boolean storesMixedCaseIdentifiers() {
        return true;
    }

    boolean storesMixedCaseQuotedIdentifiers() {
        return true;
    }

    boolean supportsColumnAliasing() {
        return true;
    }

    boolean supportsGroupBy() {
        return true;
    }

    boolean supportsOuterJoins() {
        return true;
    }

    boolean supportsFullOuterJoins() {
        return true;
    }

    boolean supportsUnion() {
        return true;
    }

    boolean supportsUnionAll() {
        return true;
    }

    boolean supportsSubqueriesInExists() {
        return true;
    }

    boolean supportsSubqueriesInIns() {
        return true;
    }

    boolean supportsSubqueriesInComparisons() {
        return true;
    }

    boolean supportsCorrelatedSubqueries() {
        return true;
    }

    boolean supportsOrderByUnrelated() {
        return true;
    }

    boolean supportsResultSetType(int type) {
        return type == ResultSet.TYPE_FORWARD_ONLY;
    }

    boolean supportsResultSetConcurrency(int type, int concurrency) {
        return type == ResultSet.TYPE_FORWARD_ONLY && concurrency == ResultSet.CONCUR_READ_ONLY;
    }

    int getResultSetHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    int getDefaultTransactionIsolation() {
        return Connection.TRANSACTION_NONE;
    }

    int getSQLStateType() {
        return DatabaseMetaData.sqlStateSQL;
    }

    RowIdLifetime getRowIdLifetime() {
        return RowIdLifetime.ROWID_UNSUPPORTED;
    }

    String getSQLKeywords() {
        return "INCLUDE,PERFETTO,MODULE,MACRO,GLOB";
    }

    ResultSet getCatalogs() {
        return ResultCalls.of(MetaShapes.columns("TABLE_CAT"), List.of());
    }

    ResultSet getSchemas() {
        return ResultCalls.of(
                MetaShapes.columns("TABLE_SCHEM TABLE_CATALOG"), rows(new @Nullable Object[] {SCHEMA, null}));
    }

    ResultSet getSchemas(@Nullable String catalog, @Nullable String pattern) {
        return matches(pattern, SCHEMA)
                ? getSchemas()
                : ResultCalls.of(MetaShapes.columns("TABLE_SCHEM TABLE_CATALOG"), List.of());
    }

    ResultSet getTableTypes() {
        return ResultCalls.of(MetaShapes.columns("TABLE_TYPE"), rows(new @Nullable Object[] {TABLE_TYPE}));
    }

    private static List<@Nullable Object[]> rows(@Nullable Object[] row) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        rows.add(row);
        return rows;
    }

    ResultSet getTables(
            @Nullable String catalog, @Nullable String schema, @Nullable String pattern, String @Nullable [] types) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        if (matches(schema, SCHEMA) && (types == null || Arrays.asList(types).contains(TABLE_TYPE))) {
            for (TableInfo table : matching(pattern)) {
                rows.add(new @Nullable Object[] {
                    null, SCHEMA, table.name(), TABLE_TYPE, table.description(), null, null, null, null, null
                });
            }
        }
        return ResultCalls.of(MetaShapes.columns(MetaShapes.TABLES), rows);
    }

    private List<TableInfo> matching(@Nullable String pattern) {
        return tables().stream()
                .filter(t -> matches(pattern, t.name()))
                .sorted(Comparator.comparing(TableInfo::name))
                .toList();
    }

    /// Compares with a pattern of LIKE, in which `\` escapes; null fits all.
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
            @Nullable String catalog, @Nullable String schema, @Nullable String table, @Nullable String pattern) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (TableInfo info : matches(schema, SCHEMA) ? matching(table) : List.<TableInfo>of()) {
            for (int i = 0; i < info.columns().size(); i++) {
                TableInfo.ColumnInfo column = info.columns().get(i);
                if (matches(pattern, column.name())) {
                    rows.add(column(info.name(), column, i + 1));
                }
            }
        }
        return ResultCalls.of(MetaShapes.columns(MetaShapes.COLUMNS), rows);
    }

    private static @Nullable Object[] column(String table, TableInfo.ColumnInfo column, int position) {
        int type = type(column.type());
        boolean isKey = column.name().equals(keyOf(table));
        Long size = type == Types.BIGINT || type == Types.INTEGER
                ? Long.valueOf(LONG_DIGITS)
                : type == Types.DOUBLE ? Long.valueOf(DOUBLE_DIGITS) : null;
        return new @Nullable Object[] {
            null,
            SCHEMA,
            table,
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

    private static int type(String name) {
        return switch (name) {
            case "TINYINT", "SMALLINT", "INTEGER", "UTINYINT", "USMALLINT" -> Types.INTEGER;
            case "BIGINT", "UINTEGER", "UBIGINT", "HUGEINT" -> Types.BIGINT;
            case "FLOAT", "DOUBLE" -> Types.DOUBLE;
            case "BOOLEAN" -> Types.BOOLEAN;
            case "VARCHAR" -> Types.VARCHAR;
            case "BLOB" -> Types.VARBINARY;
            default -> name.startsWith("ENUM") ? Types.VARCHAR : Types.OTHER;
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

    ResultSet getPrimaryKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (TableInfo info : tables()) {
            String key = keyOf(info.name());
            if ((table == null || info.name().equals(table)) && hasColumn(info, key)) {
                rows.add(new @Nullable Object[] {null, SCHEMA, info.name(), key, 1L, info.name() + "_key"});
            }
        }
        return ResultCalls.of(MetaShapes.columns(MetaShapes.PRIMARY_KEYS), rows);
    }

    ResultSet getImportedKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table) {
        return keys(null, table);
    }

    ResultSet getExportedKeys(@Nullable String catalog, @Nullable String schema, @Nullable String table) {
        return keys(table, null);
    }

    ResultSet getCrossReference(
            @Nullable String catalog,
            @Nullable String schema,
            @Nullable String parent,
            @Nullable String foreignCatalog,
            @Nullable String foreignSchema,
            @Nullable String foreign) {
        return keys(parent, foreign);
    }

    /// @param to table that is pointed to, or null for any
    /// @param from table that points, or null for any
    private ResultSet keys(@Nullable String to, @Nullable String from) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (TableInfo info : tables()) {
            if (from != null && !info.name().equals(from)) {
                continue;
            }
            for (TableInfo.ColumnInfo column : info.columns()) {
                String target = column.name().equals("parent_id") ? info.name() : TARGETS.get(column.name());
                boolean isOwnKey = column.name().equals(keyOf(info.name()));
                if (target != null && !isOwnKey && (to == null || target.equals(to))) {
                    rows.add(new @Nullable Object[] {
                        null,
                        SCHEMA,
                        target,
                        keyOf(target),
                        null,
                        SCHEMA,
                        info.name(),
                        column.name(),
                        1L,
                        (long) DatabaseMetaData.importedKeyNoAction,
                        (long) DatabaseMetaData.importedKeyNoAction,
                        info.name() + "_" + column.name(),
                        target + "_key",
                        (long) DatabaseMetaData.importedKeyNotDeferrable
                    });
                }
            }
        }
        return ResultCalls.of(MetaShapes.columns(MetaShapes.FOREIGN_KEYS), rows);
    }

    ResultSet getTypeInfo() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        rows.add(type("BIGINT", Types.BIGINT, LONG_DIGITS, null));
        rows.add(type("DOUBLE", Types.DOUBLE, DOUBLE_DIGITS, null));
        rows.add(type("VARCHAR", Types.VARCHAR, 0, "'"));
        rows.add(type("BOOLEAN", Types.BOOLEAN, 1, null));
        rows.add(type("BLOB", Types.VARBINARY, 0, "'"));
        return ResultCalls.of(MetaShapes.columns(MetaShapes.TYPES), rows);
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
