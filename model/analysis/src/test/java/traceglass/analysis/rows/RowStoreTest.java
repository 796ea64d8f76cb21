package traceglass.analysis.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

class RowStoreTest {

    private static final List<RowType> TYPES =
            List.of(RowType.LONG, RowType.DOUBLE, RowType.TEXT, RowType.HUGE, RowType.BOOLEAN);

    private record Row(Long l, Double d, String t, BigInteger h, Boolean b) {}

    private static Row row(Random random) {
        boolean isNone = random.nextInt(5) == 0;
        return new Row(
                isNone ? null : random.nextLong(),
                random.nextInt(4) == 0 ? null : random.nextGaussian(),
                isNone ? null : "näme " + random.nextInt(50),
                new BigInteger(100, random).negate(),
                random.nextBoolean());
    }

    private static RowWriter writer(List<Row> rows, long mostOnHeap, int mostRows) throws IOException {
        RowWriter w = new RowWriter(List.of("l", "d", "t", "h", "b"), TYPES, mostOnHeap, mostRows);
        for (Row r : rows) {
            set(w, 0, r.l, v -> w.setLong(0, v));
            set(w, 1, r.d, v -> w.setDouble(1, v));
            set(w, 2, r.t, v -> w.setText(2, v));
            set(w, 3, r.h, v -> w.setHuge(3, v));
            set(w, 4, r.b, v -> w.setLong(4, v ? 1 : 0));
            if (!w.next()) {
                break;
            }
        }
        return w;
    }

    private static <T> void set(RowWriter w, int column, T value, java.util.function.Consumer<T> setter) {
        if (value == null) {
            w.setNull(column);
        } else {
            setter.accept(value);
        }
    }

    @Test
    @SuppressWarnings("try") // Closed before the block ends.
    void returnsAllValuesFromHeapAndFile() throws IOException {
        Random random = new Random(3);
        List<Row> rows = java.util.stream.Stream.generate(() -> row(random))
                .limit(3 * RowStore.CHUNK_ROWS + 77)
                .toList();
        for (long heap : new long[] {0, 300_000, Long.MAX_VALUE}) {
            try (RowWriter w = writer(rows, heap, Integer.MAX_VALUE)) {
                RowStore store = w.finish();
                w.close();
                assertEquals(rows.size(), store.size());
                assertFalse(store.isTruncated());
                String[] texts = store.texts(2);
                for (int i = 0; i < rows.size(); i++) {
                    Row r = rows.get(i);
                    assertEquals(r.l == null, store.isNull(i, 0));
                    assertEquals(r.l == null ? null : r.l.toString(), store.getText(i, 0));
                    assertEquals(r.d == null ? null : r.d.toString(), store.getText(i, 1));
                    assertEquals(r.t, store.getText(i, 2));
                    assertEquals(r.t, texts[i]);
                    assertEquals(r.h.toString(), store.getText(i, 3));
                    assertEquals(r.h.doubleValue(), store.getDouble(i, 3), Math.abs(r.h.doubleValue()) * 1e-15);
                    assertEquals(r.b.toString(), store.getText(i, 4));
                }
            }
        }
    }

    @Test
    void reportsThatRowsWereOmitted() throws IOException {
        Random random = new Random(4);
        List<Row> rows =
                java.util.stream.Stream.generate(() -> row(random)).limit(100).toList();
        try (RowWriter w = writer(rows, 1 << 20, 60)) {
            RowStore store = w.finish();
            assertEquals(60, store.size());
            assertTrue(store.isTruncated());
        }
    }

    @Test
    void readsResultsOfDuckDb() throws SQLException, QueryException, IOException {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:")) {
            RowStore rows = RowReader.query(new TraceQueries(c), """
                SELECT 7::UTINYINT AS a, sum(i) AS b, 1.50 AS c, NULL AS d, true AS e, [1, 2] AS f, '\\xAB\\x01'::BLOB AS g,
                  18446744073709551615::UBIGINT AS h, 'x' AS i, NULL::BOOLEAN AS j
                FROM range(10) t(i)\
                """);
            assertEquals(1, rows.size());
            assertEquals(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j"), rows.names());
            List<String> texts = new java.util.ArrayList<>();
            for (int i = 0; i < rows.columns(); i++) {
                texts.add(rows.getText(0, i));
            }
            assertEquals(
                    "7|45|1.5|null|true|[1, 2]|AB01|18446744073709551615|x|null",
                    texts.stream().map(String::valueOf).collect(java.util.stream.Collectors.joining("|")));
            assertNull(rows.getText(0, 9));
        }
    }
}
