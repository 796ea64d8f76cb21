package traceglass.convert.cut;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEvent.LegacyEvent;
import traceglass.store.TraceStore;

class TraceCutTest {

    private static final int CLEARED = 1;
    private static final int NEEDS_STATE = 2;
    private static final int INCREMENTAL_CLOCK = 64;

    @TempDir
    Path dir;

    private final Trace.Builder trace = Trace.newBuilder();

    private TracePacket.Builder packet(int sequence) {
        return trace.addPacketBuilder().setTrustedPacketSequenceId(sequence);
    }

    private TracePacket.Builder event(long ts, TrackEvent.Type type, long track) {
        TracePacket.Builder packet = packet(1).setTimestamp(ts).setSequenceFlags(NEEDS_STATE);
        packet.getTrackEventBuilder().setType(type).setTrackUuid(track);
        return packet;
    }

    private void begin(long ts, long track, long nameIid) {
        event(ts, TrackEvent.Type.TYPE_SLICE_BEGIN, track)
                .getTrackEventBuilder()
                .setNameIid(nameIid);
    }

    private void end(long ts, long track) {
        event(ts, TrackEvent.Type.TYPE_SLICE_END, track);
    }

    /// Clears the incremental state of sequence 1 and interns an event name.
    private void startState(long iid, String name) {
        TracePacket.Builder packet = packet(1).setSequenceFlags(CLEARED);
        InternedData.Builder data = packet.getInternedDataBuilder();
        data.addEventNamesBuilder().setIid(iid).setName(name);
    }

    private void track(long uuid, String name) {
        packet(1).getTrackDescriptorBuilder().setUuid(uuid).setName(name);
    }

    private Path cut(long start, long end) throws Exception {
        Path file = Files.write(dir.resolve("whole.pftrace"), trace.build().toByteArray());
        Path cut = dir.resolve("cut.pftrace");
        try (OutputStream out = Files.newOutputStream(cut)) {
            TraceCut.run(file, new TraceCut.Range(start, end, true), out, new ImportProgress());
        }
        return cut;
    }

