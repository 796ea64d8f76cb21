package traceglass.ingest.perf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.protos.foreign.simpleperf.FileFeature;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class PerfImporterTest {

    private static final long CODE = 0x400000;
    private static final long KERNEL = 0xffffffff81000000L;

    @TempDir
    Path folder;

    /// A recording with one event and two samples, the second one first.
    private static PerfDataWriter small(ByteOrder order) {
        PerfDataWriter w = new PerfDataWriter(order);
        w.attr(
                EventAttr.SOFTWARE,
                0,
                PerfDataWriter.IP_TID_TIME_CPU_PERIOD_CHAIN,
                0,
                new long[] {7},
                PerfDataWriter.SAMPLE_ID_ALL,
                PerfDataWriter.USE_CLOCK_ID);
        w.comm(10, 10, "demo", 0, 0, 0);
        w.mmap(RecordTypes.MODE_KERNEL, -1, KERNEL, 0x1000000, KERNEL, "[kernel.kallsyms]_text", 0, 0, 0);
        w.mmap(RecordTypes.MODE_USER, 10, CODE, 0x1000, 0x2000, "/bin/demo", 0, 0, 0);
        w.sample(RecordTypes.MODE_USER, 10, 11, 2000, 1, -512, CODE + 0x10, CODE + 0x20);
        w.sample(RecordTypes.MODE_KERNEL, 10, 10, 1000, 0, -128, KERNEL + 0x40, -512, CODE + 0x21);
        w.feature(4, w.bytes().string("6.1.0"));
        w.feature(11, w.bytes().u32(3).string("perf").string("record").string("demo"));
        w.feature(2, w.bytes().raw(buildId(w, 10, "/bin/demo")));
        return w;
    }

    private static byte[] buildId(PerfDataWriter w, int pid, String file) {
        byte[] id = new byte[20];
        Arrays.fill(id, 0, 16, (byte) 0xab);
        byte[] body = w.bytes().u32(pid).raw(id).u32(0).text(file).bytes();
        return w.bytes().u32(0).u16(0, body.length + 8).raw(body).bytes();
    }

    private static TraceStorage read(byte[] bytes) throws Exception {
        return read(new TraceInput("test", new ByteArrayInputStream(bytes), new ImportProgress()));
    }

    private TraceStorage readFile(byte[] bytes) throws Exception {
        Path file = folder.resolve("perf.data");
        Files.write(file, bytes);
        return read(new TraceInput("test", Files.newInputStream(file), new ImportProgress(), file));
    }

    private static TraceStorage read(TraceInput input) throws Exception {
        try (input) {
            TraceStorage storage = new TraceStorage();
            ImportSession session = new ImportSession(storage, input.progress());
            new PerfImporter().read(input, session.context(0, 0));
            session.finish();
            return storage;
        }
    }

    /// Returns the samples as `time mode frame;frame`, with the innermost frame last.
    private static List<String> samples(TraceStorage s) {
        Table samples = s.table("__intrinsic_profiler_sample");
        Table executions = s.table("__intrinsic_profiler_execution_context");
        Table sites = s.table("__intrinsic_stack_profile_callsite");
        List<String> all = new ArrayList<>();
        for (int row = 0; row < samples.rowCount(); row++) {
            List<String> frames = new ArrayList<>();
            int site = samples.ints("callsite_id").get(row);
            while (site >= 0) {
                frames.addFirst(frame(s, sites.ints("frame_id").get(site)));
                site = sites.ints("parent_id").isNull(site)
                        ? -1
                        : sites.ints("parent_id").get(site);
            }
            int mode = executions
                    .strings("cpu_mode")
                    .get(samples.ints("execution_context_id").get(row));
            all.add(samples.longs("ts").get(row) + " " + s.strings().get(mode) + " " + String.join(";", frames));
        }
        return all;
    }

    private static String frame(TraceStorage s, int row) {
        Table frames = s.table("__intrinsic_stack_profile_frame");
        Table mappings = s.table("__intrinsic_stack_profile_mapping");
        String name = s.strings().get(frames.strings("name").get(row));
        String mapping = s.strings()
                .get(mappings.strings("name").get(frames.ints("mapping").get(row)));
        return mapping + "+" + Long.toHexString(frames.longs("rel_pc").get(row)) + (name.isEmpty() ? "" : "=" + name);
    }

    private static final List<String> EXPECTED =
            List.of("1000 kernel /bin/demo+2020;[kernel.kallsyms]_text+40", "2000 user /bin/demo+201f;/bin/demo+2010");

    @Test
    void readsFilesOfBothByteOrdersFromStreamsAndFiles() throws Exception {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            byte[] file = small(order).file();
            assertTrue(new PerfImporter().sniff(file));
            for (TraceStorage s : new TraceStorage[] {read(file), readFile(file)}) {
                assertEquals(EXPECTED, samples(s));
                assertEquals(0, stat(s, "perf_truncated"));
                assertEquals(
                        "perf record demo",
                        s.strings()
                                .get(s.table("__intrinsic_profiler_session")
                                        .strings("cmdline")
                                        .get(0)));
                Table mappings = s.table("__intrinsic_stack_profile_mapping");
                assertEquals(
                        "ab".repeat(16),
                        s.strings().get(mappings.strings("build_id").get(1)));
            }
        }
    }

    @Test
    void readsPipes() throws Exception {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            TraceStorage s = read(small(order).pipe());
            assertEquals(EXPECTED, samples(s));
            assertEquals(0, stat(s, "perf_truncated"));
        }
    }

    @Test
    void readsRecordsThatStraddleCompressedOnes() throws Exception {
        for (int type : new int[] {RecordTypes.COMPRESSED, RecordTypes.COMPRESSED2}) {
            PerfDataWriter plain = small(ByteOrder.LITTLE_ENDIAN);
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (ZstdOutputStream zstd = new ZstdOutputStream(packed)) {
                zstd.write(plain.records());
            }
            PerfDataWriter w = new PerfDataWriter(ByteOrder.LITTLE_ENDIAN);
            w.attr(
                    EventAttr.SOFTWARE,
                    0,
                    PerfDataWriter.IP_TID_TIME_CPU_PERIOD_CHAIN,
                    0,
                    new long[] {7},
                    PerfDataWriter.SAMPLE_ID_ALL);
            byte[] bytes = packed.toByteArray();
            for (int offset = 0; offset < bytes.length; offset += 50) {
                byte[] part = Arrays.copyOfRange(bytes, offset, Math.min(offset + 50, bytes.length));
                w.record(
                        type,
                        0,
                        type == RecordTypes.COMPRESSED
                                ? w.bytes().raw(part)
                                : w.bytes().u64(part.length).raw(part).raw(new byte[-part.length & 7]));
            }
            TraceStorage s = read(w.file());
            assertEquals(EXPECTED, samples(s));
            assertEquals(0, stat(s, "perf_truncated"));
        }
    }

    @Test
    void namesAndCountsTheDataOfTracingUnits() throws Exception {
        PerfDataWriter w = small(ByteOrder.LITTLE_ENDIAN);
        w.record(RecordTypes.AUXTRACE_INFO, 0, w.bytes().u32(4, 0).u64(1));
        w.record(RecordTypes.AUXTRACE, 0, w.bytes().u64(16, 0, 0).u32(0, 10, 0, 0));
        w.raw(new byte[16]);
        w.comm(10, 10, "after");
        TraceStorage s = read(w.pipe());
        assertEquals(0, stat(s, "perf_truncated"));
        assertEquals(1, stat(s, "perf_aux_ignored"));
        assertEquals("Arm SPE", metadata(s, "hardware_trace"));
        assertEquals("16", metadata(s, "hardware_trace_bytes"));
    }

    @Test
    void countsBranchRecords() throws Exception {
        PerfDataWriter w = new PerfDataWriter(ByteOrder.LITTLE_ENDIAN);
        long fields = EventAttr.IP | EventAttr.TID | EventAttr.TIME | EventAttr.BRANCH_STACK;
        w.attr(EventAttr.SOFTWARE, 0, fields, 0, new long[] {7});
        long[] branches = {CODE + 1, CODE + 2, 0, CODE + 3, CODE + 4, 0};
        PerfDataWriter.Bytes sample =
                w.bytes().u64(CODE).u32(10, 11).u64(1500, 2).u64(branches);
        w.record(RecordTypes.SAMPLE, RecordTypes.MODE_USER, sample);
        TraceStorage s = read(w.file());
        assertEquals("2", metadata(s, "branch_records"));
        assertEquals(1, s.table("__intrinsic_profiler_sample").rowCount());
    }

    private static String metadata(TraceStorage s, String key) {
        Table metadata = s.table("__intrinsic_metadata");
        for (int i = 0; i < metadata.rowCount(); i++) {
            if (s.strings().get(metadata.strings("name").get(i)).equals(key)) {
                String text = s.strings().get(metadata.strings("str_value").get(i));
                return text == null ? "" + metadata.longs("int_value").get(i) : text;
            }
        }
        return null;
    }

    @Test
    void readsAllFilesOfAFolder() throws Exception {
        PerfDataWriter w = small(ByteOrder.LITTLE_ENDIAN);
        w.feature(24, w.bytes().u64(1));
        PerfDataWriter more = new PerfDataWriter(ByteOrder.LITTLE_ENDIAN);
        more.sample(RecordTypes.MODE_USER, 10, 11, 1500, 1, -512, CODE + 0x30);
        Files.write(folder.resolve("data"), w.file());
        Files.write(folder.resolve("data.0"), more.records());
        Path main = new PerfImporter().mainFile(folder);
        TraceStorage s = read(new TraceInput("test", Files.newInputStream(main), new ImportProgress(), main));
        assertEquals(List.of(EXPECTED.get(0), "1500 user /bin/demo+2030", EXPECTED.get(1)), samples(s));
        Files.delete(folder.resolve("data"));
        assertEquals(null, new PerfImporter().mainFile(folder));
    }

    @Test
    void attributesSamplesToTheirEventAndCountsGroups() throws Exception {
        PerfDataWriter w = new PerfDataWriter(ByteOrder.LITTLE_ENDIAN);
        long type = EventAttr.IDENTIFIER | EventAttr.IP | EventAttr.TID | EventAttr.TIME | EventAttr.READ;
        long group = EventAttr.READ_GROUP | EventAttr.READ_ID;
        w.attr(EventAttr.HARDWARE, 0, type, group, new long[] {5});
        w.attr(EventAttr.HARDWARE, 1, type, group, new long[] {6});
        w.record(
                RecordTypes.SAMPLE,
                RecordTypes.MODE_USER,
                w.bytes().u64(6, 0x10).u32(1, 1).u64(100, 2, 11, 5, 22, 6));
        w.record(
                RecordTypes.SAMPLE,
                RecordTypes.MODE_USER,
                w.bytes().u64(9, 0x10).u32(1, 1).u64(200, 0));
        TraceStorage s = read(w.file());
        assertEquals(1, s.table("__intrinsic_profiler_sample").rowCount());
        assertEquals(
                1, s.table("__intrinsic_profiler_sample").ints("session_id").get(0));
        Table counters = s.table("__intrinsic_counter");
        assertArrayEquals(new double[] {11, 22}, new double[] {
            counters.doubles("value").get(0), counters.doubles("value").get(1)
        });
        Table tracks = s.table("__intrinsic_track");
        assertEquals("cycles", s.strings().get(tracks.strings("name").get(0)));
        assertEquals("instructions", s.strings().get(tracks.strings("name").get(1)));
        assertEquals(1, stat(s, "perf_record_skipped"), "the sample with an unknown id");
    }

    @Test
    void addsLifetimesLossesSwitchesAndKernelSymbols() throws Exception {
        PerfDataWriter w = small(ByteOrder.LITTLE_ENDIAN);
        w.record(
                RecordTypes.FORK,
                0,
                w.bytes().u32(12, 10, 12, 10).u64(1100).u32(10, 10).u64(1100, 0));
        w.sample(RecordTypes.MODE_KERNEL, 12, 12, 1200, 0, -128, KERNEL + 0x2000000);
        w.record(
                RecordTypes.KSYMBOL,
                0,
                w.bytes()
                        .u64(KERNEL + 0x2000000)
                        .u32(64)
                        .u16(1, 0)
                        .text("bpf_prog")
                        .u32(0, 0)
                        .u64(1, 0));
        w.record(
                RecordTypes.EXIT,
                0,
                w.bytes().u32(12, 10, 12, 10).u64(1300).u32(12, 12).u64(1300, 0));
        w.record(RecordTypes.LOST, 0, w.bytes().u64(7, 5).u32(10, 10).u64(1400, 1));
        w.record(RecordTypes.SWITCH, 0, w.bytes().u32(10, 10).u64(1500, 1));
        w.record(
                RecordTypes.SWITCH,
                RecordTypes.MISC_SWITCH_OUT,
                w.bytes().u32(10, 10).u64(1600, 1));
        TraceStorage s = read(w.file());
        assertTrue(
                samples(s).contains("1200 kernel +ffffffff83000000=bpf_prog"),
                samples(s).toString());
        Table processes = s.table("__intrinsic_process");
        int child = processes.rowCount() - 1;
        assertEquals(12, processes.longs("pid").get(child));
        assertEquals(1100, processes.longs("start_ts").get(child));
        assertEquals(1300, processes.longs("end_ts").get(child));
        assertEquals("demo", s.strings().get(processes.strings("name").get(child)));
        assertEquals(5, stat(s, "perf_samples_skipped_dataloss"));
        Table sched = s.table("__intrinsic_sched_slice");
        assertEquals(1, sched.rowCount());
        assertEquals(100, sched.longs("dur").get(0));
        assertEquals("S", s.strings().get(sched.strings("end_state").get(0)));
    }

    @Test
    void namesCompiledFunctionsFromFilesNextToTheTrace() throws Exception {
        PerfDataWriter w = small(ByteOrder.LITTLE_ENDIAN);
        w.sample(RecordTypes.MODE_USER, 10, 11, 3000, 1, -512, 0x7000_0010L, 0x7000_0111L);
        Files.writeString(folder.resolve("perf-10.map"), "70000000 20 interpret()\nnot a line\n");
        PerfDataWriter dump = new PerfDataWriter(ByteOrder.LITTLE_ENDIAN);
        byte[] code = dump.bytes()
                .u32(10, 11)
                .u64(0x7000_0100L, 0x7000_0100L, 0x20, 1)
                .text("compiled")
                .bytes();
        byte[] jit = dump.bytes()
                .u32(0x4A695444, 1, 40, 62, 0, 10)
                .u64(0, 0)
                .u32(0, 16 + code.length)
                .u64(0)
                .raw(code)
                .bytes();
        Files.write(folder.resolve("jit-10.dump"), jit);
        assertEquals(
                "3000 user +70000110=compiled;+70000010=interpret()",
                samples(readFile(w.file())).get(2));
    }

    @Test
    void namesFunctionsFromTheSymbolsOfSimpleperf() throws Exception {
        PerfDataWriter w = small(ByteOrder.LITTLE_ENDIAN);
        FileFeature.Builder demo = FileFeature.newBuilder()
                .setPath("/bin/demo")
                .setType(FileFeature.DsoType.DSO_ELF_FILE)
                .setMinVaddr(0x12000)
                .setElfFile(FileFeature.ElfFile.newBuilder().setFileOffsetOfMinVaddr(0x2000));
        demo.addSymbolBuilder().setVaddr(0x12000).setLen(0x1c).setName("inner");
        demo.addSymbolBuilder().setVaddr(0x1201c).setLen(0x20).setName("outer");
        FileFeature.Builder kernel = FileFeature.newBuilder().setType(FileFeature.DsoType.DSO_KERNEL);
        kernel.addSymbolBuilder().setVaddr(KERNEL).setLen(0x100).setName("do_idle");
        PerfDataWriter.Bytes files = w.bytes();
        for (FileFeature.Builder f : List.of(demo, kernel)) {
            byte[] message = f.build().toByteArray();
            files.u32(message.length).raw(message);
        }
        w.feature(132, files);
        w.feature(129, w.bytes().raw("event_type_info\0cpu-cycles,1,0\0".getBytes(StandardCharsets.US_ASCII)));
        for (TraceStorage s : new TraceStorage[] {read(w.file()), readFile(w.file())}) {
            assertEquals(
                    List.of(
                            "1000 kernel /bin/demo+2021=outer;[kernel.kallsyms]_text+40=do_idle",
                            "2000 user /bin/demo+2020=outer;/bin/demo+2010=inner"),
                    samples(s));
            Table tracks = s.table("__intrinsic_track");
            assertEquals("cpu-cycles", s.strings().get(tracks.strings("name").get(0)));
        }
    }

    @Test
    void keepsWholeRecordsOfTruncatedFiles() throws Exception {
        byte[] file = small(ByteOrder.LITTLE_ENDIAN).file();
        int last = -1;
        for (int part = 0; part <= 50; part++) {
            byte[] truncated = Arrays.copyOf(file, file.length * part / 50);
            try {
                TraceStorage s = readFile(truncated);
                int count = samples(s).size();
                assertTrue(count >= last);
                last = count;
                assertEquals(part < 50 ? 1 : 0, stat(s, "perf_truncated"), "part " + part);
            } catch (TraceProblem e) {
                assertTrue(last <= 0, "part " + part + ": " + e.getMessage());
            }
        }
        assertEquals(2, last);
    }

    @Test
    void readsInterruptedRecordingsWithoutSizeOfTheirData() throws Exception {
        PerfDataWriter w = small(ByteOrder.LITTLE_ENDIAN);
        byte[] file = w.file(0);
        int data = file.length - 4 * 16;
        assertTrue(data > 0);
        assertEquals(2, samples(readFile(file)).size());
    }

    @Test
    void survivesDamage() throws Exception {
        byte[][] files = {
            small(ByteOrder.LITTLE_ENDIAN).file(),
            small(ByteOrder.BIG_ENDIAN).file(),
            small(ByteOrder.LITTLE_ENDIAN).pipe()
        };
        Random random = new Random(11);
        int read = 0;
        for (int round = 0; round < 600; round++) {
            byte[] bytes = files[round % files.length].clone();
            for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
                bytes[8 + random.nextInt(bytes.length - 8)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                read += samples(round % 2 == 0 ? read(bytes) : readFile(bytes)).size();
            } catch (TraceProblem e) {
                assertTrue(e.getMessage().startsWith("test"), e.getMessage());
            }
        }
        assertTrue(read > 400, read + " samples");
    }

    @Test
    void rejectsFilesWithoutEvents() {
        byte[] magic = "PERFILE2".getBytes(StandardCharsets.US_ASCII);
        assertThrows(TraceProblem.class, () -> read(magic));
        assertThrows(TraceProblem.class, () -> read(Arrays.copyOf(magic, 200)));
        assertThrows(TraceProblem.class, () -> read(new PerfDataWriter(ByteOrder.LITTLE_ENDIAN).file()));
        assertThrows(TraceProblem.class, () -> read(new PerfDataWriter(ByteOrder.LITTLE_ENDIAN).pipe()));
    }
}
