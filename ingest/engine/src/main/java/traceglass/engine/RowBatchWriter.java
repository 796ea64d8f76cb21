package traceglass.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultValue;

/// Collects rows in batches, each row as an array of values.
final class RowBatchWriter implements ResultFeed.BatchWriter<List<@Nullable Object[]>> {

    private static final int ROWS = 1024;

    private List<@Nullable Object[]> rows = new ArrayList<>();

    @Override
    public boolean add(ResultCursor cursor) throws QueryException {
        @Nullable Object[] row = new Object[cursor.columns().size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = ResultValue.of(cursor, i);
        }
        rows.add(row);
        return rows.size() == ROWS;
    }

    @Override
    public List<@Nullable Object[]> takeBatch() {
        List<@Nullable Object[]> batch = rows;
        rows = new ArrayList<>(batch.size());
        return batch;
    }
}
