package traceglass.analysis.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowSortingTest {

    private final List<Long> longs = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    private RowStore rows(long seed, int n) throws IOException {
        Random random = new Random(seed);
        longs.clear();
        texts.clear();
        try (RowWriter w = new RowWriter(List.of("n", "t"), List.of(RowType.LONG, RowType.TEXT))) {
            for (int i = 0; i < n; i++) {
                Long l = random.nextInt(6) == 0 ? null : (long) random.nextInt(-40, 40);
                String t =
                        random.nextInt(6) == 0 ? null : (random.nextBoolean() ? "Name " : "name ") + random.nextInt(9);
                longs.add(l);
                texts.add(t);
                if (l == null) {
                    w.setNull(0);
                } else {
                    w.setLong(0, l);
                }
                if (t == null) {
                    w.setNull(1);
                } else {
                    w.setText(1, t);
                }
                w.next();
            }
            return w.finish();
        }
    }

    private static <T> int[] expected(List<T> values, Comparator<T> by) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            order.add(i);
        }
        order.sort((a, b) -> {
            T x = values.get(a);
            T y = values.get(b);
            return x == null || y == null ? Boolean.compare(x == null, y == null) : by.compare(x, y);
        });
        return order.stream().mapToInt(i -> i).toArray();
    }

    @Test
    void sortsLikeASimpleReferenceSort() throws IOException {
        for (int n : new int[] {0, 1, 2, 3, 17, 1000, 9000}) {
            RowStore rows = rows(n, n);
            Comparator<String> text = String.CASE_INSENSITIVE_ORDER.thenComparing(Comparator.naturalOrder());
            assertArrayEquals(
                    expected(longs, Comparator.naturalOrder()),
                    RowSorting.sorted(rows, RowSorting.allRows(rows), 0, false));
            assertArrayEquals(
                    expected(longs, Comparator.reverseOrder()),
                    RowSorting.sorted(rows, RowSorting.allRows(rows), 0, true));
            assertArrayEquals(expected(texts, text), RowSorting.sorted(rows, RowSorting.allRows(rows), 1, false));
            assertArrayEquals(
                    expected(texts, text.reversed()), RowSorting.sorted(rows, RowSorting.allRows(rows), 1, true));
        }
    }

    @Test
    void keepsRowsThatMatchAllFilters() throws IOException {
        RowStore rows = rows(5, 3000);
        int[] kept = RowSorting.filter(
                rows,
                RowSorting.allRows(rows),
                List.of(
                        new RowFilter(-1, RowFilter.Test.CONTAINS, "NAME 3"),
                        new RowFilter(0, RowFilter.Test.AT_LEAST, "10"),
                        new RowFilter(0, RowFilter.Test.NOT_EQUAL, "12")));
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            if (texts.get(i) != null
                    && texts.get(i).toLowerCase(Locale.ROOT).contains("name 3")
                    && longs.get(i) != null
                    && longs.get(i) >= 10
                    && longs.get(i) != 12) {
                expected.add(i);
            }
        }
        assertArrayEquals(expected.stream().mapToInt(i -> i).toArray(), kept);
    }

    @Test
    void findsNulls() throws IOException {
        RowStore rows = rows(6, 500);
        int[] kept = RowSorting.filter(
                rows, RowSorting.allRows(rows), List.of(new RowFilter(1, RowFilter.Test.EQUAL, null)));
        assertEquals(texts.stream().filter(t -> t == null).count(), kept.length);
    }

    /// Uses more rows than fit in one chunk, because each chunk numbers its strings separately.
    @Test
    void theDatabaseSortsLikeTheSortInMemory() throws Exception {
        RowStore rows = rows(11, 3 * RowStore.CHUNK_ROWS + 17);
        int[] order = new Random(5)
                .ints(0, rows.size())
                .distinct()
                .limit(9_000)
                .sorted()
                .toArray();
        for (List<RowSorting.Key> keys : List.of(
                List.of(new RowSorting.Key(1, false)),
                List.of(new RowSorting.Key(1, true), new RowSorting.Key(0, false)),
                List.of(new RowSorting.Key(0, true), new RowSorting.Key(1, false)))) {
            List<String> sorted = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int row : RowSort.sortInDatabase(rows, order, keys)) {
                sorted.add(longs.get(row) + " " + texts.get(row));
            }
            for (int row : RowSorting.sorted(rows, order, keys)) {
                expected.add(longs.get(row) + " " + texts.get(row));
            }
            assertEquals(expected, sorted, keys.toString());
        }
    }
}
