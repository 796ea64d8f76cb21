package traceglass.model.store;

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
        for (int i = 0; i < Table.CHUNK * 2 + 5; i++) {
            int row = t.addRow();
            assertEquals(i, row);
            assertTrue(ts.isNull(row) && t.doubles("v").isNull(row) && t.ints("n").isNull(row) && t.strings("s").isNull(row));
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
        for (int i = 0; i <= Table.CHUNK * 2; i++) {
            t.addRow();
        }
        assertEquals(List.of(Table.CHUNK, Table.CHUNK * 2), marks);
    }

    @Test
    void everyDeclaredTableCanBeMade() {
        assertTrue(new TraceStorage().tables().size() > 100);
    }
}
