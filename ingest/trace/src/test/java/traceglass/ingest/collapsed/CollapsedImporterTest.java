package traceglass.ingest.collapsed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceInput;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class CollapsedImporterTest {

    private static final String STACKS = "main;run_[j];read_[k] 4\nmain 2.5\n# a comment\n\nmain;;run_[j] 1\n";

    private static boolean accepts(String text) {
        return new CollapsedImporter().sniff(text.getBytes(StandardCharsets.UTF_8));
    }

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String stats(TraceStorage storage, String name) {
        Table stats = storage.table("__intrinsic_stats");
        for (int i = 0; i < stats.rowCount(); i++) {
            if (name.equals(storage.strings().get(stats.strings("name").get(i)))) {
                return String.valueOf(stats.longs("value").get(i));
            }
        }
        return null;
    }

    @Test
    void longLinesOfJsonAreNotStacks() {
        String remainder = "\"a;b\":1,".repeat(4000).substring(0, 16_000);
        assertFalse(accepts("[{" + remainder));
        assertFalse(accepts("{" + remainder));
        assertTrue(accepts("[unknown];" + "f;".repeat(10_000)));
    }

    private static double total(TraceStorage storage) {
        Table samples = storage.table("__intrinsic_aggregate_sample");
        double sum = 0;
        for (int i = 0; i < samples.rowCount(); i++) {
            sum += samples.doubles("value").get(i);
        }
        return sum;
    }

    @Test
    void recognizesStacksByTheirLines() {
        assertTrue(accepts(STACKS));
        assertTrue(accepts("\n# made by a tool\na;b c 1\n"));
        assertTrue(accepts("main 1\nmain;run 2"), "some lines may have one frame");
        assertFalse(accepts("main 1\nrun 2\n"), "no line has several frames");
        assertFalse(accepts("a;b;c\n1;2;3\n"), "a table");
        assertFalse(accepts("int a; int b\nreturn 1; // 3\n"));
        assertFalse(accepts(""));
        assertTrue(
                accepts("a;" + "frame;".repeat(TraceInput.MAX_HEAD_BYTES)), "a stack longer than the inspected bytes");
    }

    @Test
    void addsOneSampleForEachLine() throws Exception {
        TraceStorage storage = read(STACKS);
        assertEquals(3, storage.table("__intrinsic_aggregate_sample").rowCount());
        assertEquals(7.5, total(storage));
        assertEquals(3, storage.table("__intrinsic_stack_profile_callsite").rowCount());
        assertEquals(1, storage.table("__intrinsic_aggregate_profile").rowCount());
    }

    @Test
    void derivesTheKindOfCodeFromTheNamePrefix() throws Exception {
        TraceStorage storage = read(STACKS);
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < frames.rowCount(); i++) {
            text.append(storage.strings().get(frames.strings("name").get(i)))
                    .append('=')
                    .append(storage.strings().get(frames.strings("type").get(i)))
                    .append(' ');
        }
        assertEquals("main=null run_[j]=jit read_[k]=kernel ", text.toString());
    }

    @Test
    void readsLinesOfWindows() throws Exception {
        assertEquals(5, total(read("a;b 2\r\na;c 3\r\n")));
    }

    @Test
    void readsTwoValuesOfComparedProfiles() throws Exception {
        TraceStorage storage = read("a;b 2 3\na;c 0 7\na;d 1 0\n");
        assertEquals(2, storage.table("__intrinsic_aggregate_profile").rowCount());
        assertEquals(13, total(storage));
        assertEquals(4, storage.table("__intrinsic_aggregate_sample").rowCount());
    }

    @Test
    void countsLinesWithoutCount() throws Exception {
        TraceStorage storage = read("a;b 1\na;b 1\na;b 1\nno number\na;b 0\na;b -2\n; 5\n");
        assertEquals(3, total(storage));
        assertEquals("4", stats(storage, "collapsed_stack_line_without_count"));
    }

    @Test
    void consecutiveStacksShareTheirCommonFrames() throws Exception {
        TraceStorage storage = read("a;b;c 1\na;b 1\na;bc;d 1\na;b;c;d 1\na 1\nab 1\n;;a;b 1\n");
        Table sites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < sites.rowCount(); i++) {
            out.append(sites.ints("depth").get(i))
                    .append(storage.strings()
                            .get(frames.strings("name")
                                    .get(sites.ints("frame_id").get(i))))
                    .append(' ');
        }
        assertEquals("0a 1b 2c 1bc 2d 3d 0ab ", out.toString());
        assertEquals(7, total(storage));
    }

    @Test
    void readsDeepStacks() throws Exception {
        TraceStorage storage = read("a;b 1\na;b 1\na;b 1\n" + "f;".repeat(50_000) + "g 1\n");
        assertEquals(50_003, storage.table("__intrinsic_stack_profile_callsite").rowCount());
    }

    @Test
    void survivesDamage() throws Exception {
        DamagedFile.assertSurvives(STACKS.repeat(20).getBytes(StandardCharsets.UTF_8), 1);
    }
}
