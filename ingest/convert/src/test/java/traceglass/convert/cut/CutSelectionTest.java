package traceglass.convert.cut;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.cut.select.Content;
import traceglass.convert.cut.select.CutSelection;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.TraceStore;

/// Cuts processes, sequences and types of content out of a trace of two processes, "shop" (100, 101) and "/bin/bank"
/// (200).
class CutSelectionTest {

    private static final int SHOP_SEQUENCE = 1;
    private static final int BANK_SEQUENCE = 2;

    @TempDir
    Path dir;

    private final Trace.Builder trace = Trace.newBuilder();

    private TracePacket.Builder packet(int sequence) {
        return trace.addPacketBuilder().setTrustedPacketSequenceId(sequence);
    }

    @BeforeEach
    void writeTrace() {
        // Log entries have wall-clock times.
        TracePacket.Builder clocks = packet(9).setTimestamp(1);
        clocks.getClockSnapshotBuilder().addClocksBuilder().setClockId(6).setTimestamp(1);
        clocks.getClockSnapshotBuilder().addClocksBuilder().setClockId(1).setTimestamp(1);
        ProcessTree.Builder tree = packet(9).setTimestamp(1).getProcessTreeBuilder();
        tree.addProcessesBuilder().setPid(100).setPpid(1).addCmdline("shop");
        tree.addProcessesBuilder()
                .setPid(200)
                .setPpid(1)
                .addCmdline("/bin/bank")
                .addCmdline("--open");
        tree.addThreadsBuilder().setTid(101).setTgid(100).setName("seller");
        FtraceEventBundle.Builder bundle = packet(8).getFtraceEventsBuilder().setCpu(0);
        schedule(bundle, 1000, 0, 101);
        print(bundle, 1100, 101, "B|100|sell");
        schedule(bundle, 1200, 101, 200);
        print(bundle, 1300, 200, "B|200|pay");
        print(bundle, 1350, 200, "C|100|orders|7");
        print(bundle, 1400, 200, "E|200");
        schedule(bundle, 1500, 200, 101);
        print(bundle, 1600, 101, "E|100");
        schedule(bundle, 1700, 101, 0);
        track(SHOP_SEQUENCE, 11, 100, 0);
        track(SHOP_SEQUENCE, 12, 0, 11);
        track(BANK_SEQUENCE, 21, 200, 0);
        slice(SHOP_SEQUENCE, 12, 2000, "shelves");
        slice(BANK_SEQUENCE, 21, 2010, "safe");
        slice(BANK_SEQUENCE, 12, 2020, "guard");
        log(3000, 100, "sold");
        log(3010, 200, "paid");
    }

    private static void schedule(FtraceEventBundle.Builder bundle, long ts, int from, int to) {
        bundle.addEventBuilder()
                .setTimestamp(ts)
                .setPid(from)
                .getSchedSwitchBuilder()
                .setPrevPid(from)
                .setPrevComm("t" + from)
                .setPrevState(1)
                .setNextPid(to)
                .setNextComm("t" + to);
    }

    private static void print(FtraceEventBundle.Builder bundle, long ts, int tid, String mark) {
        bundle.addEventBuilder().setTimestamp(ts).setPid(tid).getPrintBuilder().setBuf(mark + "\n");
    }

    private void track(int sequence, long uuid, int pid, long parent) {
        var descriptor = packet(sequence).getTrackDescriptorBuilder().setUuid(uuid);
        if (pid != 0) {
            descriptor.getProcessBuilder().setPid(pid);
        } else {
            descriptor.setName("inner").setParentUuid(parent);
        }
    }

    private void slice(int sequence, long track, long ts, String name) {
        packet(sequence)
                .setTimestamp(ts)
                .getTrackEventBuilder()
                .setType(TrackEvent.Type.TYPE_SLICE_BEGIN)
                .setTrackUuid(track)
                .setName(name);
        packet(sequence)
                .setTimestamp(ts + 5)
                .getTrackEventBuilder()
                .setType(TrackEvent.Type.TYPE_SLICE_END)
                .setTrackUuid(track);
    }

    private void log(long ts, int pid, String message) {
        packet(7)
                .setTimestamp(ts)
                .getAndroidLogBuilder()
                .addEventsBuilder()
                .setTimestamp(ts)
                .setPid(pid)
                .setTid(pid)
                .setTag("tag")
                .setMessage(message);
    }

    private Path whole() throws Exception {
        return Files.write(dir.resolve("whole.pftrace"), trace.build().toByteArray());
    }

    private Path cut(TraceCut.Range range, CutSelection selection) throws Exception {
        Path cut = dir.resolve("cut.pftrace");
        try (OutputStream out = Files.newOutputStream(cut)) {
            TraceCut.run(whole(), range, selection, out, new ImportProgress());
        }
        return cut;
    }

    private static List<String> names(Path file, String sql) throws Exception {
        List<String> rows = new ArrayList<>();
        try (TraceStore store = CutComparison.open(file)) {
            new TraceRows(store).query(sql, cursor -> {
                while (cursor.next()) {
                    rows.add(cursor.getString(0));
                }
            });
        }
        return rows;
    }

    private static List<String> slices(Path file) throws Exception {
        return names(file, "SELECT name FROM slice ORDER BY name");
    }

    private static CutSelection processes(String... names) {
        return new CutSelection(List.of(names), Set.of(), Set.of());
    }

    private static CutSelection contents(Content... contents) {
        return new CutSelection(List.of(), Set.of(), Set.of(contents));
    }

