package traceglass.ingest.ninja;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class NinjaImporterTest {

    private static TraceStorage read(byte[] bytes) throws Exception {
        TraceStorage storage = new TraceStorage();
        ImportSession session = new ImportSession(storage, new ImportProgress());
        new NinjaImporter()
                .read(
                        new TraceInput(".ninja_log", new ByteArrayInputStream(bytes), session.progress()),
                        session.context(0, 0));
        session.finish();
        return storage;
    }

    private static TraceStorage read(String text) throws Exception {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Returns `track: name@start+dur` in ms, by track.
    private static String steps(TraceStorage s) {
        Table slices = s.table("__intrinsic_slice");
        TreeMap<Integer, StringBuilder> tracks = new TreeMap<>();
        for (int i = 0; i < slices.rowCount(); i++) {
            tracks.computeIfAbsent(slices.ints("track_id").get(i), t -> new StringBuilder())
                    .append(s.strings().get(slices.strings("name").get(i)))
                    .append('@')
                    .append(slices.longs("ts").get(i) / 1_000_000)
                    .append('+')
                    .append(slices.longs("dur").get(i) / 1_000_000)
                    .append("; ");
        }
        return String.join("| ", tracks.values());
    }

    private static String processes(TraceStorage s) {
        Table processes = s.table("__intrinsic_process");
        StringBuilder out = new StringBuilder();
        for (int i = 1; i < processes.rowCount(); i++) {
            out.append(s.strings().get(processes.strings("name").get(i))).append(';');
        }
        return out.toString();
    }

    private static long errors(TraceStorage s) {
        Table stats = s.table("__intrinsic_stats");
        for (int i = 0; i < stats.rowCount(); i++) {
            if ("ninja_parse_errors"
                    .equals(s.strings().get(stats.strings("name").get(i)))) {
                return stats.longs("value").get(i);
            }
        }
        return 0;
    }

    @Test
    void placesStepsOnTheTrackWhoseLastStepEndedMostRecently() throws Exception {
        TraceStorage s =
                read("# ninja log v5\n0\t10\t1\ta.o\ta1\n0\t20\t1\tb.o\tb1\n20\t30\t1\tc.o\tc1\n30\t31\t0\td\td1\n");
        assertEquals("a.o@0+10; | b.o@0+20; c.o@20+10; d@30+1; ", steps(s));
        assertEquals("Build;", processes(s));
    }

    @Test
    void joinsTheOutputsOfACommand() throws Exception {
        TraceStorage s = read("# ninja log v6\n1\t2\t1\ta.h\t7f\n1\t2\t1\ta.cc\t7f\n1\t2\t1\tb\t7e\n");
        assertEquals("a.h a.cc@1+1; | b@1+1; ", steps(s));
    }

    @Test
    void separatesBuildsThatFollowEachOther() throws Exception {
        String lines = "0\t10\t1\ta.o\ta1\n10\t20\t1\tb.o\tb1\n0\t5\t1\tc.o\tc1\n";
        TraceStorage s = read("# ninja log v7\n" + lines);
        assertEquals("a.o@0+10; b.o@10+10; | c.o@0+5; ", steps(s));
        assertEquals("Build 1;Build 2;", processes(s));
        assertEquals("Build;", processes(read("# ninja log v5\n" + lines)));
    }

    @Test
    void countsBadLines() throws Exception {
        TraceStorage s = read(
                "# ninja log v5\n0\t10\t1\ta.o\n9\t2\t1\tb\t1\nx\t2\t1\tb\t1\n1\t2\t1\tb\tzz\n1\t2\t1\tb\t12\n0\t1");
        assertEquals("b@1+1; ", steps(s));
        assertEquals(5, errors(s));
    }

    @Test
    void refusesOldVersions() {
        assertThrows(TraceProblem.class, () -> read("# ninja log v4\n"));
        assertThrows(TraceProblem.class, () -> read("# ninja log version\n"));
        assertTrue(new NinjaImporter().sniff("# ninja log v5\n".getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void survivesTruncationAndDamage() throws Exception {
        byte[] complete = "# ninja log v5\n0\t10\t1\ta.o\ta1\n0\t20\t1\tb.o\tb1\n20\t30\t1\tc.o\tc1\n30\t31\t0\td\td1\n"
                .getBytes(StandardCharsets.UTF_8);
        for (int i = 15; i < complete.length; i++) {
            read(java.util.Arrays.copyOf(complete, i));
        }
        Random random = new Random(5);
        for (int i = 0; i < 300; i++) {
            byte[] damaged = complete.clone();
            damaged[15 + random.nextInt(damaged.length - 15)] ^= (byte) (1 << random.nextInt(8));
            read(damaged);
        }
    }
}
