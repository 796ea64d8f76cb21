package traceglass.ingest.perftext;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.perfetto.Rows;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class PerfTextImporterTest {

    private static final String TEXT = """
        # ========
        # captured on: Thu Aug 17 14:14:43 2017
        # cmdline : perf record -g
        # ========
        a b  9/10 [001] 1.000002:  20 cycles:u:
        \t  12 main+0x2 (/a)
          a.c:12
        \t  13 start (/a)

             c 11 [000] 1.000003: sched:sched_switch: prev_comm=c prev_pid=11 prev_prio=120 prev_state=S ==> \
        next_comm=swapper/0 next_pid=0 next_prio=120
        a b  9/10 [001] 1.000004:  30 cycles:u:
        \t  12 main+0x2 (/a)

        """;

    private static TraceStorage read(byte[] bytes) throws Exception {
        TraceInput input = new TraceInput("perf.txt", new ByteArrayInputStream(bytes), new ImportProgress());
        try (input) {
            TraceStorage storage = new TraceStorage();
            ImportSession session = new ImportSession(storage, input.progress());
            new PerfTextImporter().read(input, session.context(0, 0));
            session.finish();
            return storage;
        }
    }

    private static int samples(String text) throws Exception {
        return read(text.getBytes(StandardCharsets.UTF_8))
                .table("__intrinsic_profiler_sample")
                .rowCount();
    }

    @Test
    void recognizesTimesSinceThePreviousLineAfterALongStack() throws Exception {
        String stack = "\t  12 main+0x2 (/a)\n".repeat(2000);
        String text = "a 10 [001] 0.000000: 20 cycles:u:\n" + stack + "\na 10 [001] 0.000030: 20 cycles:u:\n" + stack
                + "\na 10 [001] 0.000020: 20 cycles:u:\n\t  12 main+0x2 (/a)\n\n";
        Table samples = read(text.getBytes(StandardCharsets.UTF_8)).table("__intrinsic_profiler_sample");
        assertEquals(3, samples.rowCount());
        assertEquals(50_000, samples.longs("ts").get(2) - samples.longs("ts").get(0));
    }

    @Test
    void aTruncatedTextKeepsItsWholeSamples() throws Exception {
        assertEquals(2, samples(TEXT));
        byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
        int before = 0;
        for (int i = 1; i <= 50; i++) {
            int length = bytes.length * i / 50;
            int count;
            try {
                count = read(Arrays.copyOf(bytes, length))
                        .table("__intrinsic_profiler_sample")
                        .rowCount();
            } catch (TraceProblem e) {
                // This length contains only the header, or the start of the first line.
                count = 0;
            }
            assertTrue(count >= before, "cut at " + length);
            before = count;
        }
        assertEquals(2, before);
    }

    @Test
    void damagedTextIsRead() throws Exception {
        Random random = new Random(3);
        byte[] good = TEXT.getBytes(StandardCharsets.UTF_8);
        int read = 0;
        for (int i = 0; i < 400; i++) {
            byte[] bad = good.clone();
            for (int k = 0; k <= i % 7; k++) {
                bad[random.nextInt(bad.length)] =
                        (byte) (i % 2 == 0 ? random.nextInt(256) : " \t\n:[]/.0(9+#".charAt(random.nextInt(13)));
            }
            try {
                read += read(bad).table("__intrinsic_profiler_sample").rowCount();
            } catch (TraceProblem e) {
                // Nothing was readable.
            }
        }
        assertTrue(read > 400);
    }

    @Test
    void stacksAsDeepAsTheFileAreRead() throws Exception {
        String deep = "a 9 1.000002: cycles:\n" + "\t 12 f (/a)\n".repeat(200_000) + "\n";
        assertEquals(1, samples(deep));
    }

    private static TraceStorage read(StringBuilder text) throws Exception {
        return read(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void timesSinceTheFirstSampleMayBeOutOfOrder() throws Exception {
        StringBuilder text = new StringBuilder();
        for (String time : List.of("0.000000", "0.000010", "0.000009", "0.000022")) {
            text.append("sleep  1234     ").append(time).append(":          1 cycles:\n\t81001 foo (/a)\n\n");
        }
        assertEquals("0; 9000; 10000; 22000", Rows.of(read(text), "__intrinsic_profiler_sample", "ts:l"));
    }

    @Test
    void timesSinceThePreviousSampleAreAddedUp() throws Exception {
        String stack = "\n\tffffffff81001 foo+0x10 ([kernel.kallsyms])\n\n";
        StringBuilder deltas = new StringBuilder();
        StringBuilder sinceFirst = new StringBuilder();
        for (String time : List.of("0.000000", "0.000010", "0.000005", "0.000007")) {
            deltas.append("sleep  1234     ")
                    .append(time)
                    .append(":          1 cycles:")
                    .append(stack);
        }
        for (String time : List.of("0.000000", "0.000010", "0.000015", "0.000022")) {
            sinceFirst
                    .append("sleep  1234     ")
                    .append(time)
                    .append(":          1 cycles:")
                    .append(stack);
        }
        String times = "0; 10000; 15000; 22000";
        assertEquals(times, Rows.of(read(deltas), "__intrinsic_profiler_sample", "ts:l"));
        assertEquals(times, Rows.of(read(sinceFirst), "__intrinsic_profiler_sample", "ts:l"));
    }

    @Test
    void theLastSampleOfAnExcerptMayBeIncomplete() throws Exception {
        String sample = "a 9 1.000002: cycles:\n\t 12 f (/a)\n";
        assertEquals(1, samples(sample));
        assertEquals(1, samples(sample + "\n" + sample));
        assertEquals(2, samples(sample + "\n" + sample + "\n"));
        assertEquals(2, samples("# captured on: x\n" + sample + "\n" + sample));
    }

    /// Intel PT and `-F addr,ip,sym,dso` produce such lines.
    @Test
    void branchesAndAddressesOfDataAreSamplesOfOneFrame() throws Exception {
        TraceStorage storage = DamagedInputs.read(
                new PerfTextImporter(),
                ("5/6 1.000000002:   1 branches:uH:   jcc      404c03 a+0x3 (/x) =>    404c0d b+0xd (/x)\n"
                                + "5/6 1.000000003:  50 branch-misses:     0     7fca99943ac7 c+0x37 (/x)\n")
                        .getBytes(StandardCharsets.UTF_8));
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        assertEquals(2, storage.table("__intrinsic_profiler_sample").rowCount());
        assertEquals("a", storage.strings().get(frames.strings("name").get(0)));
        assertEquals("c", storage.strings().get(frames.strings("name").get(1)));
    }

    @Test
    void warningsBeforeTheFirstSampleAreSkipped() throws Exception {
        assertEquals(
                1, samples("No kallsyms was found\nProcessed 31 events!\n\na 9 1.000002: cycles:\n\t 12 f (/a)\n\n"));
    }

    @Test
    void textWithoutSamplesIsAnError() {
        String message = assertThrows(TraceProblem.class, () -> samples("# ========\n# captured on: x\n# ========\n"))
                .getMessage();
        assertTrue(message.contains("only the header"), message);
        message = assertThrows(TraceProblem.class, () -> samples("# Overhead  Command\n# ....\n  90.0%  java\n"))
                .getMessage();
        assertTrue(message.contains("perf script"), message);
    }
}
