package traceglass.engine.jdbc;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import traceglass.engine.QueryColumn;

/// Methods of [ResultSetMetaData].
final class ResultMetaDataCalls {

    private static final int LONG_DIGITS = 19;
    private static final int DOUBLE_DIGITS = 17;

    private final List<QueryColumn> columns;

    ResultMetaDataCalls(List<QueryColumn> columns) {
        this.columns = columns;
    }

    private QueryColumn column(int index) throws SQLException {
        if (index < 1 || index > columns.size()) {
            throw new SQLException("There is no column " + index + "; columns are 1 to " + columns.size());
        }
        return columns.get(index - 1);
    }

    int getColumnCount() {
        return columns.size();
    }

    String getColumnName(int index) throws SQLException {
        return column(index).name();
    }

    String getColumnLabel(int index) throws SQLException {
        return column(index).name();
    }

    int getColumnType(int index) throws SQLException {
        return switch (column(index).type()) {
            case INTEGER -> Types.BIGINT;
            case REAL -> Types.DOUBLE;
            case BOOLEAN -> Types.BOOLEAN;
            case TEXT -> Types.VARCHAR;
            case BYTES -> Types.VARBINARY;
            case ANY -> Types.OTHER;
        };
    }

    String getColumnTypeName(int index) throws SQLException {
        return switch (column(index).type()) {
            case INTEGER -> "BIGINT";
            case REAL -> "DOUBLE";
            case BOOLEAN -> "BOOLEAN";
            case TEXT -> "VARCHAR";
            case BYTES -> "BLOB";
            case ANY -> "ANY";
        };
    }

    String getColumnClassName(int index) throws SQLException {
        return switch (column(index).type()) {
            case INTEGER -> Long.class.getName();
            case REAL -> Double.class.getName();
            case BOOLEAN -> Boolean.class.getName();
            case TEXT -> String.class.getName();
            case BYTES -> byte[].class.getName();
            case ANY -> Object.class.getName();
        };
    }

    int getPrecision(int index) throws SQLException {
        return switch (column(index).type()) {
            case INTEGER -> LONG_DIGITS;
            case REAL -> DOUBLE_DIGITS;
            case BOOLEAN -> 1;
            case TEXT, BYTES, ANY -> 0;
        };
    }

    int getScale(int index) {
        return 0;
    }

    int getColumnDisplaySize(int index) throws SQLException {
        return switch (column(index).type()) {
            case INTEGER -> LONG_DIGITS + 1;
            case REAL -> 24;
            case BOOLEAN -> 5;
            case TEXT, BYTES, ANY -> 80;
        };
    }

    int isNullable(int index) {
        return ResultSetMetaData.columnNullableUnknown;
    }

    /// Returns an empty string, because a column can be an expression, and so that tools don't offer to change
    /// values.
    String getTableName(int index) {
        return "";
    }

    String getSchemaName(int index) {
        return "";
    }

    String getCatalogName(int index) {
        return "";
    }

    boolean isAutoIncrement(int index) {
        return false;
    }

    boolean isCaseSensitive(int index) {
        return true;
    }

    boolean isSearchable(int index) {
        return true;
    }

    boolean isCurrency(int index) {
        return false;
    }

    boolean isSigned(int index) throws SQLException {
        QueryColumn.Type type = column(index).type();
        return type == QueryColumn.Type.INTEGER || type == QueryColumn.Type.REAL;
    }

    boolean isReadOnly(int index) {
        return true;
    }

    boolean isWritable(int index) {
        return false;
    }

    boolean isDefinitelyWritable(int index) {
        return false;
    }
}
