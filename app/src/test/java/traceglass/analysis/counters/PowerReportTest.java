package traceglass.analysis.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.timeline.TrackTreeBuilder;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.TrackNode;
import traceglass.app.testing.SharedTestTrace;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Compares the energy and power states of ranges with values computed from individual readings.
public class PowerReportTest {

    private record Reading(long ts, double value) {}

    /// Returns the growth of a meter between two times, interpolating linearly between readings.
    private static double growth(List<Reading> readings, long start, long end) {
        double sum = 0;
        for (int i = 1; i < readings.size(); i++) {
            Reading a = readings.get(i - 1);
            Reading b = readings.get(i);
            double part = Math.max(0, Math.min(b.ts, end) - Math.max(a.ts, start));
            sum += b.ts > a.ts ? Math.max(0, b.value - a.value) * part / (b.ts - a.ts) : 0;
        }
        return sum;
    }

    private static AreaScope scope(long start, long end, List<Long> counters) {
        return new AreaScope(
                start,
                end,
                end,
                counters.size(),
                List.of(),
                List.of(),
                List.of(),
                counters,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static RowStore read(AreaReport report, Connection c, AreaScope scope, GroupBy grouping) throws Exception {
        RowStore rows = report.read(new TraceQueries(c), scope, grouping, e -> {});
        assertEquals(rows.columns(), report.columns(rows).size());
        assertEquals(rows.columns(), report.summary(rows).size());
        return rows;
    }

    private static Map<Long, List<Reading>> readings(Connection c, String type) throws SQLException {
        Map<Long, List<Reading>> all = new TreeMap<>();
        try (Statement s = c.createStatement();
                ResultSet r = s.executeQuery(
                        "SELECT c.track_id, c.ts, c.value FROM counter AS c JOIN counter_track AS t ON t.id ="
                                + " c.track_id WHERE t.type = '"
                                + type + "' ORDER BY c.ts, c.id")) {
            while (r.next()) {
                all.computeIfAbsent(r.getLong(1), t -> new ArrayList<>())
                        .add(new Reading(r.getLong(2), r.getDouble(3)));
            }
        }
        return all;
    }

    @Test
    void sumsTheEnergyOfPowerRailsInAnyRange() throws Exception {
        try (TraceStore store = TraceOpener.open(
                                SharedTestTrace.require("perfetto/android-pixel7a-power-rails_3min.pftrace"),
                                StoreOptions.uncached(),
                                new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            Map<Long, List<Reading>> rails = readings(c, "power_rails");
            assertTrue(rails.size() > 20, "rails: " + rails.size());
            Random random = new Random(3);
            long first = store.bounds().start();
            PowerReport report = new PowerReport();
            for (int round = 0; round < 10; round++) {
                long start =
                        first + (long) (random.nextDouble() * store.bounds().durNs() * .9);
                long end = start
                        + 1
                        + (long) (random.nextDouble() * (store.bounds().end() - start));
                RowStore rows = read(report, c, scope(start, end, List.copyOf(rails.keySet())), GroupBy.RAIL);
                double total = 0;
                for (int i = 0; i < rows.size(); i++) {
                    total += assertRail(rows, i, rails.get(rows.getLong(i, rows.column("track_id"))), start, end);
                }
                RowStore parts = read(report, c, scope(start, end, List.copyOf(rails.keySet())), GroupBy.SUBSYSTEM);
                assertTrue(parts.size() > 1 && parts.size() < rows.size());
                double sum = 0;
                for (int i = 0; i < parts.size(); i++) {
                    sum += parts.getDouble(i, parts.column("energy"));
                }
                assertEquals(total, sum, 1e-6 * Math.max(1, total));
            }
            RowStore wholeTrace =
                    read(report, c, scope(first, store.bounds().end() + 1, List.copyOf(rails.keySet())), GroupBy.RAIL);
            assertEquals(rails.size(), wholeTrace.size());
            List<String> names = new ArrayList<>();
            for (int i = 0; i < wholeTrace.size(); i++) {
                names.add(wholeTrace.getText(i, 0));
            }
            assertTrue(names.contains("cpu.big") && names.contains("VSYS_PWR_CAM"), names.toString());
        }
    }

    /// Checks the row of a rail against its readings, and returns its energy.
    private static double assertRail(RowStore rows, int row, List<Reading> trackReadings, long start, long end) {
        double energy = growth(trackReadings, start, end) / 1000;
        assertEquals(energy, rows.getDouble(row, rows.column("energy")), 1e-6 * Math.max(1, energy));
        List<Reading> within =
                trackReadings.stream().filter(r -> r.ts >= start && r.ts <= end).toList();
        assertEquals(within.size(), rows.getLong(row, rows.column("readings")));
        assertEquals(
                within.isEmpty() ? 0 : (within.getLast().value - within.getFirst().value) / 1000,
                rows.getDouble(row, rows.column("measured")),
                1e-6);
        double covered = Math.min(end, trackReadings.getLast().ts) - Math.max(start, trackReadings.getFirst().ts);
        if (covered > 0) {
            assertEquals(
                    energy / (covered / 1e9), rows.getDouble(row, rows.column("average")), 1e-6 * Math.max(1, energy));
            assertTrue(rows.getDouble(row, rows.column("highest"))
                    >= rows.getDouble(row, rows.column("average")) * (1 - 1e-9));
        }
        return energy;
    }

    @Test
    void clipsPowerStatesAtTheEdgesAndIgnoresRestarts() throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = c.createStatement()) {
            s.execute("CREATE TABLE counter(id BIGINT, ts BIGINT, track_id BIGINT, value DOUBLE)");
            s.execute("CREATE TABLE counter_track(id BIGINT, name VARCHAR, type VARCHAR)");
            s.execute("INSERT INTO counter_track VALUES (1, 'Entity residency: Modem is Up', 'entity_state'), (2,"
                    + " 'Entity residency: Modem is Off is deep', 'entity_state'), (3, 'other', 'battery')");
            Random random = new Random(8);
            for (int track = 1; track <= 3; track++) {
                long ts = 0;
                long value = 0;
                for (int i = 0; i < 60; i++) {
                    ts += random.nextInt(5) == 0 ? 0 : 1_000_000L * random.nextInt(2000);
                    value = random.nextInt(20) == 0 ? 0 : value + random.nextInt(900);
                    s.execute(
                            "INSERT INTO counter VALUES (%d, %d, %d, %d)".formatted(100 * track + i, ts, track, value));
                }
            }
            Map<Long, List<Reading>> states = readings(c, "entity_state");
            ResidencyReport report = new ResidencyReport();
            for (int round = 0; round < 30; round++) {
                long start = 1_000_000L * random.nextInt(40_000);
                long end = start + 1 + (long) (random.nextDouble() * 3e10);
                RowStore rows = read(report, c, scope(start, end, List.of(1L, 2L, 3L)), GroupBy.ENTITY_STATE);
                for (int i = 0; i < rows.size(); i++) {
                    List<Reading> trackReadings = states.get(rows.getLong(i, rows.column("track_id")));
                    assertEquals("Modem", rows.getText(i, 0));
                    assertEquals(
                            rows.getLong(i, rows.column("track_id")) == 1 ? "Up" : "Off is deep", rows.getText(i, 1));
                    // Two different readings at the same time are a step, which counts in the range
                    // that contains it.
                    double steps = 0;
                    for (int k = 1; k < trackReadings.size(); k++) {
                        boolean isStep = trackReadings.get(k).ts == trackReadings.get(k - 1).ts
                                && trackReadings.get(k).ts >= start
                                && trackReadings.get(k).ts < end;
                        steps += isStep ? Math.max(0, trackReadings.get(k).value - trackReadings.get(k - 1).value) : 0;
                    }
                    assertEquals(
                            (growth(trackReadings, start, end) + steps) * 1e6,
                            rows.getLong(i, rows.column("total")),
                            1);
                }
            }
        }
    }

    @Test
    void readsThePowerStatesOfARecordedTrace() throws Exception {
        var file = SharedTestTrace.require("../conformance/traces/0c735b92a919ee877392776d.pftrace");
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            Map<Long, List<Reading>> states = readings(c, "entity_state");
            RowStore rows =
                    read(new ResidencyReport(), c, scope(0, 10, List.copyOf(states.keySet())), GroupBy.ENTITY_STATE);
            Map<String, Long> ms = new TreeMap<>();
            for (int i = 0; i < rows.size(); i++) {
                assertEquals(2, rows.getLong(i, rows.column("readings")));
                ms.put(
                        rows.getText(i, 0) + " " + rows.getText(i, 1),
                        rows.getLong(i, rows.column("total")) / 1_000_000);
            }
            assertEquals(2000L, ms.get("Bluetooth Idle"));
            assertEquals(2000L, ms.get("Bluetooth Active"));
            assertEquals(20_000L, ms.get("PCIe-Modem UP"));
        }
    }