    private static List<String> rows(Path file, String sql) throws Exception {
        List<String> rows = new ArrayList<>();
        try (TraceStore store = CutComparison.open(file)) {
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

    @Test
    void slicesThatAreOpenAtTheStartBeginThere() throws Exception {
        startState(1, "outer");
        track(7, "work");
        begin(100, 7, 1);
        begin(150, 7, 1);
        end(180, 7);
        // From here on, the name has another id, and the old id another name.
        startState(1, "inner");
        begin(200, 7, 1);
        begin(320, 7, 1);
        end(380, 7);
        end(420, 7);
        begin(440, 7, 1);
        end(900, 7);
        assertEquals(
                List.of("299 -1 outer 0", "300 120 inner 1", "320 60 inner 2", "440 -1 inner 1"),
                rows(cut(300, 500), "SELECT ts, dur, name, depth FROM slice ORDER BY ts"));
    }

    @Test
    void deltaEncodedTimesAndCountersKeepTheirAbsoluteValues() throws Exception {
        TracePacket.Builder first = packet(1).setSequenceFlags(CLEARED);
        first.getTracePacketDefaultsBuilder().setTimestampClockId(INCREMENTAL_CLOCK);
        TracePacket.Builder snapshot = packet(1);
        snapshot.getClockSnapshotBuilder().addClocksBuilder().setClockId(6).setTimestamp(1_000_000);
        snapshot.getClockSnapshotBuilder()
                .addClocksBuilder()
                .setClockId(INCREMENTAL_CLOCK)
                .setTimestamp(1_000)
                .setIsIncremental(true)
                .setUnitMultiplierNs(1_000);
        packet(1)
                .getTrackDescriptorBuilder()
                .setUuid(9)
                .setName("bytes")
                .getCounterBuilder()
                .setIsIncremental(true);
        for (int i = 0; i < 10; i++) {
            event(10, TrackEvent.Type.TYPE_COUNTER, 9).getTrackEventBuilder().setCounterValue(3);
        }
        String counters = "SELECT ts, value FROM counter ORDER BY ts";
        assertEquals(
                List.of("1045000 12.0", "1050000 15.0", "1060000 18.0", "1070000 21.0"),
                rows(cut(1_045_500, 1_075_000), counters));
        assertEquals(
                "1050000 15.0", rows(dir.resolve("whole.pftrace"), counters).get(4));
    }

    @Test
    void schedulingBeginsWithTheRunningThreads() throws Exception {
        FtraceEventBundle.CompactSched.Builder sched = packet(3)
                .getFtraceEventsBuilder()
                .setCpu(2)
                .getCompactSchedBuilder()
                .addInternTable("one")
                .addInternTable("two");
        for (int i = 0; i < 6; i++) {
            sched.addSwitchTimestamp(i == 0 ? 1000 : 100)
                    .addSwitchPrevState(1)
                    .addSwitchNextPid(i % 2 == 0 ? 11 : 22)
                    .addSwitchNextPrio(120)
                    .addSwitchNextCommIndex(i % 2);
        }
        FtraceEventBundle.Builder marks = packet(3).getFtraceEventsBuilder().setCpu(0);
        mark(marks, 1010, 11, "B|11|outer\n");
        mark(marks, 1020, 11, "C|11|memory|5\n");
        mark(marks, 1030, 11, "C|11|memory|6\n");
        mark(marks, 1290, 11, "E|11\n");
        mark(marks, 1490, 11, "B|11|later\n");
        Path cut = cut(1250, 1450);
        assertEquals(
                List.of("1250 50 2 11 one", "1300 100 2 22 two", "1400 -1 2 11 one"),
                rows(cut, "SELECT ts, dur, cpu, tid, name FROM sched JOIN thread USING (utid) ORDER BY ts"));
        assertEquals(List.of("1250 40 outer"), rows(cut, "SELECT ts, dur, name FROM slice ORDER BY ts"));
        assertEquals(
                List.of("1250 6.0 memory"),
                rows(cut, "SELECT c.ts, value, name FROM counter c JOIN counter_track t ON c.track_id = t.id"));
    }

    private static void mark(FtraceEventBundle.Builder bundle, long ts, int tid, String text) {
        bundle.addEventBuilder().setTimestamp(ts).setPid(tid).getPrintBuilder().setBuf(text);
    }

    @Test
    void threadsCreatedBeforeTheRangeKeepTheirProcess() throws Exception {
        packet(2).getProcessTreeBuilder().addProcessesBuilder().setPid(50).addCmdline("server");
        FtraceEventBundle.Builder bundle = packet(3).getFtraceEventsBuilder().setCpu(0);
        bundle.addEventBuilder()
                .setTimestamp(100)
                .setPid(50)
                .getTaskNewtaskBuilder()
                .setPid(51)
                .setComm("worker")
                .setCloneFlags(0x10000);
        bundle.addEventBuilder()
                .setTimestamp(500)
                .setPid(0)
                .getSchedSwitchBuilder()
                .setPrevPid(0)
                .setNextPid(51)
                .setNextComm("worker")
                .setNextPrio(120);
        Path cut = cut(400, 600);
        assertEquals(
                List.of("worker server"),
                rows(cut, "SELECT t.name, p.name FROM thread t JOIN process p USING (upid) WHERE tid = 51"));
        assertEquals(List.of(), rows(cut, "SELECT ts FROM thread_state WHERE state = 'R'"));
    }

    @Test
    void processCountersBeginWithTheLastValueOfEachProcess() throws Exception {
        for (int i = 1; i <= 3; i++) {
            TracePacket.Builder packet = packet(4).setTimestamp(100L * i);
            packet.getProcessStatsBuilder().addProcessesBuilder().setPid(60).setVmRssKb(i);
            if (i == 1) {
                packet.getProcessStatsBuilder().addProcessesBuilder().setPid(61).setVmRssKb(8);
            }
        }
        assertEquals(
                List.of("250 60 2048.0", "250 61 8192.0", "300 60 3072.0"),
                rows(
                        cut(250, 400),
                        "SELECT c.ts, pid, value FROM counter c JOIN process_counter_track t ON c.track_id = t.id"
                                + " JOIN process USING (upid) WHERE t.name = 'mem.rss' ORDER BY c.ts, pid"));
    }

    @Test
    void diskCountersAreDifferencesFromThePreviousSample() throws Exception {
        long[] flushes = {5, 12, 20, 21};
        for (int i = 0; i < flushes.length; i++) {
            TracePacket.Builder packet = packet(4).setTimestamp(100L * (i + 1));
            packet.getSysStatsBuilder()
                    .addDiskStatBuilder()
                    .setDeviceName("sda")
                    .setFlushCount(flushes[i]);
        }
        assertEquals(
                List.of("350 8.0", "400 1.0"),
                rows(
                        cut(350, 500),
                        "SELECT c.ts, value FROM counter c JOIN track t ON c.track_id = t.id"
                                + " WHERE t.name = 'diskstat.[sda].flush_amount' ORDER BY c.ts"));
    }

    private void sample(long ts, int cpu, long count) {
        packet(5)
                .setTimestamp(ts)
                .setSequenceFlags(NEEDS_STATE)
                .getPerfSampleBuilder()
                .setCpu(cpu)
                .setPid(80)
                .setTid(80)
                .setCallstackIid(1)
                .setTimebaseCount(count);
    }

    @Test
    void sampleCountersBeginWithTheLastValueOfEachCpu() throws Exception {
        TracePacket.Builder first = packet(5).setSequenceFlags(CLEARED);
        first.getTracePacketDefaultsBuilder()
                .getPerfSampleDefaultsBuilder()
                .getTimebaseBuilder()
                .setName("misses");
        InternedData.Builder data = first.getInternedDataBuilder();
        data.addFunctionNamesBuilder().setIid(1).setStr(ByteString.copyFromUtf8("work"));
        data.addFramesBuilder().setIid(1).setFunctionNameId(1);
        data.addCallstacksBuilder().setIid(1).addFrameIds(1);
        sample(100, 0, 10);
        sample(110, 1, 7);
        sample(200, 0, 20);
        sample(450, 1, 30);
        Path cut = cut(400, 600);
        assertEquals(
                List.of("0 misses 400 20.0", "1 misses 400 7.0", "1 misses 450 30.0"),
                rows(
                        cut,
                        "SELECT cpu, name, ts, value FROM counter c JOIN cpu_counter_track t ON t.id = c.track_id"
                                + " ORDER BY cpu, ts"));
        assertEquals(List.of("450"), rows(cut, "SELECT ts FROM perf_sample WHERE callsite_id IS NOT NULL"));
    }

    private static void memory(FtraceEventBundle.Builder bundle, long ts, int tid, boolean isCurrent, long size) {
        bundle.addEventBuilder()
                .setTimestamp(ts)
                .setPid(tid)
                .getRssStatBuilder()
                .setMmId(5)
                .setCurr(isCurrent ? 1 : 0)
                .setMember(1)
                .setSize(size);
    }

    /// Returns the last values of memory before a time, by process.
    private static List<String> memory(Path file, long ts) throws Exception {
        return rows(file, """
                SELECT pid, arg_max(c.value, c.id) FROM counter c JOIN process_counter_track t ON c.track_id = t.id
                JOIN process USING (upid) WHERE t.name = 'mem.rss.anon' AND c.ts <= %d GROUP BY pid ORDER BY pid\
                """.formatted(ts));
    }

    @Test
    void memoryIsAttributedToItsOwnerAtTheTimeOfTheEvent() throws Exception {
        for (int pid = 70; pid <= 72; pid++) {
            packet(2).getProcessTreeBuilder().addProcessesBuilder().setPid(pid).addCmdline("p" + pid);
        }
        FtraceEventBundle.Builder bundle = packet(3).getFtraceEventsBuilder().setCpu(0);
        memory(bundle, 100, 70, true, 1 << 20);
        memory(bundle, 110, 72, false, 4096);
        // The memory is freed after its process has ended, so its owner is unknown.
        bundle.addEventBuilder()
                .setTimestamp(120)
                .setPid(72)
                .getSchedProcessFreeBuilder()
                .setPid(70)
                .setComm("p70");
        memory(bundle, 130, 72, false, 0);
        // The id of the memory is reused for another process.
        memory(bundle, 140, 71, true, 8192);
        mark(bundle, 300, 72, "B|72|later\n");
        Path cut = cut(250, 400);
        List<String> expected = List.of("70 4096.0", "71 8192.0");
        assertEquals(expected, memory(dir.resolve("whole.pftrace"), 250));
        assertEquals(expected, memory(cut, 250));
    }

    @Test
    void reportsARangeWithoutEvents() throws Exception {
        startState(1, "a");
        begin(100, 7, 1);
        end(200, 7);
        ConvertProblem problem = assertThrows(ConvertProblem.class, () -> cut(5000, 6000));
        assertEquals("no events in this range; the trace begins at @100ns and lasts 100 ns", problem.getMessage());
    }

    @Test
    void relativeTimesCountFromTheFirstEvent() throws Exception {
        startState(1, "a");
        track(7, "work");
        begin(1000, 7, 1);
        end(1100, 7);
        begin(2000, 7, 1);
        end(2100, 7);
        Path file = Files.write(dir.resolve("whole.pftrace"), trace.build().toByteArray());
        Path cut = dir.resolve("cut.pftrace");
        try (OutputStream out = Files.newOutputStream(cut)) {
            TraceCut.run(file, new TraceCut.Range(500, 1200, false), out, new ImportProgress());
        }
        assertEquals(List.of("2000 100"), rows(cut, "SELECT ts, dur FROM slice"));
        assertTrue(Files.size(cut) < Files.size(file));
    }

    private void addFlowSlice(long ts, long track, String name, LegacyEvent.FlowDirection direction) {
        var begin = event(ts, TrackEvent.Type.TYPE_SLICE_BEGIN, track)
                .getTrackEventBuilder()
                .setName(name);
        begin.getLegacyEventBuilder().setBindId(70).setFlowDirection(direction);
        end(ts + 10, track);
    }

    @Test
    void stepsOfFlowsThatBeganBeforeTheRangeBecomeStarts() throws Exception {
        startState(1, "unused");
        track(5, "left");
        track(6, "right");
        addFlowSlice(100, 5, "out", LegacyEvent.FlowDirection.FLOW_OUT);
        addFlowSlice(200, 6, "early step", LegacyEvent.FlowDirection.FLOW_INOUT);
        addFlowSlice(300, 5, "step", LegacyEvent.FlowDirection.FLOW_INOUT);
        addFlowSlice(400, 6, "next", LegacyEvent.FlowDirection.FLOW_INOUT);
        addFlowSlice(500, 5, "in", LegacyEvent.FlowDirection.FLOW_IN);
        String flows = "SELECT o.name, i.name FROM flow f JOIN slice o ON f.slice_out = o.id"
                + " JOIN slice i ON f.slice_in = i.id ORDER BY o.ts";
        assertEquals(List.of("step next", "next in"), rows(cut(250, 600), flows));
        assertEquals(List.of("out early step", "early step step", "step next", "next in"), rows(cut(100, 600), flows));
    }
}
