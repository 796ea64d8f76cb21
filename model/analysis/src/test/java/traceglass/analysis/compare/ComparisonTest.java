package traceglass.analysis.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;

class ComparisonTest {

    private static NameStats stats(String name, long count, double total) {
        return new NameStats(name, count, total, total / count, total);
    }

    @Test
    void theLargestTotalOfEitherTraceDecidesTheUnit() throws IOException {
        Comparison c = Comparison.of(
                List.of(stats("a", 3, 500), stats("only a", 1, 700)),
                List.of(stats("a", 900, 1200), stats("only b", 2, 900)),
                CompareMeasure.TOTAL,
                false);
        assertEquals(1200, CompareTable.longest(CompareTable.rows(c)));
        Comparison other = Comparison.of(List.of(stats("a", 3, 5000)), List.of(), CompareMeasure.TOTAL, false);
        assertEquals(5000, CompareTable.longest(CompareTable.rows(other)));
    }

    @Test
    void largestDifferencesInEitherDirectionComeFirst() {
        Comparison c = Comparison.of(
                List.of(stats("same", 3, 500), stats("shorter", 1, 900), stats("gone", 2, 40)),
                List.of(stats("same", 4, 500), stats("shorter", 1, 100), stats("new", 1, 60)),
                CompareMeasure.TOTAL,
                false);
        assertEquals(
                List.of("shorter", "same", "gone", "new"),
                c.rows().stream().map(Comparison.Row::name).toList());
        assertEquals(-800, c.rows().getFirst().difference(CompareMeasure.TOTAL));
        assertEquals(-800.0 / 900, c.rows().getFirst().change(CompareMeasure.TOTAL));
        assertEquals(1, c.rows().get(1).difference(CompareMeasure.COUNT));
        assertNull(c.rows().get(3).a());
        for (Comparison.Row oneSided : c.rows().subList(2, 4)) {
            assertTrue(Double.isNaN(oneSided.difference(CompareMeasure.TOTAL)), oneSided.name());
            assertTrue(Double.isNaN(oneSided.change(CompareMeasure.TOTAL)), oneSided.name());
        }
    }

    @Test
    void namesWithDifferentUnitsAreSortedByRelativeDifference() {
        Comparison c = Comparison.of(
                List.of(stats("bytes", 1, 1e9), stats("degrees", 1, 20)),
                List.of(stats("bytes", 1, 1.1e9), stats("degrees", 1, 60), stats("volts", 1, 5)),
                CompareMeasure.MEDIAN,
                true);
        assertEquals(
                List.of("degrees", "bytes", "volts"),
                c.rows().stream().map(Comparison.Row::name).toList());
    }

    @Test
    void everyNameOccursOnceInDescendingOrder() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            Map<String, NameStats> a = random(random);
            Map<String, NameStats> b = random(random);
            CompareMeasure measure = CompareMeasure.values()[random.nextInt(4)];
            Comparison c = Comparison.of(
                            new ArrayList<>(a.values()), new ArrayList<>(b.values()), CompareMeasure.TOTAL, false)
                    .sortedBy(measure, false);
            Set<String> names = new HashSet<>(a.keySet());
            names.addAll(b.keySet());
            assertEquals(
                    names,
                    new HashSet<>(c.rows().stream().map(Comparison.Row::name).toList()));
            assertEquals(names.size(), c.rows().size());
            double before = Double.MAX_VALUE;
            for (Comparison.Row row : c.rows()) {
                if (row.presence() != Presence.BOTH) {
                    assertTrue(Double.isNaN(row.difference(measure)));
                    continue;
                }
                double valueA = a.containsKey(row.name()) ? a.get(row.name()).value(measure) : 0;
                double valueB = b.containsKey(row.name()) ? b.get(row.name()).value(measure) : 0;
                assertEquals(valueB - valueA, row.difference(measure));
                assertTrue(Math.abs(valueB - valueA) <= before, "a larger difference comes later");
                before = Math.abs(valueB - valueA);
            }
        }
    }

    private static Map<String, NameStats> random(Random random) {
        Map<String, NameStats> all = new HashMap<>();
        for (int i = random.nextInt(30); i > 0; i--) {
            String name = "n" + random.nextInt(20);
            all.put(
                    name,
                    new NameStats(
                            name,
                            1 + random.nextInt(9),
                            random.nextInt(1000),
                            random.nextInt(100),
                            random.nextInt(200)));
        }
        return all;
    }

    @Test
    void listsAllNamesWithNullForMissingValues() throws IOException {
        Comparison c = Comparison.of(
                List.of(new NameStats("both", 2, 30, 15, 19.9), new NameStats("only A", 1, 5, 5, 5)),
                List.of(new NameStats("both", 4, 10, 2.5, 4)),
                CompareMeasure.TOTAL,
                false);
        RowStore rows = CompareTable.rows(c);
        assertEquals(List.of("both", "only A"), List.of(rows.getText(0, 0), rows.getText(1, 0)));
        assertEquals(2, rows.getLong(0, rows.column("a_count")));
        assertEquals(4, rows.getLong(0, rows.column("b_count")));
        assertEquals(19.9, rows.getDouble(0, rows.column("a_p99")));
        assertEquals(-20, rows.getDouble(0, rows.column("difference")));
        assertEquals(0, rows.getLong(1, rows.column("b_count")));
        assertTrue(rows.isNull(1, rows.column("b_total")));
        assertTrue(rows.isNull(1, rows.column("difference")));
        assertTrue(rows.isNull(1, rows.column("change")));
        for (CompareMeasure measure : CompareMeasure.values()) {
            assertTrue(CompareTable.columns(true, measure, Presence.BOTH).stream()
                    .allMatch(column -> column.source() < rows.columns()));
        }
        assertEquals(
                List.of("Name", "A count", "A total", "A median", "A p99"),
                CompareTable.columns(true, CompareMeasure.TOTAL, Presence.ONLY_A).stream()
                        .map(GridColumn::title)
                        .toList());
        assertEquals(
                List.of("only A"),
                c.withPresence(Presence.ONLY_A).rows().stream()
                        .map(Comparison.Row::name)
                        .toList());
    }

    @Test
    void columnsShowTheValuesThatTheirTitlesName() throws IOException {
        RowStore rows = CompareTable.rows(Comparison.of(List.of(), List.of(), CompareMeasure.TOTAL, false));
        assertEquals(
                List.of(
                        "Name: name",
                        "A count: a_count",
                        "B count: b_count",
                        "A total: a_total",
                        "B total: b_total",
                        "A median: a_median",
                        "B median: b_median",
                        "A p99: a_p99",
                        "B p99: b_p99",
                        "B − A: difference",
                        "Change: change",
                        "shorter in B: difference"),
                CompareTable.columns(true, CompareMeasure.TOTAL, Presence.BOTH).stream()
                        .map(c -> c.title() + ": " + rows.names().get(c.source()))
                        .toList());
    }
}
