package traceglass.ingest.tracedat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.tracker.stats.ImportedStats;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class TraceDatImporterTest {

    private static final long MISSED = 1L << 31 | 1L << 30;

    private static Table events(TraceStorage s) {
        return s.table("__intrinsic_ftrace_event");
    }

    private static int eventCount(TraceStorage s) {
        return events(s).rowCount();
    }

    private static long[] times(TraceStorage s) {
        return IntStream.range(0, eventCount(s))
                .mapToLong(i -> events(s).longs("ts").get(i))
                .toArray();
    }

    private static TraceStorage read(byte[] file) throws Exception {
        assertTrue(new TraceDatImporter().sniff(file));
        return DamagedInputs.read(new TraceDatImporter(), file);
    }

    private static DatWriter writer() {
        return new DatWriter(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] switches(DatWriter w, long ts, int first, int count) {
        DatWriter events = new DatWriter(w == null ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        for (int i = 0; i < count; i++) {
            events.event(i == 0 ? 0 : 10, events.switchEvent(i == 0 ? 0 : first + i - 1, first + i));
        }
        return events.page(ts, 0, events.toBytes());
    }

    private static byte[] concat(byte[] a, byte[] b) {
        byte[] bytes = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, bytes, a.length, b.length);
        return bytes;
    }

    private static void checkTwoCpus(TraceStorage s, long offset) {
        long[] expected = {100, 105, 110, 115, 200, 210};
        assertEquals(
                Arrays.toString(Arrays.stream(expected).map(t -> t + offset).toArray()), Arrays.toString(times(s)));
        Table sched = s.table("__intrinsic_sched_slice");
        assertEquals(6, sched.rowCount());
        assertEquals(10, sched.longs("dur").get(0));
        assertEquals("S", s.strings().get(sched.strings("end_state").get(0)));
        assertEquals(100, sched.ints("priority").get(0));
        Table threads = s.table("__intrinsic_thread");
        assertTrue(IntStream.range(0, threads.rowCount())
                .anyMatch(i -> threads.longs("tid").get(i) == 7
                        && "t7".equals(s.strings().get(threads.strings("name").get(i)))));
    }

    private static List<byte[]> twoCpus(DatWriter order) {
        return List.of(concat(switches(order, 100, 7, 2), switches(order, 200, 20, 2)), switches(order, 105, 10, 2));
    }

    @Test
    void mergesTheCpusOfBothVersions() throws Exception {
        checkTwoCpus(read(writer().version6(twoCpus(null), null)), 1000);
        for (String codec : new String[] {"none", "zlib", "zstd"}) {
            checkTwoCpus(read(writer().version7(codec, twoCpus(null))), 0);
        }
    }

    @Test
    void readsRecordingsOfBigEndianMachines() throws Exception {
        DatWriter big = new DatWriter(ByteOrder.BIG_ENDIAN);
        checkTwoCpus(read(big.version6(twoCpus(big), null)), 1000);
        checkTwoCpus(read(new DatWriter(ByteOrder.BIG_ENDIAN).version7("zstd", twoCpus(big))), 0);
    }

    @Test
    void aThreadWhoseSwitchIsMissingEndsThePreviousOne() throws Exception {
        DatWriter w = writer();
        byte[] events = writer().event(0, w.switchEvent(0, 7))
                .event(10, w.otherEvent(7, 1))
                .event(10, w.otherEvent(9, 1))
                .event(10, w.switchEvent(9, 8))
                .toBytes();
        TraceStorage s = read(writer().version7("none", List.of(w.page(100, 0, events))));
        Table sched = s.table("__intrinsic_sched_slice");
        assertEquals(2, sched.rowCount());
        assertEquals(20, sched.longs("dur").get(0));
        assertEquals(130, sched.longs("ts").get(1));
        assertEquals(0, ImportedStats.stat(s, "mismatched_sched_switch_tids"));
        assertEquals(1, ImportedStats.stat(s, "sched_switch_unrecorded"));
    }

    @Test
    void readsTheBuffersOfInstances() throws Exception {
        DatWriter w = writer();
        byte[] demo = w.page(107, 0, writer().event(0, w.otherEvent(9, 5)).toBytes());
        TraceStorage s = read(writer().version6(twoCpus(null), demo));
        assertEquals(7, eventCount(s));
        assertEquals(1107, times(s)[2]);
        assertEquals("demo", s.strings().get(events(s).strings("name").get(2)));
    }

    @Test
    void followsTimeExtendsStampsAndPadding() throws Exception {
        DatWriter w = writer();
        byte[] other = w.otherEvent(9, 5);
        byte[] events = writer().event(1, other)
                .header(30, 3)
                .number(4, 2)
                .event(4, other)
                .header(31, 9)
                .number(4, 1L << 20)
                .event(0, other)
                .header(29, 6)
                .number(4, 8)
                .number(4, 0)
                // A separate length field, for events longer than 112 bytes.
                .header(0, 1)
                .number(4, 4 + other.length)
                .bytes(other)
                .header(29, 0)
                .event(50, other)
                .toBytes();
        long page = 1L << 59 | 100;
        TraceStorage s = read(writer().version6(List.of(w.page(page, 0, events)), null));
        long stamp = 1L << 59 | (1L << 20 + 27) + 9;
        assertEquals(
                List.of(page + 1, page + 1 + (2L << 27) + 3 + 4, stamp, stamp + 7),
                Arrays.stream(times(s)).map(t -> t - 1000).boxed().toList());
    }

    @Test
    void reportsMissedEventsAsALoss() throws Exception {
        DatWriter w = writer();
        byte[] first = w.page(100, 0, writer().event(0, w.otherEvent(9, 5)).toBytes());
        byte[] events = writer().event(0, w.otherEvent(9, 6)).toBytes();
        byte[] second = w.page(300, MISSED, events);
        System.arraycopy(writer().number(8, 42).toBytes(), 0, second, 16 + events.length, 8);
        TraceStorage s = read(writer().version6(List.of(concat(first, second)), null));
        Table losses = s.table("__intrinsic_data_loss");
        assertEquals(1, losses.rowCount());
        assertEquals(42, losses.longs("lost").get(0));
        assertEquals(1100, losses.longs("ts").get(0));
    }

    @Test
    void damagedCopiesYieldTheirValidPart() throws Exception {
        DamagedInputs.check(
                new TraceDatImporter(), writer().version6(twoCpus(null), null), TraceDatImporterTest::eventCount);
        for (String codec : new String[] {"none", "zlib", "zstd"}) {
            byte[] file = writer().version7(codec, twoCpus(null));
            DamagedInputs.check(new TraceDatImporter(), file, TraceDatImporterTest::eventCount);
        }
    }

    @Test
    void otherVersionsAreRefused() {
        byte[] file = writer().version6(List.of(), null);
        file[10] = '5';
        TraceProblem problem = assertThrows(TraceProblem.class, () -> DamagedInputs.read(new TraceDatImporter(), file));
        assertTrue(problem.getMessage().contains("version 5"), problem.getMessage());
    }

    @Test
    void aRecordingWithoutEventsIsEmpty() throws Exception {
        assertEquals(0, eventCount(read(writer().version6(List.of(new byte[0], new byte[0]), null))));
        assertEquals(0, eventCount(read(writer().version7("zstd", List.of(new byte[0])))));
    }

    @Test
    void theTextOfALatencyTraceIsRead() throws Exception {
        byte[] file = writer().version6(List.of(), null);
        byte[] text = ("latency  \0# tracer: nop\n"
                        + "#\n"
                        + "     task-9     [000] d..2   100.000005: sched_switch: prev_comm=task prev_pid=9 prev_prio=120"
                        + " prev_state=S ==> next_comm=b next_pid=7 next_prio=120\n")
                .getBytes(StandardCharsets.UTF_8);
        int tag = file.length - 10;
        TraceStorage s = read(concat(Arrays.copyOf(file, tag), text));
        assertEquals(1, s.table("__intrinsic_sched_slice").rowCount());
    }
}
