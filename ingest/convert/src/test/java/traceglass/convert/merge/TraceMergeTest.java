package traceglass.convert.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.UnknownFields;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

class TraceMergeTest {

    private static final int REALTIME = 1;
    private static final int BOOTTIME = 6;
    private static final int CPU = 64;
    private static final int CLEARED = 1;
    private static final int NEEDS_STATE = 2;
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path dir;

    /// Builder of traces that all use the same ids.
    private static final class Source {

        final Trace.Builder trace = Trace.newBuilder();

        Source(String thread) {
            TracePacket.Builder state = packet().setSequenceFlags(CLEARED);
            state.getInternedDataBuilder().addEventNamesBuilder().setIid(1).setName("work of " + thread);
            packet().getTrackDescriptorBuilder()
                    .setUuid(77)
                    .getThreadBuilder()
                    .setPid(10)
                    .setTid(11)
                    .setThreadName(thread);
        }

        TracePacket.Builder packet() {
            return trace.addPacketBuilder().setTrustedPacketSequenceId(1);
        }

        Source clocks(long... idsAndValues) {
            ClockSnapshot.Builder clocks = packet().getClockSnapshotBuilder();
            for (int i = 0; i < idsAndValues.length; i += 2) {
                clocks.addClocksBuilder().setClockId((int) idsAndValues[i]).setTimestamp(idsAndValues[i + 1]);
            }
            return this;
        }

        Source slice(long ts, long dur) {
            TracePacket.Builder begin = packet().setTimestamp(ts).setSequenceFlags(NEEDS_STATE);
            begin.getTrackEventBuilder()
                    .setType(TrackEvent.Type.TYPE_SLICE_BEGIN)
                    .setTrackUuid(77)
                    .setNameIid(1)
                    .addFlowIds(5);
            TracePacket.Builder end = packet().setTimestamp(ts + dur).setSequenceFlags(NEEDS_STATE);
            end.getTrackEventBuilder().setType(TrackEvent.Type.TYPE_SLICE_END).setTrackUuid(77);
            return this;
        }

        Source guestSync(long ts, long boottime, long cpu) {
            TrackEvent.Builder event = packet().setTimestamp(ts).getTrackEventBuilder();
            event.setType(TrackEvent.Type.TYPE_INSTANT).setTrackUuid(77).setName("guest_clock_sync");
            event.addDebugAnnotationsBuilder().setName("clock_sync_boottime").setUintValue(boottime);
            event.addDebugAnnotationsBuilder().setName("clock_sync_cputime").setUintValue(cpu);
            return this;
        }

        Source switches(long ts) {
            FtraceEventBundle.Builder bundle = packet().getFtraceEventsBuilder().setCpu(0);
            FtraceEvent.Builder event =
                    bundle.addEventBuilder().setTimestamp(ts).setPid(11);
            event.getSchedSwitchBuilder()
                    .setPrevPid(11)
                    .setPrevComm("a")
                    .setNextPid(0)
                    .setNextComm("swapper");
            return this;
        }

        Path in(Path file) throws Exception {
            return Files.write(file, trace.build().toByteArray());
        }
    }

    private TraceMerge merge(MergeOptions options, Path out, Path... files) throws Exception {
        TraceMerge merge = TraceMerge.of(List.of(files), options, new ImportProgress());
        try (OutputStream stream = Files.newOutputStream(out)) {
            merge.write(stream, new ImportProgress());
        }
        assertEquals(List.of(), UnknownFields.in(Trace.parseFrom(Files.readAllBytes(out))));
        return merge;
    }

