package traceglass.store.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UpdatedValuesTest {

    @Test
    void keepsTheLastValueOfEachRowInTheOrderOfRows() {
        Random random = new Random(1);
        for (int round = 0; round < 50; round++) {
            UpdatedValues values = new UpdatedValues();
            TreeMap<Integer, Double> expected = new TreeMap<>();
            for (int i = random.nextInt(200); i > 0; i--) {
                int row = random.nextInt(100) * 30_000_000;
                double value = random.nextDouble();
                values.add(row & Integer.MAX_VALUE, Double.doubleToLongBits(value));
                expected.put(row & Integer.MAX_VALUE, value);
            }
            SealedChunk chunk = values.chunk(ColumnType.DOUBLE, null);
            assertEquals(expected.size(), chunk.rows());
            assertArrayEquals(expected.keySet().stream().mapToLong(r -> r).toArray(), (long[]) chunk.columns()[0]);
            assertArrayEquals(expected.values().stream().mapToDouble(v -> v).toArray(), (double[]) chunk.columns()[1]);
        }
    }

    @Test
    void hasValuesOfTheTypeOfTheColumn() {
        UpdatedValues values = new UpdatedValues();
        values.add(7, -3);
        assertArrayEquals(
                new long[] {-3}, (long[]) values.chunk(ColumnType.LONG, null).columns()[1]);
        assertArrayEquals(
                new int[] {-3}, (int[]) values.chunk(ColumnType.STRING, null).columns()[1]);
    }
}
