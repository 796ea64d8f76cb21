package traceglass.engine;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultValue;
import traceglass.sql.result.TextBytes;

/// Passes the cells of rows to a [CellSink].
final class CellBatchWriter<B> implements ResultFeed.BatchWriter<B> {

    private final CellSink<B> sink;

    CellBatchWriter(CellSink<B> sink) {
        this.sink = sink;
    }

    @Override
    public boolean add(ResultCursor cursor) throws QueryException {
        List<ResultColumn> columns = cursor.columns();
        for (int i = 0; i < columns.size(); i++) {
            switch (columns.get(i).type()) {
                case LONG, BOOLEAN -> {
                    long value = cursor.getLong(i);
                    if (value == 0 && cursor.wasNull()) {
                        sink.addNull();
                    } else {
                        sink.addLong(value);
                    }
                }
                case DOUBLE -> {
                    double value = cursor.getDouble(i);
                    if ((value == 0 || Double.isNaN(value)) && cursor.wasNull()) {
                        sink.addNull();
                    } else {
                        sink.addDouble(value);
                    }
                }
                case TEXT -> addText(cursor.getText(i));
                case HUGE, BLOB, OTHER -> addValue(ResultValue.of(cursor, i));
            }
        }
        return sink.endRow();
    }

    private void addText(@Nullable TextBytes value) {
        if (value == null) {
            sink.addNull();
        } else {
            sink.addText(value.array(), value.offset(), value.length());
        }
    }

    private void addValue(@Nullable Object value) {
        switch (value) {
            case null -> sink.addNull();
            case Boolean b -> sink.addLong(b ? 1 : 0);
            case Long n -> sink.addLong(n);
            case Double d -> sink.addDouble(d);
            case byte[] bytes -> sink.addBytes(bytes);
            // Most formats have no integers beyond 64 bits.
            case BigInteger huge -> addText(huge.toString());
            default -> addText(value.toString());
        }
    }

    private void addText(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        sink.addText(utf8, 0, utf8.length);
    }

    @Override
    public B takeBatch() {
        return sink.takeBatch();
    }
}
