package traceglass.convert.perfetto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.OutputStream;
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
import traceglass.protos.android.AndroidLogPacket;
import traceglass.protos.common.BuiltinClock;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.profiling.Callstack;
import traceglass.protos.profiling.Frame;
import traceglass.protos.profiling.InternedString;
import traceglass.protos.profiling.Mapping;
import traceglass.protos.profiling.PerfSample;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Converts a trace of two machines that have the same process, thread and CPU ids.
class MachinesRoundTripTest {

    private static final String THREADS = """
            SELECT m.raw_id, m.name, m.release, p.pid, p.name, t.tid, t.name FROM thread AS t
            JOIN machine AS m ON m.id = t.machine_id LEFT JOIN process AS p USING (upid)
            WHERE t.tid != 0 ORDER BY ALL\
            """;
    private static final String SLICES = """
            SELECT m.raw_id, s.ts, s.dur, s.name, p.pid FROM slice AS s JOIN thread_track AS k ON k.id = s.track_id
            JOIN thread AS t USING (utid) JOIN process AS p USING (upid) JOIN machine AS m ON m.id = t.machine_id
            ORDER BY ALL\
            """;
    private static final String COUNTERS = """
            SELECT m.raw_id, c.ts, c.value, k.name FROM counter AS c JOIN counter_track AS k ON k.id = c.track_id
            JOIN machine AS m ON m.id = k.machine_id ORDER BY ALL\
            """;
    private static final String SCHEDULING = """
            SELECT m.raw_id, s.ts, s.dur, u.cpu, t.tid, t.name, s.end_state FROM sched AS s
            JOIN cpu AS u ON u.ucpu = s.ucpu JOIN machine AS m ON m.id = u.machine_id JOIN thread AS t USING (utid)
            ORDER BY ALL\
            """;
    private static final String RAW = """
            SELECT m.raw_id, e.ts, u.cpu, e.name, t.tid FROM ftrace_event AS e
            JOIN cpu AS u ON u.ucpu = e.ucpu JOIN machine AS m ON m.id = u.machine_id JOIN thread AS t USING (utid)
            WHERE e.name = 'softirq_raise' ORDER BY ALL\
            """;
    private static final String FREQUENCIES = """
            SELECT m.raw_id, c.ts, c.value, k.cpu FROM counter AS c JOIN cpu_counter_track AS k ON k.id = c.track_id
            JOIN machine AS m ON m.id = k.machine_id ORDER BY ALL\
            """;
    private static final String SAMPLES = """
            SELECT m.raw_id, s.ts, t.tid, f.name FROM perf_sample AS s JOIN thread AS t USING (utid)
            JOIN machine AS m ON m.id = t.machine_id JOIN stack_profile_callsite AS c ON c.id = s.callsite_id
            JOIN stack_profile_frame AS f ON f.id = c.frame_id ORDER BY ALL\
            """;
    private static final String LOGS = """
            SELECT m.raw_id, l.ts, l.msg, t.tid FROM android_logs AS l JOIN thread AS t USING (utid)
            JOIN machine AS m ON m.id = t.machine_id ORDER BY ALL\
            """;

    @TempDir
    Path dir;

    private final Trace.Builder trace = Trace.newBuilder();

    private TracePacket.Builder packet(int machine, long ts) {
        TracePacket.Builder packet = trace.addPacketBuilder().setTimestamp(ts).setTrustedPacketSequenceId(1 + machine);
        if (machine != 0) {
            packet.setMachineId(machine);
        }
        return packet;
    }

    /// Adds the events of a machine, with a word in their names and with times shifted by `move` ns.
    private void machine(int id, String word, long move) {
        packet(id, 1000)
                .setSequenceFlags(TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE)
                .getSystemInfoBuilder()
                .setMachineName("machine of " + word)
                .getUtsnameBuilder()
                .setSysname("Linux")
                .setRelease(id == 0 ? "6.1.0" : "4.9.0");
        packet(id, 1000)
                .getProcessTreeBuilder()
                .addProcesses(ProcessTree.Process.newBuilder().setPid(51).addCmdline("/bin/" + word))
                .addThreads(
                        ProcessTree.Thread.newBuilder().setTid(52).setTgid(51).setName("work " + word));
        packet(id, 1000)
                .getTrackDescriptorBuilder()
                .setUuid(70)
                .getThreadBuilder()
                .setPid(51)
                .setTid(52);
        packet(id, 1000)
                .getTrackDescriptorBuilder()
                .setUuid(71)
                .setName("load of " + word)
                .getCounterBuilder();
        packet(id, 2000 + move)
                .getTrackEventBuilder()
                .setTrackUuid(70)
                .setType(TrackEvent.Type.TYPE_SLICE_BEGIN)
                .setName("step of " + word);
        packet(id, 2500 + move).getTrackEventBuilder().setTrackUuid(70).setType(TrackEvent.Type.TYPE_SLICE_END);
        packet(id, 2600 + move)
                .getTrackEventBuilder()
                .setTrackUuid(71)
                .setType(TrackEvent.Type.TYPE_COUNTER)
                .setCounterValue(7 + move);
        kernelEvents(id, word, move);
        sampleAndLog(id, word, move);
    }

