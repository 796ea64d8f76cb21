package traceglass.store.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void keepsRowsAcrossChunksAndStartsThemAsNull() {
        Table t = new Table(TableSpec.parse("x: ts long, v double, n int, s string"));
        LongColumn ts = t.longs("ts");
        for (int i = 0; i < Table.CHUNK_ROWS * 2 + 5; i++) {
            int row = t.addRow();
            assertEquals(i, row);
            assertTrue(ts.isNull(row)
                    && t.doubles("v").isNull(row)
                    && t.ints("n").isNull(row)
                    && t.strings("s").isNull(row));
            ts.set(row, i * 3L);
        }
        for (int i = 0; i < t.rowCount(); i++) {
            assertEquals(i * 3L, ts.get(i));
        }
    }

    @Test
    void sealsWholeChunksOfAnAppendOnlyTable() {
        Table t = new Table(TableSpec.parse("x: ts long"));
        List<Integer> marks = new ArrayList<>();
        t.onSeal(x -> marks.add(x.sealed()));
        for (int i = 0; i <= Table.CHUNK_ROWS * 2; i++) {
            t.addRow();
        }
        assertEquals(List.of(Table.CHUNK_ROWS, Table.CHUNK_ROWS * 2), marks);
    }

    @Test
    void setsValuesInEmptyFilledAndDroppedChunks() {
        Table t = new Table(TableSpec.parse("x: a long, b int, c string, d double"));
        LongColumn a = t.longs("a");
        IntColumn b = t.ints("b");
        IntColumn c = t.strings("c");
        DoubleColumn d = t.doubles("d");
        int rows = 3 * Table.CHUNK_ROWS + 7;
        int held = 5;
        for (int i = 0; i < rows; i++) {
            t.addRow();
            if (i == held) {
                t.hold(i);
            }
            // The first chunk gets its first value in its last row; the second has only NULLs.
            if (i == Table.CHUNK_ROWS - 1 || i >= 2 * Table.CHUNK_ROWS) {
                a.set(i, i);
                b.set(i, i);
                c.set(i, i);
                d.set(i, i);
            } else if (i >= Table.CHUNK_ROWS) {
                a.set(i, LongColumn.NULL);
                b.set(i, IntColumn.NULL);
                c.set(i, StringPool.NULL);
                d.set(i, DoubleColumn.NULL);
            }
        }
        assertTrue(a.isNull(0)
                && b.isNull(Table.CHUNK_ROWS - 2)
                && c.isNull(Table.CHUNK_ROWS)
                && d.isNull(2 * Table.CHUNK_ROWS - 1));
        assertTrue(a.chunk(1) == LongColumn.ALL_NULL
                && b.chunk(1) == IntColumn.ALL_NULL
                && d.chunk(1) == DoubleColumn.ALL_NULL);
        assertEquals(Table.CHUNK_ROWS - 1, a.get(Table.CHUNK_ROWS - 1));
        assertEquals(rows - 1, b.get(rows - 1));
        assertEquals(2 * Table.CHUNK_ROWS, c.get(2 * Table.CHUNK_ROWS));
        assertEquals(rows - 2.0, d.get(rows - 2));

        t.dropChunk(0);
        a.set(held, 77);
        d.set(held, 7.5);
        assertEquals(77, a.get(held));
        assertEquals(7.5, d.get(held));
        a.set(held, LongColumn.NULL);
        assertTrue(a.isNull(held));
    }

    @Test
    void arraysOfRecycledChunksAreReusedWithoutTheirValues() {
        Table t = new Table(TableSpec.parse("x: a long, b int, c string"));
        LongColumn a = t.longs("a");
        IntColumn b = t.ints("b");
        IntColumn c = t.strings("c");
        List<Object> arrays = List.of();
        for (int chunk = 0; chunk < 4; chunk++) {
            for (int i = 0; i < Table.CHUNK_ROWS; i++) {
                int row = t.addRow();
                assertTrue(a.isNull(row) && b.isNull(row) && c.isNull(row), "row " + row);
                // Only some rows get values, so that stale values of a reused array would show in
                // the other rows.
                if (i % (chunk + 1) == 0) {
                    a.set(row, row);
                    b.set(row, -row);
                    c.set(row, row);
                }
            }
            for (int i = 0; i < Table.CHUNK_ROWS; i++) {
                int row = chunk * Table.CHUNK_ROWS + i;
                boolean isSet = i % (chunk + 1) == 0;
                assertEquals(isSet ? row : LongColumn.NULL, a.get(row));
                assertEquals(isSet ? -row : IntColumn.NULL, b.get(row));
                assertEquals(isSet ? row : StringPool.NULL, c.get(row));
            }
            List<Object> used = List.of(a.chunk(chunk), b.chunk(chunk), c.chunk(chunk));
            if (chunk > 0) {
                // A failed assertSame would print all values.
                assertTrue(arrays.get(0) == used.get(0), "the array of longs was not reused");
                assertTrue(
                        arrays.get(1) == used.get(1) || arrays.get(2) == used.get(1),
                        "the array of ints was not reused");
            }
            arrays = used;
            t.recycleChunk(chunk);
            assertEquals(chunk + 1, t.firstChunk());
        }
        assertEquals(4 * Table.CHUNK_ROWS, t.rowCount());
    }

    @Test
    void valuesOfHeldRowsOutliveARecycledChunk() {
        Table t = new Table(TableSpec.parse("x: a long"));
        LongColumn a = t.longs("a");
        for (int i = 0; i < 2 * Table.CHUNK_ROWS; i++) {
            a.set(t.addRow(), i);
            if (i == 5) {
                t.hold(i);
            }
            if (i == Table.CHUNK_ROWS - 1) {
                t.recycleChunk(0);
            }
        }
        a.set(5, 77);
        assertEquals(77, a.get(5));
        assertEquals(Table.CHUNK_ROWS + 5, a.get(Table.CHUNK_ROWS + 5));
    }

    @Test
    void notifiesAtTheFirstRowCountAndWheneverItDoubles() {
        Table t = new Table(TableSpec.parse("x: ts long"));
        t.addRow();
        List<Integer> counts = new ArrayList<>();
        t.onFirstRows(3000, () -> counts.add(t.rowCount()));
        for (int i = 0; i < 3 * Table.CHUNK_ROWS; i++) {
            t.addRow();
        }
        assertEquals(List.of(3000, 6000, 12000, 24000), counts);
    }

    @Test
    void everyDeclaredTableCanBeCreated() {
        assertTrue(new TraceStorage().tables().size() > 100);
    }
}
