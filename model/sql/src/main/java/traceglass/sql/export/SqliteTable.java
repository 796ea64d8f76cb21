package traceglass.sql.export;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// A table of an SQLite database with the rows of a table or view of a trace.
///
/// Ids that ascend from row to row are the primary key: SQLite finds rows by them without an index.
final class SqliteTable {

    /// The column that becomes the primary key.
    static final String KEY = "id";

    private static final int BATCH_SIZE = 5000;

    private final ExportedTable table;
    private final Connection database;
    /// Whether ids are the primary key. False once a row has no id, or one that isn't larger than that of the
    /// previous row.
    private boolean hasKey;

    SqliteTable(ExportedTable table, Connection database) {
        this.table = table;
        this.database = database;
        this.hasKey = table.columns().contains(KEY);
    }

    /// Creates the table and copies the rows.
    ///
    /// @return whether ids are the primary key
    boolean copy(SqlSession session) throws SqlProblem {
        boolean isComplete;
        do {
            isComplete = tryCopy(session);
        } while (!isComplete);
        return hasKey;
    }

    /// Returns whether all rows were copied; if not, ids turned out to be no key.
    private boolean tryCopy(SqlSession session) throws SqlProblem {
        boolean[] isComplete = {true};
        session.run("SELECT * FROM " + ExportedTable.quoted(table.name()) + ";", ResultSink.streaming(cursor -> {
            try {
                create(cursor.columns());
                isComplete[0] = insert(cursor);
            } catch (SQLException e) {
                throw new QueryException(e);
            }
        }));
        return isComplete[0];
    }

    private void create(List<ResultColumn> columns) throws SQLException {
        hasKey &= columns.stream().anyMatch(this::isKey);
        String definitions = columns.stream()
                .map(c -> ExportedTable.quoted(c.name()) + " " + type(c))
                .collect(Collectors.joining(", "));
        try (Statement s = database.createStatement()) {
            s.execute("DROP TABLE IF EXISTS " + ExportedTable.quoted(table.name()));
            s.execute("CREATE TABLE " + ExportedTable.quoted(table.name()) + "(" + definitions + ")");
        }
    }

    private boolean isKey(ResultColumn column) {
        return hasKey && column.name().equals(KEY) && column.type() == ResultColumn.Type.LONG;
    }

    private String type(ResultColumn column) {
        if (isKey(column)) {
            return "INTEGER PRIMARY KEY";
        }
        return switch (column.type()) {
            case LONG, BOOLEAN -> "INTEGER";
            case DOUBLE -> "REAL";
            case BLOB -> "BLOB";
            default -> "TEXT";
        };
    }

    /// Returns whether all rows were inserted; if not, the table has to be created again without a primary key.
    private boolean insert(ResultCursor cursor) throws SQLException, QueryException {
        List<ResultColumn> columns = cursor.columns();
        int keyColumn = IntStream.range(0, columns.size())
                .filter(i -> isKey(columns.get(i)))
                .findFirst()
                .orElse(-1);
        String values = columns.stream().map(_ -> "?").collect(Collectors.joining(", "));
        try (PreparedStatement row = database.prepareStatement(
                "INSERT INTO " + ExportedTable.quoted(table.name()) + " VALUES (" + values + ")")) {
            int pending = 0;
            Long previousKey = null;
            while (cursor.next()) {
                for (int i = 0; i < columns.size(); i++) {
                    Object value = value(cursor, i, columns.get(i).type());
                    if (i == keyColumn) {
                        if (value == null || previousKey != null && (Long) value <= previousKey) {
                            hasKey = false;
                            return false;
                        }
                        previousKey = (Long) value;
                    }
                    row.setObject(i + 1, value);
                }
                row.addBatch();
                if (++pending == BATCH_SIZE) {
                    row.executeBatch();
                    pending = 0;
                }
            }
            row.executeBatch();
            return true;
        }
    }

    private static @Nullable Object value(ResultCursor cursor, int column, ResultColumn.Type type)
            throws QueryException {
        Object value = switch (type) {
            case LONG, BOOLEAN -> (Object) cursor.getLong(column);
            case DOUBLE -> cursor.getDouble(column);
            case BLOB -> cursor.getBytes(column);
            default -> cursor.getString(column);
        };
        return cursor.wasNull() ? null : value;
    }
}
