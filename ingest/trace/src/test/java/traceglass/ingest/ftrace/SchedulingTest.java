package traceglass.ingest.ftrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceFileReader;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.SchedSwitchFtraceEvent;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class SchedulingTest {

    private record Switch(long ts, int prev, long prevState, int next, int prio) {}

    @TempDir
    Path dir;

    private static String comm(int tid) {
        return tid == 0 ? "swapper" : "task" + tid;
    }

    /// Returns switches of one CPU, each continuing from the previous one.
    private static List<Switch> switches(Random random, int cpu) {
        List<Switch> switches = new ArrayList<>();
        long ts = 1000 + random.nextInt(50);
        int running = 0;
        for (int i = 0; i < 300; i++) {
            ts += 1 + random.nextInt(100);
            int next = random.nextInt(4) == 0 ? 0 : 10 * (cpu + 1) + random.nextInt(5);
            switches.add(new Switch(ts, running, random.nextBoolean() ? 1 : 2, next, 100 + random.nextInt(40)));
            running = next;
        }
        return switches;
    }

    private static FtraceEventBundle full(int cpu, List<Switch> switches) {
        FtraceEventBundle.Builder bundle = FtraceEventBundle.newBuilder().setCpu(cpu);
        for (Switch s : switches) {
            bundle.addEvent(FtraceEvent.newBuilder()
                    .setTimestamp(s.ts())
                    .setPid(s.prev())
                    .setSchedSwitch(SchedSwitchFtraceEvent.newBuilder()
                            .setPrevComm(comm(s.prev()))
                            .setPrevPid(s.prev())
                            .setPrevState(s.prevState())
                            .setNextComm(comm(s.next()))
                            .setNextPid(s.next())
                            .setNextPrio(s.prio())));
        }
        return bundle.build();
    }

    private static FtraceEventBundle compact(int cpu, List<Switch> switches) {
        FtraceEventBundle.CompactSched.Builder c = FtraceEventBundle.CompactSched.newBuilder();
        long before = 0;
        List<String> comms = new ArrayList<>();
        for (Switch s : switches) {
            String comm = comm(s.next());
            if (!comms.contains(comm)) {
                comms.add(comm);
                c.addInternTable(comm);
            }
            c.addSwitchTimestamp(s.ts() - before)
                    .addSwitchPrevState(s.prevState())
                    .addSwitchNextPid(s.next())
                    .addSwitchNextPrio(s.prio())
                    .addSwitchNextCommIndex(comms.indexOf(comm));
            before = s.ts();
        }
        return FtraceEventBundle.newBuilder().setCpu(cpu).setCompactSched(c).build();
    }

    private TraceStorage read(String name, List<FtraceEventBundle> bundles) throws Exception {
        Trace.Builder trace = Trace.newBuilder();
        for (FtraceEventBundle b : bundles) {
            trace.addPacket(
                    TracePacket.newBuilder().setTrustedPacketSequenceId(1).setFtraceEvents(b));
        }
        Path file = Files.write(dir.resolve(name), trace.build().toByteArray());
        TraceStorage storage = new TraceStorage();
        TraceFileReader.readAll(file, storage, new ImportProgress());
        return storage;
    }

    private static List<String> slices(TraceStorage storage) {
        Table t = storage.table("__intrinsic_sched_slice");
        Table threads = storage.table("__intrinsic_thread");
        StringPool strings = storage.strings();
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < t.rowCount(); i++) {
            int utid = t.ints("utid").get(i);
            rows.add(t.longs("ts").get(i) + "+" + t.longs("dur").get(i) + " cpu "
                    + t.ints("ucpu").get(i) + " " + threads.longs("tid").get(utid)
                    + " " + strings.get(threads.strings("name").get(utid)) + " "
                    + strings.get(t.strings("end_state").get(i)) + " "
                    + t.ints("priority").get(i));
        }
        return rows;
    }

    @Test
    void compactEventsEqualFullOnesExceptTheFirstPerCpu() throws Exception {
        Random random = new Random(8);
        List<FtraceEventBundle> full = new ArrayList<>();
        List<FtraceEventBundle> compact = new ArrayList<>();
        List<Long> first = new ArrayList<>();
        for (int cpu = 0; cpu < 3; cpu++) {
            List<Switch> switches = switches(random, cpu);
            first.add(switches.getFirst().ts());
            for (int from = 0; from < switches.size(); from += 70) {
                List<Switch> part = switches.subList(from, Math.min(switches.size(), from + 70));
                full.add(full(cpu, part));
                compact.add(compact(cpu, part));
            }
        }
        TraceStorage fullTrace = read("full", full);
        TraceStorage compactTrace = read("compact", compact);
        List<String> expected = new ArrayList<>(slices(fullTrace));
        assertEquals(900, expected.size());
        for (int cpu = 0; cpu < 3; cpu++) {
            String start = first.get(cpu) + "+";
            String cpuText = " cpu " + cpu + " ";
            assertTrue(expected.removeIf(r -> r.startsWith(start) && r.contains(cpuText)));
        }
        assertEquals(expected, slices(compactTrace));
        assertEquals(900, fullTrace.table("__intrinsic_ftrace_event").rowCount());
        assertEquals(897, compactTrace.table("__intrinsic_ftrace_event").rowCount());
    }

    @Test
    void countsLossesAndDamageAndKeepsTheRest() throws Exception {
        List<Switch> switches = switches(new Random(1), 0);
        FtraceEventBundle cut =
                compact(0, switches).toBuilder().setLostEvents(true).build();
        cut = cut.toBuilder()
                .setCompactSched(cut.getCompactSched().toBuilder()
                        .clearSwitchNextPrio()
                        .addAllSwitchNextPrio(
                                cut.getCompactSched().getSwitchNextPrioList().subList(0, 100)))
                .build();
        FtraceEventBundle noTime = FtraceEventBundle.newBuilder()
                .setCpu(1)
                .addEvent(FtraceEvent.newBuilder().setPid(3))
                .build();
        FtraceEventBundle noCpu =
                FtraceEventBundle.newBuilder().setLostEvents(true).build();
        TraceStorage storage = read("damaged", List.of(cut, noTime, noCpu));
        assertEquals(99, slices(storage).size());
        assertEquals(1, stat(storage, "compact_sched_has_parse_errors"));
        assertEquals(1, stat(storage, "compact_sched_switch_skipped"));
        assertEquals(1, stat(storage, "ftrace_cpu_has_data_loss"));
        assertEquals(2, stat(storage, "ftrace_bundle_tokenizer_errors"));
    }

    @Test
    void countsAColumnThatEndsWithinAValue() throws Exception {
        FtraceEventBundle bundle = compact(0, switches(new Random(1), 0));
        UnknownFieldSet.Field truncated = UnknownFieldSet.Field.newBuilder()
                .addLengthDelimited(ByteString.copyFrom(new byte[] {(byte) 0x80}))
                .build();
        FtraceEventBundle.CompactSched columns = bundle.getCompactSched().toBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(FtraceEventBundle.CompactSched.SWITCH_NEXT_PRIO_FIELD_NUMBER, truncated)
                        .build())
                .build();
        TraceStorage storage = read(
                "truncated", List.of(bundle.toBuilder().setCompactSched(columns).build()));
        assertEquals(299, slices(storage).size());
        assertEquals(1, stat(storage, "compact_sched_has_parse_errors"));
    }

    @Test
    void readsTheLastOfSeveralCompactPartsOfABundle() throws Exception {
        FtraceEventBundle first = compact(0, switches(new Random(1), 0));
        FtraceEventBundle last = compact(0, switches(new Random(2), 0));
        UnknownFieldSet.Field both = UnknownFieldSet.Field.newBuilder()
                .addLengthDelimited(first.getCompactSched().toByteString())
                .addLengthDelimited(last.getCompactSched().toByteString())
                .build();
        FtraceEventBundle bundle = FtraceEventBundle.newBuilder()
                .setCpu(0)
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(FtraceEventBundle.COMPACT_SCHED_FIELD_NUMBER, both)
                        .build())
                .build();
        assertEquals(slices(read("last", List.of(last))), slices(read("both", List.of(bundle))));
    }
}