    private static void collectPaths(TrackNode node, String prefix, Map<String, TrackNode> nodes) {
        for (TrackNode child : node.children()) {
            nodes.put(prefix + child.name(), child);
            collectPaths(child, prefix + child.name() + "/", nodes);
        }
    }

    @Test
    void theTimelineShowsTheShareOfTimeInEachState() throws Exception {
        var file = SharedTestTrace.require("../conformance/traces/0c735b92a919ee877392776d.pftrace");
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            Map<String, TrackNode> tracks = new TreeMap<>();
            collectPaths(TrackTreeBuilder.build(store), "", tracks);
            for (String state : List.of("Bluetooth/Idle", "Bluetooth/Active", "PCIe-Modem/UP")) {
                TrackNode track = tracks.get("Power/Entity Residency/" + state);
                assertTrue(track != null, tracks.keySet().toString());
                CounterTrack counter = (CounterTrack) track.kind();
                // The counter itself is the time in ms since the device started.
                assertEquals(CounterMode.RATE, counter.mode());
                assertEquals("ms", counter.unit());
                assertTrue(readings(c, "entity_state").containsKey(counter.trackId()));
            }
            assertTrue(
                    tracks.keySet().stream().noneMatch(path -> path.startsWith("Entity state")),
                    tracks.keySet().toString());
        }
    }
}
