package traceglass.ingest.etl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.tracker.stats.ImportedStats;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Imports event traces built by [EtlFile]; the case `etl/kinds` contains the answers for all kinds of events.
class EtlImporterTest {

    private static TraceStorage read(byte[] bytes) throws Exception {
        return DamagedInputs.read(new EtlImporter(), bytes);
    }

    private static int events(TraceStorage s) {
        return s.table("__intrinsic_slice").rowCount()
                + s.table("__intrinsic_sched_slice").rowCount()
                + s.table("__intrinsic_profiler_sample").rowCount();
    }

    @Test
    void recognizesOnlyTheHeaderOfALogFile() {
        byte[] bytes = EtlFile.ofAllKinds();
        assertTrue(new EtlImporter().sniff(bytes));
        byte[] other = bytes.clone();
        other[EtlBuffer.HEADER_SIZE + 6] = 10;
        assertFalse(new EtlImporter().sniff(other), "the first event is another one");
        assertFalse(new EtlImporter().sniff(Arrays.copyOf(bytes, EtlBuffer.HEADER_SIZE)));
        assertFalse(new EtlImporter().sniff(new byte[4096]));
    }

    @Test
    void joinsStacksOfKernelAndUserModeWithTheirSample() throws Exception {
        TraceStorage s = read(EtlFile.ofAllKinds());
        Table samples = s.table("__intrinsic_profiler_sample");
        assertEquals(1, samples.rowCount());
        int callsite = samples.ints("callsite_id").get(0);
        assertEquals(
                3, s.table("__intrinsic_stack_profile_callsite").ints("depth").get(callsite));
    }

    @Test
    void findsStacksThatAreDefinedByKeyAfterTheirUse() throws Exception {
        long ip = 0x40_0010;
        EtlFile f = new EtlFile().header(0).buffer(0);
        f.event(
                0xf,
                0x2e,
                2,
                EtlFile.FIRST + 1000,
                EtlFile.payload().u64(ip).u32(12).u16(1).u8(0, 0));
        f.event(0x18, 0x26, 2, EtlFile.FIRST + 1001, EtlFile.stack(EtlFile.FIRST + 1000, 8, 12, 0x77));
        f.event(0x18, 0x23, 2, EtlFile.FIRST + 3000, EtlFile.payload().u64(0x77, ip, ip + 4, ip + 8));
        f.event(0x18, 0x24, 2, EtlFile.FIRST + 4000, EtlFile.payload().u64(0x77, ip));
        TraceStorage s = read(f.end().bytes());
        int callsite =
                s.table("__intrinsic_profiler_sample").ints("callsite_id").get(0);
        assertEquals(
                2, s.table("__intrinsic_stack_profile_callsite").ints("depth").get(callsite));
    }

    @Test
    void imagesHaveTheIdentityOfTheirSymbolFile() throws Exception {
        for (boolean is64 : new boolean[] {true, false}) {
            long start = 0x40_0000;
            EtlFile f = new EtlFile().header(0).buffer(0);
            f.event(3, 3, 4, EtlFile.FIRST + 10, EtlFile.process(8, 4, "app.exe", ""));
            f.event(5, 3, 4, EtlFile.FIRST + 20, EtlFile.thread(8, 12, "main"));
            f.event(0x14, 3, 3, EtlFile.FIRST + 30, EtlFile.image(8, start, 0x1000, "\\Device\\app.exe"));
            EtlFile.Payload identity =
                    is64 ? EtlFile.payload().u64(start) : EtlFile.payload().u32(start);
            identity.u32(8).hex("78563412bc9af0de0102030405060708").u32(2).ascii("app.pdb");
            f.classic("d775e6b35425184f830b2762732560de", 36, is64, EtlFile.FIRST + 40, identity);
            EtlFile.Payload sample =
                    EtlFile.payload().u64(start + 0x10).u32(12).u16(1).u8(0, 0);
            f.event(0xf, 0x2e, 2, EtlFile.FIRST + 1000, sample);
            f.event(0x18, 0x20, 2, EtlFile.FIRST + 1001, EtlFile.stack(EtlFile.FIRST + 1000, 8, 12, start + 0x10));
            TraceStorage s = read(f.end().bytes());
            Table mappings = s.table("__intrinsic_stack_profile_mapping");
            assertEquals(1, mappings.rowCount());
            assertEquals(
                    "123456789ABCDEF001020304050607082",
                    s.strings().get(mappings.strings("build_id").get(0)));
        }
    }

    @Test
    void endsProcessesSoThatTheirIdsCanBeUsedAgain() throws Exception {
        EtlFile f = new EtlFile().header(0).buffer(0);
        f.event(3, 1, 4, EtlFile.FIRST + 10, EtlFile.process(8, 4, "one.exe", ""));
        f.event(3, 2, 4, EtlFile.FIRST + 20, EtlFile.process(8, 4, "one.exe", ""));
        f.event(5, 2, 4, EtlFile.FIRST + 25, EtlFile.thread(8, 12, ""));
        f.event(3, 1, 4, EtlFile.FIRST + 30, EtlFile.process(8, 4, "two.exe", ""));
        TraceStorage s = read(f.end().bytes());
        Table processes = s.table("__intrinsic_process");
        int processCount = 0;
        for (int i = 0; i < processes.rowCount(); i++) {
            processCount += processes.longs("pid").get(i) == 8 ? 1 : 0;
        }
        assertEquals(2, processCount);
    }

    @Test
    void decompressesBuffers() {
        // Four literals, then a reference to them of length 3 + 7 + 15 + 5, which the end of the output truncates.
        byte[] packed = {0, 0, 0, 0x08, 'a', 'b', 'c', 'd', 0x1f, 0, 0x0f, 5};
        byte[] out = new byte[14];
        assertEquals(14, XpressDecoder.decode(packed, 0, packed.length, out, 0));
        assertEquals("abcdabcdabcdab", new String(out, StandardCharsets.US_ASCII));
    }

    @Test
    void countsLostAndDamagedData() throws Exception {
        byte[] bytes = EtlFile.ofAllKinds();
        assertEquals(3, ImportedStats.stat(read(bytes), "etl_lost_events"));
        TraceStorage truncated = read(Arrays.copyOf(bytes, 2 * EtlFile.BUFFER_SIZE + 300));
        assertEquals(1, ImportedStats.stat(truncated, "etl_truncated"));
        assertTrue(events(truncated) > 0);
        byte[] wrong = bytes.clone();
        Arrays.fill(wrong, EtlFile.BUFFER_SIZE, EtlFile.BUFFER_SIZE + 4, (byte) 0xff);
        assertEquals(1, ImportedStats.stat(read(wrong), "etl_invalid_buffer"));
    }

    @Test
    void refusesAFileWithoutItsFirstEvent() {
        byte[] truncated = Arrays.copyOf(EtlFile.ofAllKinds(), EtlBuffer.HEADER_SIZE + 20);
        assertThrows(TraceProblem.class, () -> read(truncated));
    }

    @Test
    void survivesDamage() throws Exception {
        DamagedInputs.check(new EtlImporter(), EtlFile.ofAllKinds(), EtlImporterTest::events);
    }
}
