package traceglass.convert.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.TraceRows;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Converts a trace with every kind of event, opens the result and compares the rows.
class JsonConversionTest {

    @TempDir
    Path dir;

    private final Trace.Builder trace = Trace.newBuilder();
    private final List<String> notes = new ArrayList<>();

    private TracePacket.Builder packet(long ts) {
        return trace.addPacketBuilder().setTimestamp(ts).setTrustedPacketSequenceId(1);
    }

    private TrackEvent.Builder event(long ts, long track, TrackEvent.Type type) {
        return packet(ts).getTrackEventBuilder().setTrackUuid(track).setType(type);
    }

    private void tracks() {
        packet(0)
                .getTrackDescriptorBuilder()
                .setUuid(1)
                .getProcessBuilder()
                .setPid(10)
                .setProcessName("app \"x\"");
        packet(0)
                .getTrackDescriptorBuilder()
                .setUuid(2)
                .getThreadBuilder()
                .setPid(10)
                .setTid(11)
                .setThreadName("main");
        packet(0)
                .getTrackDescriptorBuilder()
                .setUuid(3)
                .getThreadBuilder()
                .setPid(10)
                .setTid(12)
                .setThreadName("io");
        packet(0).getTrackDescriptorBuilder().setUuid(4).setParentUuid(1).setName("requests");
        packet(0)
                .getTrackDescriptorBuilder()
                .setUuid(5)
                .setParentUuid(1)
                .setName("load")
                .getCounterBuilder();
    }

    private void events() {
        TrackEvent.Builder outer = event(1_000_123, 2, TrackEvent.Type.TYPE_SLICE_BEGIN)
                .setName("outer")
                .addCategories("work")
                .addFlowIds(7);
        outer.addDebugAnnotationsBuilder().setName("size").setIntValue(-5);
        outer.addDebugAnnotationsBuilder()
                .setName("list")
                .addArrayValuesBuilder()
                .setStringValue("a\nb");
        event(1_200_000, 2, TrackEvent.Type.TYPE_SLICE_BEGIN).setName("inner");
        event(1_300_000, 2, TrackEvent.Type.TYPE_SLICE_END);
        event(1_400_000, 3, TrackEvent.Type.TYPE_SLICE_BEGIN).setName("read").addTerminatingFlowIds(7);
        event(1_500_001, 3, TrackEvent.Type.TYPE_SLICE_END);
        event(2_000_000, 2, TrackEvent.Type.TYPE_SLICE_END);
        event(2_100_000, 2, TrackEvent.Type.TYPE_INSTANT).setName("mark").addCategories("work");
        event(1_100_000, 4, TrackEvent.Type.TYPE_SLICE_BEGIN).setName("GET").addCategories("net");
        event(1_900_000, 4, TrackEvent.Type.TYPE_SLICE_END);
        event(1_000_000, 5, TrackEvent.Type.TYPE_COUNTER).setDoubleCounterValue(0.25);
        event(2_000_000, 5, TrackEvent.Type.TYPE_COUNTER).setDoubleCounterValue(3);
    }

    private List<String> rows(Path file, String sql) throws Exception {
        List<String> rows = new ArrayList<>();
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            new TraceRows(store).query(sql, c -> {
                while (c.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int i = 0; i < c.columns().size(); i++) {
                        row.append(i == 0 ? "" : "|").append(c.getString(i));
                    }
                    rows.add(row.toString());
                }
            });
        }
        return rows;
    }

    private Path convert(Path file) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            new JsonConversion()
                    .convert(
                            new Conversion.Request(file, () -> new TraceRows(store), Conversion.Options.DEFAULT),
                            out,
                            new ImportProgress(),
                            notes::add);
        }
        return Files.write(dir.resolve("out.json"), out.toByteArray());
    }

    @Test
    void slicesFlowsCountersAndNamesAreTheSame() throws Exception {
        tracks();
        events();
        Path file = Files.write(dir.resolve("in.pftrace"), trace.build().toByteArray());
        Path json = convert(file);
        assertEquals(List.of(), notes);
        for (String sql : List.of(
                "SELECT s.name, s.ts, s.dur, s.depth, thread.name, tid FROM slice AS s JOIN thread_track AS t ON t.id ="
                        + " s.track_id JOIN thread USING (utid) ORDER BY s.ts, s.depth",
                "SELECT s.name, s.ts, s.dur, process.name, pid FROM slice AS s JOIN process_track AS t ON t.id ="
                        + " s.track_id JOIN process USING (upid) ORDER BY s.ts",
                "SELECT o.name, i.name FROM flow JOIN slice AS o ON o.id = slice_out JOIN slice AS i ON i.id = slice_in",
                "SELECT ts, value, pid FROM counter AS c JOIN process_counter_track AS t ON t.id = c.track_id JOIN"
                        + " process USING (upid) ORDER BY ts",
                "SELECT count(*) FROM slice")) {
            List<String> expected = rows(file, sql);
            assertEquals(expected, rows(json, sql), sql);
            assertFalse(expected.isEmpty(), sql);
        }
        assertEquals(
                List.of("args.list[0]|a\nb", "args.size|-5"),
                rows(
                        json,
                        "SELECT key, display_value FROM slice JOIN args USING (arg_set_id) WHERE name = 'outer' AND key"
                                + " LIKE 'args.%' ORDER BY key"));
    }

    @Test
    void schedulingIsWrittenAsFtraceText() throws Exception {
        var events = trace.addPacketBuilder()
                .setTrustedPacketSequenceId(1)
                .getFtraceEventsBuilder()
                .setCpu(0);
        for (int i = 0; i < 4; i++) {
            int running = 20 + i;
            events.addEventBuilder()
                    .setTimestamp(1_000_000L * (i + 1))
                    .setPid(running)
                    .getSchedSwitchBuilder()
                    .setPrevComm("t" + running)
                    .setPrevPid(running)
                    .setPrevPrio(120)
                    .setPrevState(1)
                    .setNextComm("t" + (running + 1))
                    .setNextPid(running + 1)
                    .setNextPrio(120);
        }
        Path file = Files.write(dir.resolve("in.pftrace"), trace.build().toByteArray());
        Path json = convert(file);
        String sql = "SELECT thread.name, (ts + 500) // 1000, (dur + 500) // 1000 FROM sched JOIN thread USING (utid)"
                + " ORDER BY ts";
        List<String> expected = rows(file, sql);
        assertEquals(expected, rows(json, sql));
        assertEquals(4, expected.size());
    }
}
