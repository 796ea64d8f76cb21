package traceglass.engine.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.TraceProcessor;
import traceglass.engine.fleet.measure.FleetMeasure;
import traceglass.engine.fleet.measure.FleetMeasure.Slices.Aggregate;
import traceglass.engine.fleet.measure.MeasureRunner;
import traceglass.engine.fleet.measure.MeasuredColumn;
import traceglass.engine.fleet.measure.Moment;
import traceglass.engine.fleet.source.FleetLabels;
import traceglass.engine.summary.Summaries;
import traceglass.protos.processor.TraceSummarySpec;

class MeasureRunnerTest {

    @TempDir
    private Path folder;

    private Path runs;
    private Fleet fleet;

    @BeforeEach
    void createFleet() throws IOException {
        runs = folder.resolve("runs");
        FleetTraces.write(runs, "main/phone-1.json", 1000);
        FleetTraces.write(runs, "main/phone-2.json", 1100);
        FleetTraces.write(runs, "change/phone-1.json", 2000);
        fleet = Fleet.create(folder.resolve("fleet"));
        importAll();
    }

    private void importAll() {
        fleet.add(new FleetImport(
                List.of(runs.toString()), FleetLabels.of(null, "{branch}/{device}-{run}.json"), 0, 0, null));
    }

    private List<MeasuredColumn> measure(FleetMeasure measure) {
        return MeasureRunner.run(fleet, measure, FleetRun.onAll()).columns();
    }

    /// Returns the values by branch and file name.
    private Map<String, Object> values(MeasuredColumn column) {
        Map<String, Object> values = new TreeMap<>();
        for (FleetTrace trace : fleet.traces()) {
            if (column.values().containsKey(trace.id())) {
                values.put(
                        trace.labels().get("branch") + "/" + trace.name(),
                        column.values().get(trace.id()).value());
            }
        }
        return values;
    }

    @Test
    void theLongestSliceIsTheMomentOfASliceMeasure() {
        MeasuredColumn longest =
                measure(new FleetMeasure.Slices(Aggregate.LONGEST, "inner")).getFirst();
        assertEquals("Longest inner", longest.title());
        assertTrue(longest.isDuration());
        assertEquals(
                Map.of("change/phone-1.json", 1_000_000L, "main/phone-1.json", 500_000L, "main/phone-2.json", 550_000L),
                values(longest));
        long id = fleet.traces().getFirst().id();
        Moment moment = longest.moment(id);
        assertEquals("slice", moment.table());
        try (TraceProcessor trace = fleet.open(id, EngineOptions.temporary())) {
            assertEquals(
                    "[name=inner, ts=" + moment.ts() + ", dur=" + moment.durNs() + "]",
                    trace.query("SELECT name, ts, dur FROM slice WHERE id = ?", moment.id())
                            .iterator()
                            .next()
                            .toString());
        }
        assertEquals(
                Map.of("change/phone-1.json", 2L, "main/phone-1.json", 2L, "main/phone-2.json", 2L),
                values(measure(new FleetMeasure.Slices(Aggregate.COUNT, "")).getFirst()));
    }

    @Test
    void quotesInNamesAreEscaped() {
        assertTrue(measure(new FleetMeasure.Slices(Aggregate.TOTAL, "it's"))
                .getFirst()
                .values()
                .isEmpty());
    }

    @Test
    void sqlReturnsValuesAndTheirMoment() {
        List<MeasuredColumn> columns =
                measure(new FleetMeasure.Sql("", "SELECT name, dur, ts, id FROM slice ORDER BY dur DESC"));
        assertEquals(
                List.of("name", "dur"),
                columns.stream().map(MeasuredColumn::title).toList());
        assertEquals("work", values(columns.getFirst()).get("main/phone-1.json"));
        assertTrue(columns.getLast().isDuration());
        assertEquals(2_000_000L, values(columns.getLast()).get("change/phone-1.json"));
        Moment moment = columns.getLast().moment(fleet.traces().getFirst().id());
        assertTrue(moment.isEvent());
        assertEquals(100_000, moment.ts());
    }

    @Test
    void idsReferToTheFirstTableAndNotToAComment() {
        MeasuredColumn column = measure(new FleetMeasure.Sql(
                        "", "-- longest from the start\nSELECT dur, ts, id FROM slice ORDER BY dur DESC"))
                .getFirst();
        assertEquals("slice", column.moment(fleet.traces().getFirst().id()).table());
    }

    @Test
    void anExpressionNeedsNoSelect() {
        MeasuredColumn column = measure(new FleetMeasure.Sql("Ratio", "max(dur) / 1e6 FROM slice"))
                .getFirst();
        assertEquals("Ratio", column.title());
        assertEquals(2.0, values(column).get("change/phone-1.json"));
        assertNull(column.moment(fleet.traces().getFirst().id()));
    }

    @Test
    void invalidSqlReportsEachTraceInWhichItFails() {
        assertEquals(
                3,
                MeasureRunner.run(fleet, new FleetMeasure.Sql("", "SELECT nothing FROM slice"), FleetRun.onAll())
                        .failures()
                        .size());
    }

