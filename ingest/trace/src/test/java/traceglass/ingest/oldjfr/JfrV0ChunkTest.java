package traceglass.ingest.oldjfr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.jfr.JfrImporter;
import traceglass.ingest.oldjfr.JfrV0Writer.Bytes;
import traceglass.ingest.oldjfr.JfrV0Writer.Producer;
import traceglass.store.table.IntColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;
import traceglass.store.testing.SharedData;

/// Imports chunks of version 0.
class JfrV0ChunkTest {

    private static final int SLEEP = 5;
    private static final int MONITOR = 7;
    private static final int ALLOCATION = 44;
    private static final int CPU_LOAD = 53;
    private static final int SAMPLE = 59;
    private static final int ORDER = 4200;
    private static final int SETTING = 4098;
    private static final int MAIN_TID = 4001;
    private static final int WORKER_TID = 4002;
    private static final long MS = 1_000_000;

    private static long ticks(int ms) {
        return JfrV0Writer.START_TICKS + ms * JfrV0Writer.TICKS_PER_SECOND / 1000;
    }

    private static void describe(JfrV0Writer writer) {
        Producer vm = writer.producer(JfrV0Writer.VM);
        int frames = vm.structure("method U8 32", "line INTEGER", "bci INTEGER", "type U1 47");
        vm.event(SLEEP, "java/thread_sleep", "Java Thread Sleep", "stc", "time LONG 3");
        vm.event(
                MONITOR,
                "java/monitor_enter",
                "Java Monitor Blocked",
                "stc",
                "klass U8 10",
                "previousOwner LONG 8",
                "address U8 6");
        vm.event(
                ALLOCATION,
                "java/object_alloc_in_new_TLAB",
                "Allocation in new TLAB",
                "tc",
                "class U8 10",
                "allocationSize U8 1",
                "tlabSize U8 1");
        vm.event(CPU_LOAD, "os/processor/cpu_load", "CPU Load", "", "jvmUser FLOAT 11", "machineTotal FLOAT 11");
        vm.event(
                SAMPLE,
                "vm/prof/execution_sample",
                "Method Profiling Sample",
                "",
                "sampledThread U4 7",
                "stackTrace U8 9",
                "state U2 34");
        describeConstants(vm, frames);
        describeOthers(writer);
    }

    private static void describeConstants(Producer vm, int frames) {
        vm.content(7, "Thread", JfrV0Kind.U4, "name UTF8");
        vm.content(8, "JavaThread", JfrV0Kind.U8, "thread U4 7", "allocInsideTla U8 1");
        vm.content(10, "Class", JfrV0Kind.U8, "loaderClass U8 10", "name U8 33", "modifiers SHORT");
        vm.content(32, "Method", JfrV0Kind.U8, "class U8 10", "name U8 33", "signature U8 33", "modifiers SHORT");
        vm.content(33, "UTFConstant", JfrV0Kind.U8, "utf8 UTF8");
        vm.content(34, "ThreadState", JfrV0Kind.U2, "name UTF8");
        vm.content(47, "FrameType", JfrV0Kind.U1, "desc UTF8");
        vm.content(9, "StackTrace", JfrV0Kind.U8, "truncated BOOLEAN", "frames STRUCT_ARRAY 0 " + frames);
    }

    private static void describeOthers(JfrV0Writer writer) {
        writer.producer(JfrV0Writer.INFO)
                .event(
                        SETTING,
                        "recordings/recording_setting",
                        "Recording Setting",
                        "",
                        "period LONG 3",
                        "threshold LONG 4",
                        "stacktrace BOOLEAN",
                        "enabled BOOLEAN",
                        "path STRING",
                        "name STRING",
                        "id INTEGER");
        Producer shop = writer.producer("http://example.com/shop/");
        shop.structure("number INTEGER", "weight FLOAT");
        shop.event(
                ORDER,
                "shop/order_received",
                "Order received",
                "st",
                "customer_name STRING",
                "item STRUCT 0 0",
                "codes ARRAY 0 " + JfrV0Kind.U2.ordinal(),
                "thread LONG 8");
    }

