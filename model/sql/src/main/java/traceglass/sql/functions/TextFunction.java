package traceglass.sql.functions;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBReadableVector;
import org.duckdb.DuckDBScalarFunction;
import org.duckdb.DuckDBWritableVector;

/// A function from strings to strings, implemented in Java and callable from SQL. Returns NULL for NULL, and for
/// strings without a result.
final class TextFunction implements DuckDBScalarFunction {
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final UnaryOperator<String> function;

    private TextFunction(UnaryOperator<String> function) {
        this.function = function;
    }

    /// Registers the function with the session and returns its name there.
    static String register(Connection connection, UnaryOperator<String> function) throws SQLException {
        String name = "tg_text_" + NEXT.incrementAndGet();
        try (var builder = DuckDBFunctions.scalarFunction()) {
            builder.withName(name)
                    .withParameters(DuckDBColumnType.VARCHAR)
                    .withReturnType(DuckDBColumnType.VARCHAR)
                    .withVectorizedFunction(new TextFunction(function))
                    .register(connection);
        }
        return name;
    }

    @Override
    public void apply(DuckDBDataChunkReader in, DuckDBWritableVector out) {
        DuckDBReadableVector texts = in.vector(0);
        for (long row = 0; row < in.rowCount(); row++) {
            String result = texts.isNull(row) ? null : function.apply(texts.getString(row));
            if (result == null) {
                out.setNull(row);
            } else {
                out.setString(row, result);
            }
        }
    }
}
