package traceglass.app.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import traceglass.analysis.rows.RowFilter;
import traceglass.app.fleet.value.NaturalOrder;
import traceglass.app.fleet.value.PathLabels;
import traceglass.app.fleet.value.PlotScale;
import traceglass.engine.fleet.FleetFailure;
import traceglass.engine.fleet.FleetTrace;
import traceglass.engine.fleet.compare.FleetMetric.Polarity;
import traceglass.engine.fleet.measure.MeasuredColumn;
import traceglass.engine.fleet.measure.MeasuredValue;

class PlotMakerTest {

    private static FleetTrace trace(long id, String branch) {
        return new FleetTrace(
                id,
                "/runs/" + branch + "/run-" + id + ".json",
                1000 * id,
                0,
                "",
                "json",
                0,
                id,
                "",
                "",
                Map.of(),
                Map.of(),
                Map.of("branch", branch));
    }

    private static FleetSheet sheet(int count) {
        SplittableRandom random = new SplittableRandom(3);
        List<FleetTrace> traces = new ArrayList<>();
        Map<Long, MeasuredValue> values = new HashMap<>();
        for (long id = 1; id <= count; id++) {
            traces.add(trace(id, id % 2 == 0 ? "change" : "main"));
            values.put(id, new MeasuredValue(Math.round(1e6 * (20 + random.nextDouble())), null));
        }
        return FleetSheet.of(
                traces,
                List.of(new FleetFailure("/runs/broken.json", "is not a trace")),
                List.of(new MeasuredColumn("Longest", "TIME_NANOS", Polarity.NONE, values)));
    }

    private static int[] all(FleetSheet sheet) {
        return IntStream.range(0, sheet.rows().size()).toArray();
    }

    private static Plot plot(FleetSheet sheet, PlotChoice.Kind kind, String other, String color) {
        return PlotMaker.make(
                sheet,
                all(sheet),
                new PlotChoice(kind, sheet.column("Longest"), sheet.column(other), sheet.column(color)));
    }

    @Test
    void everyTraceWithAValueIsInOneBarOfAHistogram() {
        FleetSheet sheet = sheet(200);
        Plot plot = plot(sheet, PlotChoice.Kind.HISTOGRAM, "", "");
        List<Integer> rows =
                plot.bins().stream().flatMap(b -> b.rows().stream()).sorted().toList();
        assertEquals(IntStream.range(0, 200).boxed().toList(), rows);
        for (Plot.Bin bin : plot.bins()) {
            for (int row : bin.rows()) {
                double value = sheet.number(row, sheet.column("Longest")).orElseThrow();
                assertTrue(value >= bin.from() && value < bin.to());
            }
        }
        assertEquals(200, plot.statistics().count());
    }

    @Test
    void equalValuesAreDrawn() {
        FleetSheet sheet = FleetSheet.of(
                List.of(trace(1, "a"), trace(2, "a")),
                List.of(),
                List.of(new MeasuredColumn(
                        "Longest",
                        "",
                        Polarity.NONE,
                        Map.of(1L, new MeasuredValue(5L, null), 2L, new MeasuredValue(5L, null)))));
        for (PlotChoice.Kind kind : PlotChoice.Kind.values()) {
            Plot plot = plot(sheet, kind, kind == PlotChoice.Kind.BOX ? "branch" : "Size", "");
            assertEquals(2, plot.statistics().count());
            assertTrue(plot.x().scale().max() > plot.x().scale().min(), kind::toString);
        }
        Plot histogram = plot(sheet, PlotChoice.Kind.HISTOGRAM, "", "");
        assertEquals(1, histogram.bins().size());
        Plot.Bin bin = histogram.bins().getFirst();
        PlotScale x = histogram.x().scale();
        assertTrue(bin.from() < 5 && 5 < bin.to() && bin.to() - bin.from() < (x.max() - x.min()) / 4, bin::toString);
        assertEquals(List.of(0, 1), bin.rows());
    }