    private static void addConstants(JfrV0Writer writer) {
        writer.constants(out -> out.u4(7)
                .u4(2)
                .u4(MAIN_TID)
                .utf("main")
                .u4(WORKER_TID)
                .utf("worker")
                .u4(8)
                .u4(2)
                .u8(1)
                .u4(MAIN_TID)
                .u8(0)
                .u8(12)
                .u4(WORKER_TID)
                .u8(0)
                .u4(33)
                .u4(4)
                .u8(1)
                .utf("shop/Till")
                .u8(2)
                .utf("pay")
                .u8(3)
                .utf("()V")
                .u8(4)
                .utf("run"));
    }

    private static void addStacks(JfrV0Writer writer) {
        writer.constants(out -> out.u4(10)
                .u4(1)
                .u8(50)
                .u8(0)
                .u8(1)
                .u2(1)
                .u4(32)
                .u4(2)
                .u8(70)
                .u8(50)
                .u8(2)
                .u8(3)
                .u2(1)
                .u8(71)
                .u8(50)
                .u8(4)
                .u8(3)
                .u2(1)
                .u4(34)
                .u4(1)
                .u2(3)
                .utf("STATE_RUNNABLE")
                .u4(47)
                .u4(1)
                .u1(1)
                .utf("Interpreted")
                .u4(9)
                .u4(1)
                .u8(900)
                .u1(1)
                .u4(2)
                .u8(70)
                .u4(17)
                .u4(2)
                .u1(1)
                .u8(71)
                .u4(30)
                .u4(5)
                .u1(1));
    }

    private static byte[] chunk() {
        JfrV0Writer writer = new JfrV0Writer();
        describe(writer);
        // Constants follow the events that need them, as in real recordings.
        writer.event(SAMPLE, out -> out.u8(ticks(10)).u4(MAIN_TID).u8(900).u2(3));
        addConstants(writer);
        addStacks(writer);
        writer.event(
                SLEEP,
                out -> out.u8(ticks(25)).u8(ticks(20)).u4(WORKER_TID).u8(900).u8(5));
        writer.event(
                ORDER,
                out -> out.u8(ticks(30))
                        .u8(ticks(15))
                        .u4(WORKER_TID)
                        .chars("Zoë")
                        .u4(7)
                        .real(1.5f)
                        .u4(2)
                        .u2(65_535)
                        .u2(3)
                        .u8(1));
        writer.event(
                MONITOR,
                out -> out.u8(ticks(22))
                        .u8(ticks(21))
                        .u4(MAIN_TID)
                        .u8(900)
                        .u8(50)
                        .u8(12)
                        .u8(0x7000));
        writer.event(
                ALLOCATION,
                out -> out.u8(ticks(11)).u4(MAIN_TID).u8(900).u8(50).u8(24).u8(4096));
        writer.event(CPU_LOAD, out -> out.u8(ticks(12)).real(0.25f).real(0.5f));
        writer.event(
                SETTING,
                out -> out.u8(ticks(0))
                        .u8(20)
                        .u8(0)
                        .u1(1)
                        .u1(1)
                        .chars(JfrV0Writer.VM)
                        .chars("Method Profiling Sample")
                        .u4(SAMPLE));
        writer.event(2, out -> out.u8(ticks(40)).u4(MAIN_TID).u4(123));
        return writer.chunk();
    }

    private static Map<String, Integer> counts(TraceStorage storage, String table) {
        Map<String, Integer> counts = new TreeMap<>();
        IntColumn names = storage.table(table).strings("name");
        for (int i = 0; i < storage.table(table).rowCount(); i++) {
            counts.merge(String.valueOf(storage.strings().get(names.get(i))), 1, Integer::sum);
        }
        return counts;
    }