    private void kernelEvents(int id, String word, long move) {
        FtraceEventBundle.Builder events =
                packet(id, 3000).clearTimestamp().getFtraceEventsBuilder().setCpu(1);
        for (int i = 0; i < 2; i++) {
            events.addEventBuilder()
                    .setTimestamp(3000 + 100 * i + move)
                    .setPid(52 + i)
                    .getSchedSwitchBuilder()
                    .setPrevComm("work " + word)
                    .setPrevPid(52 + i)
                    .setPrevPrio(120)
                    .setPrevState(1)
                    .setNextComm("other " + word)
                    .setNextPid(53 - i)
                    .setNextPrio(120);
        }
        events.addEventBuilder()
                .setTimestamp(3300 + move)
                .setPid(52)
                .getSoftirqRaiseBuilder()
                .setVec(3);
        events.addEventBuilder()
                .setTimestamp(3400 + move)
                .setPid(0)
                .getCpuFrequencyBuilder()
                .setCpuId(1)
                .setState((int) (1000 + move));
    }

    private void sampleAndLog(int id, String word, long move) {
        packet(id, 3500)
                .clearTimestamp()
                .setInternedData(InternedData.newBuilder()
                        .addMappingPaths(string(1, "/bin/" + word))
                        .addFunctionNames(string(1, "main of " + word))
                        .addMappings(Mapping.newBuilder().setIid(1).addPathStringIds(1))
                        .addFrames(Frame.newBuilder()
                                .setIid(1)
                                .setFunctionNameId(1)
                                .setMappingId(1)
                                .setRelPc(16))
                        .addCallstacks(Callstack.newBuilder().setIid(1).addFrameIds(1)));
        packet(id, 3600 + move)
                .setPerfSample(
                        PerfSample.newBuilder().setPid(51).setTid(52).setCpu(1).setCallstackIid(1));
        packet(id, 3700)
                .clearTimestamp()
                .setAndroidLog(AndroidLogPacket.newBuilder()
                        .addEvents(AndroidLogPacket.LogEvent.newBuilder()
                                .setTimestamp(1_000_000_000_003_700L + move)
                                .setPid(51)
                                .setTid(52)
                                .setTag("t")
                                .setMessage("said by " + word)));
    }

    private static InternedString string(long iid, String text) {
        return InternedString.newBuilder()
                .setIid(iid)
                .setStr(ByteString.copyFromUtf8(text))
                .build();
    }

    @Test
    void equalIdsOfSeveralMachinesAreKeptSeparate() throws Exception {
        for (int machine : new int[] {0, 9}) {
            ClockSnapshot.Builder clocks = packet(machine, 1000)
                    .getClockSnapshotBuilder()
                    .setPrimaryTraceClock(BuiltinClock.BUILTIN_CLOCK_BOOTTIME);
            clocks.addClocksBuilder()
                    .setClockId(BuiltinClock.BUILTIN_CLOCK_BOOTTIME_VALUE)
                    .setTimestamp(1000);
            clocks.addClocksBuilder()
                    .setClockId(BuiltinClock.BUILTIN_CLOCK_REALTIME_VALUE)
                    .setTimestamp(1_000_000_000_001_000L);
        }
        machine(0, "host", 0);
        machine(9, "guest", 17);
        Path file = Files.write(dir.resolve("machines.pftrace"), trace.build().toByteArray());
        Path converted = dir.resolve("converted.pftrace");
        List<String> notes = new ArrayList<>();
        try (TraceStore store = open(file);
                OutputStream out = Files.newOutputStream(converted)) {
            new PerfettoConversion()
                    .convert(
                            new Conversion.Request(file, () -> new TraceRows(store), Conversion.Options.DEFAULT),
                            out,
                            new ImportProgress(),
                            notes::add);
        }
        try (TraceStore before = open(file);
                TraceStore after = open(converted)) {
            for (String sql : List.of(THREADS, SLICES, COUNTERS, SCHEDULING, RAW, FREQUENCIES, SAMPLES, LOGS)) {
                List<String> rows = rows(before, sql);
                assertTrue(rows.size() >= 2 && rows.getFirst().startsWith("0|"), () -> sql + rows);
                assertTrue(rows.getLast().startsWith("9|"), () -> sql + rows);
                assertEquals(rows, rows(after, sql));
            }
        }
        assertEquals(List.of(), notes.stream().filter(n -> n.contains("number")).toList());
    }

    private static TraceStore open(Path file) throws Exception {
        return TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store();
    }

    private static List<String> rows(TraceStore store, String sql) throws Exception {
        List<String> rows = new ArrayList<>();
        new TraceRows(store).query(sql, c -> {
            while (c.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 0; i < c.columns().size(); i++) {
                    row.add(String.valueOf(c.getString(i)));
                }
                rows.add(String.join("|", row));
            }
        });
        return rows;
    }
}