    private static List<String> rows(Path file, String sql) throws Exception {
        List<String> rows = new ArrayList<>();
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            new TraceRows(store).query(sql, cursor -> {
                while (cursor.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int i = 0; i < cursor.columns().size(); i++) {
                        row.append(i == 0 ? "" : " ").append(cursor.getObject(i));
                    }
                    rows.add(row.toString());
                }
            });
        }
        return rows;
    }

    private String problem(MergeOptions options, Path... files) {
        return assertThrows(ConvertProblem.class, () -> merge(options, dir.resolve("x"), files))
                .getMessage();
    }

    @Test
    void equalIdsOfSeveralTracesAreKeptSeparate() throws Exception {
        Path a = new Source("a")
                .clocks(BOOTTIME, 1000, REALTIME, 501_000)
                .slice(2000, 10)
                .switches(2005)
                .in(dir.resolve("a"));
        Path b = new Source("b")
                .clocks(BOOTTIME, 1000, REALTIME, 501_100)
                .slice(2000, 10)
                .switches(2006)
                .in(dir.resolve("b"));
        Path c = new Source("c")
                .clocks(BOOTTIME, 9 * SECOND, REALTIME, 502_000)
                .slice(9 * SECOND + 50, 10)
                .in(dir.resolve("c"));
        Path out = dir.resolve("out.pftrace");
        TraceMerge merge = merge(MergeOptions.DEFAULT, out, a, b, c);
        assertEquals(
                List.of("unchanged", "the clock BOOTTIME", "the clock REALTIME"),
                merge.aligned().stream().map(t -> t.alignment().method()).toList());
        assertEquals(
                List.of("2000 10 work of a a 10", "2000 10 work of b b 10", "2050 10 work of c c 10"),
                rows(
                        out,
                        "SELECT s.ts, s.dur, s.name, t.name, p.pid FROM slice s JOIN thread_track k ON k.id ="
                                + " s.track_id JOIN thread t USING (utid) JOIN process p USING (upid) ORDER BY s.ts,"
                                + " s.name"));
        assertEquals(List.of("3"), rows(out, "SELECT count(DISTINCT upid) FROM process WHERE pid = 10"));
        assertEquals(List.of("0"), rows(out, "SELECT count(*) FROM flow"));
        assertEquals(
                List.of("2005", "2006"),
                rows(out, "SELECT ts FROM ftrace_event WHERE name = 'sched_switch' ORDER BY ts"));
    }

    @Test
    void hostAndGuestAreAlignedByTheCounterDespiteDrift() throws Exception {
        // Host: 2 cycles per ns, counter value 1,000,000 at time 500. The guest's clock runs 80 ppm faster.
        double rate = 1.00008;
        long guestStart = 90_000;
        long tscOffset = 3_000_000;
        Source host = new Source("host");
        host.clocks(BOOTTIME, 500, REALTIME, 7_000_000);
        Source guest = new Source("guest");
        guest.clocks(BOOTTIME, guestStart, REALTIME, 99 * SECOND);
        int seconds = 3;
        for (int i = 0; i <= seconds * 10; i++) {
            long hostNs = 500 + i * SECOND / 10;
            host.clocks(CPU, 1_000_000 + 2 * (hostNs - 500), BOOTTIME, hostNs);
            long ts = hostNs + 1_000;
            long guestNs = guestStart + Math.round((ts - 500) * rate);
            guest.guestSync(guestNs, guestNs, 1_000_000 + 2 * (ts - 500) + tscOffset);
        }
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            long hostNs = 20_000 + i * 29_000_000L;
            expected.add(hostNs);
            guest.slice(guestStart + Math.round((hostNs - 500) * rate), 1000);
        }
        host.slice(1000, 10);
        Path h = host.in(dir.resolve("host"));
        Path g = guest.in(dir.resolve("guest"));
        MergeOptions options = new MergeOptions(Map.of(), null, tscOffset, null);
        Path out = dir.resolve("out.pftrace");
        TraceMerge merge = merge(options, out, h, g);
        assertTrue(merge.aligned().get(1).alignment().residualNs() <= 5);
        List<String> found = rows(out, "SELECT ts FROM slice WHERE name = 'work of guest' ORDER BY ts");
        assertEquals(expected.size(), found.size());
        for (int i = 0; i < found.size(); i++) {
            assertTrue(Math.abs(Long.parseLong(found.get(i)) - expected.get(i)) < 1000, i + ": " + found.get(i));
        }
        // The guest as the first trace.
        merge = merge(new MergeOptions(Map.of(), null, tscOffset, false), dir.resolve("guest-main"), h, g);
        assertEquals(g, merge.aligned().getFirst().file());
        List<String> moved = rows(dir.resolve("guest-main"), "SELECT ts FROM slice WHERE name = 'work of host'");
        assertEquals(guestStart + 500, Long.parseLong(moved.getFirst()), 1000);
    }

    @Test
    void offsetsAndSharedEventsAlignTracesWithoutClocks() throws Exception {
        Path a = new Source("x").slice(5000, 10).slice(7000, 10).in(dir.resolve("a"));
        Path b = new Source("x").slice(100, 10).slice(2103, 10).in(dir.resolve("b"));
        assertEquals(
                "b has no clock in common with the first trace; use --offset b=TIME or --align with the name of an"
                        + " event that both have",
                problem(MergeOptions.DEFAULT, a, b));
        String slices = "SELECT ts FROM slice ORDER BY ts";
        merge(new MergeOptions(Map.of(1, -40L), null, 0, null), dir.resolve("o1"), a, b);
        assertEquals(List.of("60", "2063", "5000", "7000"), rows(dir.resolve("o1"), slices));
        MergeOptions event = new MergeOptions(Map.of(), "work of x", 0, null);
        TraceMerge merge = merge(event, dir.resolve("o2"), a, b);
        assertEquals(3, merge.aligned().get(1).alignment().residualNs());
        assertEquals(List.of("5000", "5000", "7000", "7003"), rows(dir.resolve("o2"), slices));
        assertEquals(
                "the first trace has no event named 'none'",
                problem(new MergeOptions(Map.of(), "none", 0, null), a, b));
    }

    @Test
    void compactSchedulingFlowsAndClocksOfSequencesMoveToo() throws Exception {
        List<Path> files = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            Source source = new Source(name).clocks(BOOTTIME, 1000, CPU, 10);
            FtraceEventBundle.Builder bundle =
                    source.packet().getFtraceEventsBuilder().setCpu(0);
            // Readers skip the first switch.
            bundle.getCompactSchedBuilder()
                    .addInternTable("task " + name)
                    .addSwitchTimestamp(3000)
                    .addSwitchTimestamp(100)
                    .addSwitchPrevState(1)
                    .addSwitchPrevState(1)
                    .addSwitchNextPid(21)
                    .addSwitchNextPid(22)
                    .addSwitchNextPrio(120)
                    .addSwitchNextPrio(120)
                    .addSwitchNextCommIndex(0)
                    .addSwitchNextCommIndex(0);
            source.slice(2000, 10);
            TracePacket.Builder end = source.packet().setTimestamp(1015).setTimestampClockId(CPU);
            end.getTrackEventBuilder()
                    .setType(TrackEvent.Type.TYPE_INSTANT)
                    .setTrackUuid(77)
                    .setName("end of " + name)
                    .addTerminatingFlowIds(5);
            files.add(source.in(dir.resolve(name)));
        }
        Path out = dir.resolve("out");
        merge(new MergeOptions(Map.of(1, 500L, 2, -300L), null, 0, null), out, files.toArray(Path[]::new));
        assertEquals(
                List.of("1700 1705 c c", "2000 2005 a a", "2500 2505 b b"),
                rows(
                        out,
                        "SELECT o.ts, i.ts, right(o.name, 1), right(i.name, 1) FROM flow f JOIN slice o ON f.slice_out"
                                + " = o.id JOIN slice i ON f.slice_in = i.id ORDER BY o.ts"));
        assertEquals(
                List.of("2800 task c", "3100 task a", "3600 task b"),
                rows(
                        out,
                        "SELECT s.ts, t.name FROM sched s JOIN thread t USING (utid) WHERE t.tid = 22 ORDER BY s.ts"));
    }

    @Test
    void snapshotsThatAreOutOfOrderLoseNoEvents() throws Exception {
        Source late = new Source("late").clocks(BOOTTIME, 1000, REALTIME, 5000);
        late.clocks(BOOTTIME, 9000, REALTIME, 13_000)
                .clocks(BOOTTIME, 4000, REALTIME, 8000)
                .slice(9500, 10);
        Path a = new Source("a")
                .clocks(BOOTTIME, 100, REALTIME, 4100)
                .slice(2000, 10)
                .in(dir.resolve("a"));
        merge(MergeOptions.DEFAULT, dir.resolve("out"), a, late.in(dir.resolve("late")));
        assertEquals(List.of("2000", "9500"), rows(dir.resolve("out"), "SELECT ts FROM slice ORDER BY ts"));
    }

    @Test
    void aTraceFromBeforeTheClockOfTheFirstOneIsTheReference() throws Exception {
        Path late = new Source("late")
                .clocks(BOOTTIME, 1000, REALTIME, 900 * SECOND)
                .slice(2000, 10)
                .in(dir.resolve("late"));
        Path early = new Source("early")
                .clocks(BOOTTIME, 5000, REALTIME, 100 * SECOND)
                .slice(6000, 10)
                .in(dir.resolve("early"));
        String slices = "SELECT ts FROM slice ORDER BY ts";
        List<String> expected = List.of("6000", Long.toString(800 * SECOND + 6000));
        TraceMerge merge = merge(MergeOptions.DEFAULT, dir.resolve("out"), late, early);
        assertEquals(early, merge.aligned().getFirst().file());
        assertEquals(expected, rows(dir.resolve("out"), slices));
        archive(MergeOptions.DEFAULT, dir.resolve("out.tar"), late, early);
        assertEquals(expected, rows(dir.resolve("out.tar"), slices));
    }

    private void archive(MergeOptions options, Path out, Path... files) throws Exception {
        try (OutputStream stream = Files.newOutputStream(out)) {
            MergeArchive.write(List.of(files), options, stream, new ImportProgress());
        }
    }

    @Test
    void archivesRelateTheClocksOfTheirFiles() throws Exception {
        Path a = new Source("a")
                .clocks(BOOTTIME, 1000, REALTIME, 501_000)
                .slice(2000, 10)
                .in(dir.resolve("a"));
        Path c = new Source("c")
                .clocks(BOOTTIME, 9 * SECOND, REALTIME, 502_000)
                .slice(9 * SECOND + 50, 10)
                .in(dir.resolve("c"));
        Path plain = new Source("x").slice(100, 10).in(dir.resolve("plain"));
        String slices = "SELECT ts, name FROM slice ORDER BY ts";
        archive(new MergeOptions(Map.of(2, 3000L), null, 0, null), dir.resolve("out.tar"), a, c, plain);
        assertEquals(
                List.of("2000 work of a", "2050 work of c", "3100 work of x"), rows(dir.resolve("out.tar"), slices));
        Path json = Files.writeString(
                dir.resolve("t.json"), "[{\"ph\":\"X\",\"name\":\"j\",\"ts\":5,\"dur\":1,\"pid\":1,\"tid\":1}]");
        archive(new MergeOptions(Map.of(1, 400L), null, 0, null), dir.resolve("mixed.tar"), a, json);
        assertEquals(List.of("2000 work of a", "5400 j"), rows(dir.resolve("mixed.tar"), slices));
        assertThrows(ConvertProblem.class, () -> archive(MergeOptions.DEFAULT, dir.resolve("x.tar"), a, json));
    }

    @Test
    void archivesOfClocksWithDriftAreAligned() throws Exception {
        Source host =
                new Source("host").clocks(BOOTTIME, 1000, REALTIME, 501_000).slice(2000, 10);
        Source guest = new Source("guest").clocks(BOOTTIME, 7000);
        for (int i = 0; i < 3; i++) {
            host.clocks(CPU, 1_000 + i * SECOND, BOOTTIME, 1_000 + i * SECOND);
            long ns = 7000 + Math.round(i * SECOND * 1.0001);
            guest.guestSync(ns, ns, 1_000 + i * SECOND);
        }
        guest.slice(7000 + Math.round(SECOND / 2 * 1.0001), 10);
        archive(MergeOptions.DEFAULT, dir.resolve("o.tar"), host.in(dir.resolve("h")), guest.in(dir.resolve("g")));
        List<String> found = rows(dir.resolve("o.tar"), "SELECT ts FROM slice WHERE name = 'work of guest'");
        assertEquals(1000 + SECOND / 2, Long.parseLong(found.getFirst()), 1000);
    }

    @Test
    void aGuestWithoutHostIsReported() throws Exception {
        Path a = new Source("a").slice(5000, 10).in(dir.resolve("a"));
        Path b = new Source("b")
                .clocks(BOOTTIME, 10)
                .guestSync(50, 50, 100)
                .slice(60, 1)
                .in(dir.resolve("b"));
        assertTrue(problem(MergeOptions.DEFAULT, a, b).contains("no snapshots of the host's CPU counter"));
        Path host = new Source("host").clocks(BOOTTIME, 1000).slice(5000, 10).in(dir.resolve("host"));
        TraceMerge merge = merge(MergeOptions.DEFAULT, dir.resolve("by-clock"), host, b);
        assertEquals(
                "the clock BOOTTIME, because one trace is from a guest, but the other has no snapshots of the host's"
                        + " CPU counter",
                merge.aligned().get(1).alignment().method());
    }

    @Test
    void oneReadingOfTheCounterIsTooFew() throws Exception {
        Path host = new Source("host")
                .clocks(CPU, 1000, BOOTTIME, 500)
                .clocks(CPU, 3000, BOOTTIME, 1500)
                .slice(600, 10)
                .in(dir.resolve("host"));
        Path guest = new Source("guest")
                .clocks(BOOTTIME, 10)
                .guestSync(50, 50, 1200)
                .slice(60, 1)
                .in(dir.resolve("guest"));
        assertEquals(
                "the host and the guest need at least two readings of the CPU counter each",
                problem(MergeOptions.DEFAULT, host, guest));
    }

    @Test
    void mergesAFileWithItselfAndWithADamagedFile() throws Exception {
        Path a = new Source("a")
                .clocks(BOOTTIME, 1000)
                .slice(2000, 10)
                .slice(3000, 10)
                .in(dir.resolve("a"));
        merge(MergeOptions.DEFAULT, dir.resolve("twice"), a, a);
        assertEquals(
                List.of("2000 2", "3000 2"),
                rows(dir.resolve("twice"), "SELECT ts, count(*) FROM slice GROUP BY ts ORDER BY ts"));
        byte[] bytes = Files.readAllBytes(a);
        Path damaged = Files.write(dir.resolve("damaged"), Arrays.copyOf(bytes, bytes.length - 3));
        TraceMerge merge = merge(MergeOptions.DEFAULT, dir.resolve("out"), a, damaged);
        assertTrue(merge.aligned().get(1).loss().startsWith("the trace is damaged"));
        assertEquals(List.of("4"), rows(dir.resolve("out"), "SELECT count(*) FROM slice"));
        Path text = Files.writeString(dir.resolve("text"), "no trace");
        assertTrue(problem(MergeOptions.DEFAULT, a, text).contains("is not a Perfetto trace"));
    }
}