    private static int sliceCount(TraceStorage storage) {
        return storage.table("__intrinsic_slice").rowCount();
    }

    private static String arg(TraceStorage storage, String key) {
        Table args = storage.table("__intrinsic_args");
        for (int i = 0; i < args.rowCount(); i++) {
            if (key.equals(storage.strings().get(args.strings("key").get(i)))) {
                String text = storage.strings().get(args.strings("string_value").get(i));
                return text != null
                        ? text
                        : String.valueOf(args.longs("int_value").get(i));
            }
        }
        return "missing";
    }

    @Test
    void eventsGetTheNamesTimesAndThreadsOfNewerVersions() throws Exception {
        TraceStorage storage = DamagedInputs.read(new JfrImporter(), chunk());
        assertEquals(
                Map.of("ThreadSleep", 1, "Order received", 1, "JavaMonitorEnter", 1),
                counts(storage, "__intrinsic_slice"));
        Table slices = storage.table("__intrinsic_slice");
        assertEquals(JfrV0Writer.START_MS * MS + 15 * MS, slices.longs("ts").get(0));
        assertEquals(15 * MS, slices.longs("dur").get(0));
        assertEquals(5 * MS, slices.longs("dur").get(1));
        assertEquals(1, slices.ints("depth").get(1), "the sleep is within the order");
        Map<String, Integer> threads = counts(storage, "__intrinsic_thread");
        assertTrue(threads.keySet().containsAll(List.of("main", "worker")), threads.toString());
        assertEquals(123, stat(storage, "jfr_data_loss"));
        assertEquals(0, stat(storage, "jfr_invalid_event") + stat(storage, "jfr_unknown_event"));
    }

    @Test
    void fieldsBecomeArguments() throws Exception {
        TraceStorage storage = DamagedInputs.read(new JfrImporter(), chunk());
        assertEquals("Zoë", arg(storage, "data.customerName"));
        assertEquals("7", arg(storage, "data.item.number"));
        assertEquals("65535", arg(storage, "data.codes[0]"));
        assertEquals("main", arg(storage, "data.thread"));
        assertEquals("shop.Till", arg(storage, "data.monitorClass"));
        assertEquals(String.valueOf(5 * MS), arg(storage, "data.time"));
    }

    @Test
    void samplesAllocationsAndCountersAreRead() throws Exception {
        TraceStorage storage = DamagedInputs.read(new JfrImporter(), chunk());
        Map<String, Integer> frames = counts(storage, "__intrinsic_stack_profile_frame");
        assertTrue(frames.keySet().containsAll(List.of("shop.Till.pay", "shop.Till.run")), frames.toString());
        // An execution sample, an allocation and a wait for a monitor.
        assertEquals(3, storage.table("__intrinsic_profiler_sample").rowCount());
        assertEquals(1, storage.table("__intrinsic_flow").rowCount());
        Map<String, Integer> tracks = counts(storage, "__intrinsic_track");
        assertTrue(
                tracks.keySet().containsAll(List.of("JVM user", "Machine total", "Allocated bytes")),
                tracks.toString());
        Map<String, Integer> metadata = counts(storage, "__intrinsic_metadata");
        assertTrue(metadata.containsKey("jfr.setting.jdk.ExecutionSample.period"), metadata.toString());
    }

    @Test
    void aChunkWithoutItsEndUsesTheTypesOfThePreviousChunk() throws Exception {
        byte[] chunk = chunk();
        int body = (int) ByteBuffer.wrap(chunk).getLong(8);
        byte[] both = Arrays.copyOf(chunk, chunk.length + body);
        System.arraycopy(chunk, 0, both, chunk.length, body);
        TraceStorage storage = DamagedInputs.read(new JfrImporter(), both);
        assertEquals(6, sliceCount(storage));
        assertEquals(1, stat(storage, "jfr_chunk_without_metadata"));

        byte[] twice = Arrays.copyOf(chunk, 2 * chunk.length);
        System.arraycopy(chunk, 0, twice, chunk.length, chunk.length);
        twice[8] = 0x7f;
        assertEquals(3, sliceCount(DamagedInputs.read(new JfrImporter(), twice)));
    }

