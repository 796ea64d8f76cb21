package traceglass.sql.compute;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.duckdb.DuckDBWritableVector;

/// Passes computed rows to DuckDB: a table function private to the session that returns the rows set last.
public final class ArrayFeed implements DuckDBTableFunction<LongRows, ArrayFeed.Position, Object> {
    private static final AtomicInteger NEXT = new AtomicInteger();

    /// Position of a scan.
    static final class Position {
        private int row;
    }

    private final Connection connection;
    private String name;
    private LongRows rows;

    public ArrayFeed(Connection connection) {
        this.connection = connection;
    }

    /// Returns a FROM source with these rows as columns `c0`, `c1`, …, for the next statement only.
    public String source(LongRows next) throws SQLException {
        if (name == null) {
            String unique = "tg_rows_" + NEXT.incrementAndGet();
            try (var builder = DuckDBFunctions.tableFunction()) {
                builder.withName(unique).withFunction(this).register(connection);
            }
            name = unique;
        }
        rows = next;
        return name + "()";
    }

    /// Releases the rows.
    public void clear() {
        rows = null;
    }

    @Override
    public LongRows bind(DuckDBTableFunctionBindInfo info) {
        if (rows == null) {
            throw new IllegalStateException("no rows were set");
        }
        for (int c = 0; c < rows.width(); c++) {
            info.addResultColumn("c" + c, DuckDBColumnType.BIGINT);
        }
        info.setCardinality(rows.size(), true);
        return rows;
    }

    @Override
    public Position init(DuckDBTableFunctionInitInfo info) {
        info.setMaxThreads(1);
        return new Position();
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter out) {
        LongRows from = info.getBindData();
        Position position = info.getInitData();
        int n = (int) Math.min(out.capacity(), from.size() - position.row);
        for (int c = 0; c < from.width(); c++) {
            DuckDBWritableVector vector = out.vector(c);
            long[] values = from.column(c);
            for (int r = 0; r < n; r++) {
                long value = values[position.row + r];
                if (value == LongRows.NULL) {
                    vector.setNull(r);
                } else {
                    vector.setLong(r, value);
                }
            }
        }
        position.row += n;
        return n;
    }
}