    private static final String SCHED = "SELECT ts || ' ' || tid FROM sched JOIN thread USING (utid) ORDER BY ts";
    private static final String LOGS = "SELECT msg FROM android_logs ORDER BY ts";
    private static final String COUNTERS = "SELECT count(*) FROM counter";

    @Test
    void aProcessKeepsItsEventsAndThoseOfTheSystem() throws Exception {
        Path shop = cut(TraceCut.Range.ALL, processes("shop"));
        assertEquals(List.of("guard", "sell", "shelves"), slices(shop));
        assertEquals(names(whole(), SCHED), names(shop, SCHED));
        assertEquals(List.of("sold"), names(shop, LOGS));
        // Another process set the counter.
        assertEquals(List.of("1"), names(shop, COUNTERS));
        assertEquals(
                List.of("101"),
                names(shop, "SELECT tid FROM thread JOIN process USING (upid) WHERE pid = 100 AND tid != 100"));
    }

    @Test
    void processesAreFoundByPathNameAndPid() throws Exception {
        List<String> bank = List.of("pay", "safe");
        assertEquals(bank, slices(cut(TraceCut.Range.ALL, processes("/bin/bank"))));
        assertEquals(bank, slices(cut(TraceCut.Range.ALL, processes("bank"))));
        assertEquals(bank, slices(cut(TraceCut.Range.ALL, processes("200"))));
        assertEquals(slices(whole()), slices(cut(TraceCut.Range.ALL, processes("100", "bank"))));
    }

    @Test
    void aSelectionAppliesWithinARange() throws Exception {
        Path cut = cut(new TraceCut.Range(1350, 2013, true), processes("bank"));
        assertEquals(List.of("pay", "safe"), slices(cut));
        assertEquals(
                List.of("1350"), names(cut, "SELECT ts FROM slice WHERE name = 'pay'"), "starts before, ends inside");
    }

    @Test
    void aSequenceKeepsItsPacketsAndTheDescriptionsOfItsProcesses() throws Exception {
        Path cut = cut(TraceCut.Range.ALL, new CutSelection(List.of(), Set.of((long) BANK_SEQUENCE), Set.of()));
        assertEquals(List.of("guard", "safe"), slices(cut));
        assertEquals(List.of(), names(cut, SCHED));
        assertEquals(List.of("bank"), names(cut, "SELECT replace(name, '/bin/', '') FROM process WHERE pid = 200"));
    }

    @Test
    void contentIsSelectedByKind() throws Exception {
        Path sched = cut(TraceCut.Range.ALL, contents(Content.SCHED, Content.LOGS));
        assertEquals(List.of(), slices(sched));
        assertEquals(names(whole(), SCHED), names(sched, SCHED));
        assertEquals(List.of("sold", "paid"), names(sched, LOGS));
        Path marks = cut(TraceCut.Range.ALL, contents(Content.ATRACE));
        assertEquals(List.of("pay", "sell"), slices(marks));
        assertEquals(List.of(), names(marks, SCHED));
        assertEquals(
                List.of("guard", "safe", "shelves"), slices(cut(TraceCut.Range.ALL, contents(Content.TRACK_EVENTS))));
    }

    @Test
    void callsFromOtherProcessesAndUnknownThreadsOfAProcessAreKept() throws Exception {
        FtraceEventBundle.Builder bundle = packet(8).getFtraceEventsBuilder().setCpu(1);
        // Thread 102 is in no process tree.
        print(bundle, 4000, 102, "B|100|late");
        print(bundle, 4100, 102, "E");
        bundle.addEventBuilder()
                .setTimestamp(4200)
                .setPid(200)
                .getBinderTransactionBuilder()
                .setDebugId(7)
                .setToProc(100)
                .setFlags(1);
        bundle.addEventBuilder()
                .setTimestamp(4300)
                .setPid(101)
                .getBinderTransactionReceivedBuilder()
                .setDebugId(7);
        Path shop = cut(TraceCut.Range.ALL, processes("shop"));
        String slices = "SELECT name || ' ' || dur FROM slice WHERE ts >= 4000 ORDER BY ts";
        assertEquals(List.of("late 100", "binder transaction async 0", "binder async rcv 0"), names(whole(), slices));
        assertEquals(names(whole(), slices), names(shop, slices));
    }

    @Test
    void reportsSelectionsThatCannotBeCut() throws Exception {
        Path file = whole();
        var out = new ByteArrayOutputStream();
        ConvertProblem unknown = assertThrows(
                ConvertProblem.class,
                () -> TraceCut.run(file, TraceCut.Range.ALL, processes("cinema"), out, new ImportProgress()));
        assertEquals(
                "no process \"cinema\" in the trace; use a name from the process table, or a pid",
                unknown.getMessage());
        ConvertProblem noEvents = assertThrows(
                ConvertProblem.class,
                () -> TraceCut.run(file, TraceCut.Range.ALL, contents(Content.HEAPS), out, new ImportProgress()));
        assertEquals(file + " has no events in this selection", noEvents.getMessage());
        assertEquals(0, out.size());
        Path json = Files.writeString(
                dir.resolve("t.json"), "{\"traceEvents\":[{\"ph\":\"X\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1}]}");
        ConvertProblem format = assertThrows(
                ConvertProblem.class,
                () -> TraceCut.run(json, TraceCut.Range.ALL, processes("1"), out, new ImportProgress()));
        assertEquals(
                json + " is not a Perfetto trace; other formats can only be cut by time range", format.getMessage());
    }
}