    @Test
    void aLargeChunkIsConvertedInParts() throws Exception {
        JfrV0Writer writer = new JfrV0Writer();
        describe(writer);
        addConstants(writer);
        addStacks(writer);
        String large = "x".repeat(1 << 20);
        for (int i = 0; i < 20; i++) {
            int ms = 10 * i;
            writer.event(
                    ORDER,
                    out -> out.u8(ticks(ms + 9))
                            .u8(ticks(ms))
                            .u4(WORKER_TID)
                            .chars(large)
                            .u4(7)
                            .real(1.5f)
                            .u4(0)
                            .u8(1));
            writer.event(SAMPLE, out -> out.u8(ticks(ms)).u4(MAIN_TID).u8(900).u2(3));
        }
        TraceStorage storage = DamagedInputs.read(new JfrImporter(), writer.chunk());
        assertEquals(20, sliceCount(storage));
        assertEquals(20, storage.table("__intrinsic_profiler_sample").rowCount());
        assertEquals(2, storage.table("__intrinsic_stack_profile_callsite").rowCount());
        assertEquals("main", arg(storage, "data.thread"));
    }

    @Test
    void damagedTypesAreReportedAndDoNotCauseEndlessLoops() throws Exception {
        JfrV0Writer writer = new JfrV0Writer();
        Producer vm = writer.producer(JfrV0Writer.VM);
        vm.structure("self STRUCT 0 0");
        vm.event(SLEEP, "java/thread_sleep", "Java Thread Sleep", "", "again STRUCT 0 0");
        writer.event(SLEEP, out -> out.u8(ticks(1)));
        assertEquals(1, stat(DamagedInputs.read(new JfrImporter(), writer.chunk()), "jfr_invalid_metadata"));

        JfrV0Writer huge = new JfrV0Writer();
        huge.producer(JfrV0Writer.VM)
                .event(SLEEP, "java/thread_sleep", "Java Thread Sleep", "", "codes ARRAY 0 " + JfrV0Kind.U8.ordinal());
        huge.event(SLEEP, out -> out.u8(ticks(1)).u4(Integer.MAX_VALUE));
        huge.event(SLEEP, out -> out.u8(ticks(1)).u4(1).u8(9));
        huge.event(99, Bytes::toBytes);
        TraceStorage storage = DamagedInputs.read(new JfrImporter(), huge.chunk());
        assertEquals(1, sliceCount(storage));
        assertEquals(1, stat(storage, "jfr_invalid_event"));
        assertEquals(1, stat(storage, "jfr_unknown_event"));
    }

    @Test
    void survivesTruncationAndFlippedBits() {
        byte[] chunk = chunk();
        DamagedInputs.checkTruncated(new JfrImporter(), chunk, (storage, fiftieths) -> {});
        DamagedInputs.checkFlipped(new JfrImporter(), chunk);
    }

    @Test
    void readsARecordingOfJdk8() throws Exception {
        Path file = SharedData.file("traces/other/jmc-8u20-v0.jfr");
        byte[] bytes;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            bytes = in.readAllBytes();
        }
        TraceStorage storage = DamagedInputs.read(new JfrImporter(), bytes);
        assertEquals(
                Map.of("CPUTimeStampCounter", 1, "JavaMonitorWait", 108, "SocketRead", 19),
                counts(storage, "__intrinsic_slice"));
        assertEquals(153, storage.table("__intrinsic_counter").rowCount());
        assertEquals(3, storage.table("__intrinsic_profiler_sample").rowCount());
        assertEquals(0, stat(storage, "jfr_unknown_event") + stat(storage, "jfr_invalid_event"));
        DamagedInputs.checkTruncated(new JfrImporter(), bytes, (cut, fiftieths) -> {});
    }
}
