package traceglass.convert.cut.systrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.cut.TraceCut;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;

class SystraceCutTest {

    private static final String TEXT = """
        # tracer: nop
        #
          idle-0     [001] d..2   100.000100: sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=7 next_prio=120
           app-7     [001] ...1   100.000200: tracing_mark_write: B|7|outer
           app-7     [001] ...1   100.000210: tracing_mark_write: B|7|done
           app-7     [001] ...1   100.000220: tracing_mark_write: E|7
           app-7     [001] ...1   100.000300: tracing_mark_write: C|7|load|1
           app-7     [001] ...1   100.000310: tracing_mark_write: C|7|load|2
          idle-0     [000] d..1   100.000400: cpu_frequency: state=100000 cpu_id=0
           app-7     [001] ...1   100.000700: tracing_mark_write: E|7
           app-7     [001] ...1   100.000900: tracing_mark_write: B|7|after
        """;

    @TempDir
    Path dir;

    private String cut(long startUs, long endUs) throws Exception {
        return cut(Files.writeString(dir.resolve("trace.txt"), TEXT), startUs * 1000, endUs * 1000);
    }

    private static String cut(Path file, long startNs, long endNs) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TraceCut.run(file, new TraceCut.Range(startNs, endNs, false), out, new ImportProgress());
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void keepsTheRangeAndTheEventsInEffectAtItsStart() throws Exception {
        assertEquals("""
            # tracer: nop
            #
              idle-0     [001] d..2   100.000600: sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=7 next_prio=120
               app-7     [001] ...1   100.000600: tracing_mark_write: B|7|outer
               app-7     [001] ...1   100.000600: tracing_mark_write: C|7|load|2
              idle-0     [000] d..1   100.000600: cpu_frequency: state=100000 cpu_id=0
               app-7     [001] ...1   100.000700: tracing_mark_write: E|7
            """, cut(500, 750));
    }

    @Test
    void timesAreNotBeforeTheRange() throws Exception {
        Path file = Files.writeString(dir.resolve("trace.txt"), TEXT);
        assertTrue(cut(file, 500_001, 750_000).contains("   100.000601: tracing_mark_write: B|7|outer"));
    }

    @Test
    void keepsTheHtmlPageAroundTheText() throws Exception {
        String start = """
            <!DOCTYPE html>
            <script>
              // test-1     [001] ...1   100.000600: tracing_mark_write: B|7|code of the page
            </script>
            <script class="trace-data" type="application/text">
            PROCESS DUMP
            </script>
            <script class="trace-data" type="application/text">
            """;
        Path page = Files.writeString(dir.resolve("page.html"), start + TEXT + "</script>\n</html>\n");
        assertEquals(start + cut(500, 750) + "</script>\n</html>\n", cut(page, 500_000, 750_000));
    }

    @Test
    void keepsTheStringEscapesOfOldHtmlPages() throws Exception {
        String start = "<!DOCTYPE html>\n<script>\nvar linuxPerfData = \"\\\n";
        String end = "\";\n</script>\n";
        Path page = Files.writeString(dir.resolve("old.html"), start + escaped(TEXT) + end);
        assertEquals(start + escaped(cut(500, 750)) + end, cut(page, 500_000, 750_000));
    }

    private static String escaped(String text) {
        return text.replace("\n", "\\n\\\n");
    }

    @Test
    void compressedTextIsWrittenUncompressed() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write("TRACE:\n".getBytes(StandardCharsets.US_ASCII));
        DeflaterOutputStream deflater = new DeflaterOutputStream(bytes);
        deflater.write(TEXT.getBytes(StandardCharsets.UTF_8));
        deflater.finish();
        Path file = Files.write(dir.resolve("trace.ctrace"), bytes.toByteArray());
        assertEquals(cut(500, 750), cut(file, 500_000, 750_000));
        Path plain = Files.writeString(dir.resolve("atrace.txt"), "capturing trace... done\nTRACE:\n" + TEXT);
        assertEquals("capturing trace... done\nTRACE:\n" + cut(500, 750), cut(plain, 500_000, 750_000));
    }

    @Test
    void otherFormatsAreReportedByName() throws Exception {
        Path log = Files.writeString(
                dir.resolve("log.txt"),
                "08-01 12:00:00.000  100  200 I tag: text\n08-01 12:00:00.001  100  200 I tag: more\n");
        ConvertProblem problem = assertThrows(ConvertProblem.class, () -> cut(log, 0, 1));
        assertEquals(
                "can't cut " + log + ", whose format is Android log; only Perfetto traces, Chrome JSON and ftrace text"
                        + " can be cut",
                problem.getMessage());
        Path page = Files.writeString(dir.resolve("empty.html"), "<!DOCTYPE html>\n<html></html>\n");
        assertEquals(
                page + " has no events",
                assertThrows(ConvertProblem.class, () -> cut(page, 0, 1)).getMessage());
    }

    @Test
    void reportsARangeWithoutEvents() {
        ConvertProblem problem = assertThrows(ConvertProblem.class, () -> cut(5000, 6000));
        assertEquals(
                "no events in this range; the trace begins at @100000100000ns and lasts 800.0 µs",
                problem.getMessage());
    }
}