    @Test
    void summariesReturnAColumnForEachMetric() {
        List<MeasuredColumn> columns = measure(new FleetMeasure.Summary("", List.of(FleetMetrics.defaults())));
        MeasuredColumn work = columns.stream()
                .filter(c -> c.title().equals("slice_time [name=work]"))
                .findFirst()
                .orElseThrow();
        assertTrue(work.isDuration());
        assertEquals(2_000_000L, values(work).get("change/phone-1.json"));
        FleetTrace first = fleet.traces().getFirst();
        Moment moment = work.moment(first.id());
        assertEquals("slice", moment.table());
        try (TraceProcessor trace = fleet.open(first.id(), EngineOptions.temporary())) {
            assertEquals(
                    "[name=work, ts=" + moment.ts() + ", dur=" + moment.durNs() + "]",
                    trace.query("SELECT name, ts, dur FROM slice WHERE id = ?", moment.id())
                            .single()
                            .toString());
        }
    }

    @Test
    void metricsHaveAMomentIfTheirQueryReturnsOne() {
        TraceSummarySpec spec = Summaries.parse("""
                metric_spec {
                  id: "longest" dimensions: "slice_name" value: "dur"
                  query { simple_slices { slice_name_glob: "inner" } }
                }
                metric_spec {
                  id: "at" value: "n"
                  query { sql { sql: "SELECT 7 AS n, 500 AS ts" column_names: "n" column_names: "ts" } }
                }
                metric_spec {
                  id: "number" value: "n"
                  query { sql { sql: "SELECT 7 AS n" column_names: "n" } }
                }
                """);
        List<MeasuredColumn> columns = measure(new FleetMeasure.Summary("", List.of(spec)));
        long id = fleet.traces().getFirst().id();
        Map<String, Moment> moments = new TreeMap<>();
        columns.forEach(c -> {
            Moment moment = c.moment(id);
            if (moment != null) {
                moments.put(c.title(), moment);
            }
        });
        assertEquals(List.of("at", "longest [slice_name=inner]"), List.copyOf(moments.keySet()));
        assertEquals(new Moment("", -1, 500, 0), moments.get("at"));
        Moment inner = moments.get("longest [slice_name=inner]");
        assertEquals("slice", inner.table());
        assertEquals(
                inner.durNs(),
                columns.stream()
                        .filter(c -> c.title().startsWith("longest"))
                        .map(c -> c.values().get(id).value())
                        .findFirst()
                        .orElseThrow());
        assertTrue(inner.id() >= 0);
    }

    @Test
    void sliceNamesAreOrderedByTotalTime() {
        assertEquals(List.of("work", "inner"), MeasureRunner.sliceNames(fleet));
    }

    @Test
    void failuresAreKeptUntilTheTraceIsImported() throws IOException {
        Files.writeString(runs.resolve("broken.json"), "this is not a trace");
        Files.writeString(runs.resolve("other.json"), "neither is this");
        importAll();
        assertEquals(
                List.of("broken.json", "other.json"),
                fleet.failures().stream()
                        .map(f -> Path.of(f.path()).getFileName().toString())
                        .toList());
        assertTrue(fleet.failures().stream().noneMatch(f -> f.reason().isBlank()));
        FleetTraces.write(runs, "other.json", 3000);
        importAll();
        assertEquals(
                List.of("broken.json"),
                fleet.failures().stream()
                        .map(f -> Path.of(f.path()).getFileName().toString())
                        .toList());
        Files.delete(runs.resolve("broken.json"));
        importAll();
        assertEquals(List.of(), fleet.failures());
        assertEquals(List.of(), fleet.verify());
    }

    @Test
    void filesOfAFleetAreNotFoundAsTraces() {
        assertEquals(
                List.of("phone-1.json", "phone-1.json", "phone-2.json"),
                Fleet.find(List.of(folder.toString()), _ -> true).stream()
                        .map(p -> Path.of(p).getFileName().toString())
                        .sorted()
                        .toList());
    }

    @Test
    void aSearchForTracesReportsItsProgressAndCanBeCanceled() {
        List<Integer> counts = new ArrayList<>();
        Fleet.find(List.of(folder.toString()), counts::add);
        assertEquals(3, counts.getLast());
        EngineException e =
                assertThrows(EngineException.class, () -> Fleet.find(List.of(folder.toString()), count -> count < 2));
        assertEquals("The search was canceled", e.getMessage());
    }

    @Test
    void queriesOverAllTracesCanBeCanceled() {
        EngineException e = assertThrows(
                EngineException.class,
                () -> fleet.queryTogether(
                        "SELECT count(*) FROM range(100000) a, range(100000) b, range(1000) c"
                                + " WHERE a.range + b.range = c.range + (SELECT count(*) FROM slice)",
                        FleetRun.onAll().withProgress(step -> step.elapsedMs() < 300)));
        assertEquals("The query was canceled", e.getMessage());
    }
}
