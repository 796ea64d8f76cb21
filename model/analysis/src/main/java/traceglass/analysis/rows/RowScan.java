package traceglass.analysis.rows;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.duckdb.DuckDBWritableVector;

/// Table function that lets a database read rows and columns of a [RowStore], a few thousand rows at a time. Column
/// `c3` is the store's column 3, and `row` the row number.
final class RowScan implements DuckDBTableFunction<Object, RowScan.Position, Object> {

    /// Column with the row numbers.
    static final String ROW = "row";
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final RowStore rows;
    private final int[] order;
    private final List<Integer> columns;

    /// Position of a scan, and the strings of its current chunk.
    static final class Position {
        private int next;
        private final String[][] texts;
        private final int[] chunks;

        Position(int columns) {
            texts = new String[columns][];
            chunks = new int[columns];
        }
    }

    private RowScan(RowStore rows, int[] order, List<Integer> columns) {
        this.rows = rows;
        this.order = order;
        this.columns = columns;
    }

    /// Registers these rows in a database.
    ///
    /// @param order row numbers, in output order
    /// @param columns column indexes
    /// @return the FROM clause
    static String register(Connection connection, RowStore rows, int[] order, List<Integer> columns)
            throws SQLException {
        String name = "kept_rows_" + NEXT.incrementAndGet();
        try (var builder = DuckDBFunctions.tableFunction()) {
            builder.withName(name)
                    .withFunction(new RowScan(rows, order, List.copyOf(columns)))
                    .register(connection);
        }
        return name + "()";
    }

    @Override
    public Object bind(DuckDBTableFunctionBindInfo info) {
        info.addResultColumn(ROW, DuckDBColumnType.BIGINT);
        for (int c : columns) {
            info.addResultColumn(
                    "c" + c,
                    switch (rows.type(c)) {
                        case LONG -> DuckDBColumnType.BIGINT;
                        case BOOLEAN -> DuckDBColumnType.BOOLEAN;
                        case DOUBLE -> DuckDBColumnType.DOUBLE;
                        case HUGE -> DuckDBColumnType.HUGEINT;
                        case TEXT -> DuckDBColumnType.VARCHAR;
                    });
        }
        info.setCardinality(order.length, true);
        return this;
    }

    @Override
    public Position init(DuckDBTableFunctionInitInfo info) {
        info.setMaxThreads(1);
        return new Position(columns.size());
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter out) {
        Position position = info.getInitData();
        int n = (int) Math.min(out.capacity(), order.length - position.next);
        DuckDBWritableVector numbers = out.vector(0);
        for (int i = 0; i < n; i++) {
            numbers.setLong(i, order[position.next + i]);
        }
        for (int c = 0; c < columns.size(); c++) {
            fill(out.vector(c + 1), columns.get(c), c, position, n);
        }
        position.next += n;
        return n;
    }

    private void fill(DuckDBWritableVector vector, int column, int index, Position position, int n) {
        RowType type = rows.type(column);
        for (int i = 0; i < n; i++) {
            int row = order[position.next + i];
            if (rows.isNull(row, column)) {
                vector.setNull(i);
                continue;
            }
            switch (type) {
                case LONG -> vector.setLong(i, rows.getLong(row, column));
                case BOOLEAN -> vector.setBoolean(i, rows.getLong(row, column) != 0);
                case DOUBLE -> vector.setDouble(i, rows.getDouble(row, column));
                case HUGE -> vector.setHugeInt(i, rows.getHuge(row, column));
                case TEXT -> vector.setString(i, text(row, column, index, position));
            }
        }
    }

    /// Strings are often repeated within a chunk, so each is created once for the current chunk.
    private String text(int row, int column, int index, Position position) {
        int chunk = row / RowStore.CHUNK_ROWS;
        if (position.texts[index] == null || position.chunks[index] != chunk) {
            position.texts[index] = new String[rows.stringCount(chunk, column)];
            position.chunks[index] = chunk;
        }
        int number = rows.stringIndex(row, column);
        String[] texts = position.texts[index];
        if (texts[number] == null) {
            texts[number] = rows.getText(row, column);
        }
        return texts[number];
    }
}
