package traceglass.convert.cut.systrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
        Path file = Files.writeString(dir.resolve("trace.txt"), TEXT);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TraceCut.run(file, new TraceCut.Range(startUs * 1000, endUs * 1000, false), out, new ImportProgress());
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
    void otherFormatsAreNamed() throws Exception {
        Path html = Files.writeString(dir.resolve("page.html"), "<!DOCTYPE html><html>" + TEXT + "</html>");
        TraceCut.Range range = new TraceCut.Range(0, 1, false);
        ConvertProblem problem = assertThrows(
                ConvertProblem.class,
                () -> TraceCut.run(html, range, new ByteArrayOutputStream(), new ImportProgress()));
        assertEquals(
                "can't cut " + html
                        + ", a file of the format systrace or ftrace text; only Perfetto traces, Chrome JSON "
                        + "and plain ftrace text can be cut",
                problem.getMessage());
    }

    @Test
    void aRangeWithoutEventsIsAProblem() {
        ConvertProblem problem = assertThrows(ConvertProblem.class, () -> cut(5000, 6000));
        assertEquals(
                "no events in this range; the trace begins at @100000100000ns and lasts 800.0 µs",
                problem.getMessage());
    }
}