    @Test
    void boxesHaveTheQuartilesOfTheirGroup() {
        Plot plot = plot(sheet(9), PlotChoice.Kind.BOX, "branch", "");
        assertEquals(List.of("change", "main"), plot.x().categories());
        assertEquals(List.of(4, 5), plot.boxes().stream().map(Plot.Box::count).toList());
        for (Plot.Box box : plot.boxes()) {
            assertTrue(box.low() <= box.q1() && box.q1() <= box.median());
            assertTrue(box.median() <= box.q3() && box.q3() <= box.high());
        }
        assertEquals(2.5, PlotMaker.quantile(new double[] {1, 2, 3, 4}, .5));
    }

    @Test
    void aTrendHasOneValueForTracesAtTheSamePosition() {
        List<FleetTrace> traces = new ArrayList<>();
        Map<Long, MeasuredValue> values = new HashMap<>();
        Map<Long, MeasuredValue> iterations = new HashMap<>();
        for (long id = 1; id <= 20; id++) {
            traces.add(trace(id, "main"));
            values.put(id, new MeasuredValue(id, null));
            iterations.put(id, new MeasuredValue(1 + (id - 1) / 5, null));
        }
        FleetSheet sheet = FleetSheet.of(
                traces,
                List.of(),
                List.of(
                        new MeasuredColumn("Longest", "", Polarity.NONE, values),
                        new MeasuredColumn("Iteration", "", Polarity.NONE, iterations)));
        Plot plot = plot(sheet, PlotChoice.Kind.TREND, "Iteration", "");
        assertEquals(
                List.of("1.0 3.0", "2.0 8.0", "3.0 13.0", "4.0 18.0"),
                plot.line().stream().map(d -> d.x() + " " + d.y()).toList());
        assertTrue(
                plot.x().scale().min() > 0,
                "the axis starts at " + plot.x().scale().min());
    }

    @Test
    void trendsHaveALineForEachColor() {
        Plot plot = plot(sheet(40), PlotChoice.Kind.TREND, "Size", "branch");
        assertEquals(List.of("change", "main"), plot.legend());
        assertEquals(40, plot.dots().size());
        assertEquals(20, plot.line().stream().filter(d -> d.color() == 0).count());
        assertEquals(20, plot.line().stream().filter(d -> d.color() == 1).count());
    }

    @Test
    void numbersInNamesAreSortedByValue() {
        List<String> names = new ArrayList<>(List.of("v10", "v9", "v9.1", "a"));
        names.sort(NaturalOrder.INSTANCE);
        assertEquals(List.of("a", "v9", "v9.1", "v10"), names);
    }

    @Test
    void conditionsAreReadWithUnits() {
        FleetSheet sheet = sheet(3);
        int longest = sheet.column("Longest");
        assertEquals(
                Optional.of(List.of(
                        new RowFilter(longest, RowFilter.Test.GREATER, "2500000"),
                        new RowFilter(sheet.column("branch"), RowFilter.Test.EQUAL, "main"))),
                RowConditions.parse("longest > 2.5 ms and branch = 'main'", sheet));
        assertEquals(
                Optional.of(List.of(new RowFilter(sheet.column("Size"), RowFilter.Test.AT_MOST, "2048"))),
                RowConditions.parse("size <= 2 kB", sheet));
        assertEquals(Optional.empty(), RowConditions.parse("nothing > 5", sheet));
        assertEquals(Optional.empty(), RowConditions.parse("longest > many", sheet));
        assertEquals(Optional.empty(), RowConditions.parse("run", sheet));
    }

    @Test
    void labelsAreGuessedFromPaths() {
        assertEquals("{folder}/*-{iteration}.json", PathLabels.guess(List.of("main/run-1.json", "change/run-2.json")));
        assertEquals("*_{iteration}.pftrace", PathLabels.guess(List.of("a_1.pftrace", "a_12.pftrace")));
        assertEquals("{folder}/*", PathLabels.guess(List.of("main/x.json", "change/y.pftrace")));
        assertEquals("", PathLabels.guess(List.of("x.json", "y.pftrace")));
    }
}
