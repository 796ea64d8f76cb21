package traceglass.ingest.systrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.open.TraceFileReader;
import traceglass.ingest.perfetto.Rows;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class SystraceReaderTest {

    private static final String EVENTS = """
        # tracer: nop
        #           TASK-PID    CPU#    TIMESTAMP  FUNCTION
                      a-7     [001]    10.000001: sched_switch: prev_comm=a prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=b next_pid=8 next_prio=120
                      b-8     [001]    10.000002: tracing_mark_write: B|5|say "hi"
                      b-8     [001]    10.000004: tracing_mark_write: E
        """;

    @TempDir
    Path folder;

    private TraceStorage read(String name, String text) throws Exception {
        Path file = folder.resolve(name);
        Files.writeString(file, text, StandardCharsets.UTF_8);
        TraceStorage storage = new TraceStorage();
        TraceFileReader.readAll(file, storage, new ImportProgress());
        return storage;
    }

    private static List<String> slices(TraceStorage storage) {
        Table t = storage.table("__intrinsic_slice");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < t.rowCount(); i++) {
            rows.add(storage.strings().get(t.strings("name").get(i)) + " "
                    + t.longs("dur").get(i));
        }
        return rows;
    }

    @Test
    void namesClocksByTheWordWithoutAKey() throws Exception {
        TraceStorage s = read("clocks.txt", """
            # tracer: nop
              a-7     [001]    10.000001: clock_set_rate: xo_clk state=19200000 cpu_id=1
              a-7     [001]    10.000002: clock_enable: gcc=odd=name blsp state=1 cpu_id=1 state=2
            """);
        assertEquals("xo_clk Frequency; blsp State", Rows.of(s, "__intrinsic_track", "name:s"));
        assertEquals("1.92E7; 1.0", Rows.of(s, "__intrinsic_counter", "value:d"));
    }

    /// Kernels from 4.14 on print the unit.
    @Test
    void readsSizesOfMemoryWithTheirUnit() throws Exception {
        TraceStorage s = read("memory.txt", """
            # tracer: nop
              a-7     (    7) [001] ....    10.000001: rss_stat: mm_id=26 curr=1 member=0 size=3829760B
              b-8     (    8) [001] ....    10.000002: rss_stat: mm_id=26 curr=0 member=0 size=4096B
              b-8     (    8) [001] ....    10.000003: rss_stat: mm_id=27 curr=0 member=1 size=4096B
              b-8     (    8) [001] ....    10.000004: rss_stat: member=1 size=8192
              b-8     (    8) [001] ....    10.000005: rss_stat: member=1 size=manyB
            """);
        assertEquals("3829760.0; 4096.0; 8192.0", Rows.of(s, "__intrinsic_counter", "value:d"));
        assertEquals("mem.rss.file; mem.rss.anon", Rows.of(s, "__intrinsic_track", "name:s"));
        assertEquals(1, stat(s, "rss_stat_unknown_thread_for_mm_id"));
        assertEquals(1, stat(s, "systrace_parse_failure"));
    }

    /// systrace.py wrote this marker until 2014, regardless of the times in the trace.
    @Test
    void skipsTheClockMarkerAtTimeZeroOfOldPages() throws Exception {
        String marker = "           dummy-0000  [000] 0.0: 0: trace_event_clock_sync: parent_ts=0.0";
        TraceStorage s = read(
                "old.html",
                "<html>\n<script>\nvar linuxPerfData = \"\\\n"
                        + EVENTS.replace("\"", "\\\"").replace("\n", "\\n\\\n") + marker
                        + "\\n\";\n</script></html>\n");
        assertEquals("10000001000; 10000002000; 10000004000", Rows.of(s, "__intrinsic_ftrace_event", "ts:l"));
    }

    @Test
    void omitsTheStartTimeOfAProcessWithTwoParents() throws Exception {
        TraceStorage s = read("dump.html", """
            <html>
            <script class="trace-data" type="application/text">
            PROCESS DUMP
            USER PID PPID VSZ RSS WCHAN PC S NAME CMD
            root 10 1 0 0 w p S name cmd
            root 10 2 0 0 w p S name cmd
            </script>
            <script class="trace-data" type="application/text">
            # TASK-PID CPU# TIMESTAMP FUNCTION
            """ + EVENTS + "</script>");
        assertEquals("-", Rows.of(s, "__intrinsic_trace_import_logs", "ts:l"));
    }

    private void assertReadsAll(TraceStorage s) {
        assertEquals(List.of("say \"hi\" 2000"), slices(s));
        assertEquals(1, s.table("__intrinsic_sched_slice").rowCount());
        Table stats = s.table("__intrinsic_stats");
        for (int i = 0; i < stats.rowCount(); i++) {
            if (s.strings().get(stats.strings("name").get(i)).equals("systrace_parse_failure")) {
                assertEquals(0, stats.longs("value").get(i));
            }
        }
    }

    @Test
    void findsTheTraceInAllVersionsOfSystraceHtml() throws Exception {
        assertReadsAll(read("plain.txt", EVENTS));
        assertReadsAll(read("atrace.txt", "capturing trace... done\nTRACE:\n" + EVENTS));
        assertReadsAll(read(
                "new.html",
                "<!DOCTYPE html>\n"
                        + "<html><body>\n"
                        + "<script class=\"trace-data\" type=\"application/text\">\n"
                        + "PROCESS DUMP\n"
                        + "USER PID TID CMD\n"
                        + "root 5 8 b\n"
                        + "</script>\n"
                        + "<script class=\"trace-data\" type=\"application/text\">\n"
                        + EVENTS
                        + "</script>\nno line of it</body></html>\n"));
        String escaped = EVENTS.replace("\"", "\\\"").replace("\n", "\\n\\\n");
        assertReadsAll(read(
                "old.html",
                "<!DOCTYPE HTML>\n<html><script>\n  var linuxPerfData = \"\\\n" + escaped
                        + "\";\n  more();\n</script></html>\n"));
        String last = escaped.substring(0, escaped.length() - 2);
        assertReadsAll(read(
                "old-last.html", "<html>\n<script>\nvar linuxPerfData = \"\\\n" + last + "\";\n</script></html>\n"));
    }

    @Test
    void readsTextWithEscapedLineEnds() throws Exception {
        String quoted = EVENTS.replace("\"", "\\\"");
        assertReadsAll(read("lines.txt", quoted.replace("\n", "\\n\\\n")));
        assertReadsAll(read("literal.txt", quoted.replace("\n", "\\n")));
        assertReadsAll(read("quoted.txt", '"' + quoted.replace("\n", "\\n") + '"'));
    }

    @Test
    void readsTextThatBeginsWithAnEvent() throws Exception {
        String events = EVENTS.lines().filter(l -> !l.startsWith("#")).reduce("", (a, l) -> a + l.strip() + "\n");
        assertReadsAll(read("events.txt", events));
    }

    @Test
    void readsListsOfProcessesInPlainText() throws Exception {
        TraceStorage s = read(
                "lists.txt",
                EVENTS
                        + "USER     PID   PPID  VSIZE  RSS     WCHAN    PC        NAME\n"
                        + "root      5     1     8784   712   ffffffff 00000000 S /init\n"
                        + "USER PID TID CMD\n"
                        + "root 5 8 b\n"
                        + "               b-8     [001]    10.000005: sched_waking: comm=a pid=7 prio=120\n");
        assertReadsAll(s);
        assertEquals("0; 5; 8; 7", Rows.of(s, "__intrinsic_thread", "tid:l"));
        assertEquals("0; 5", Rows.of(s, "__intrinsic_process", "pid:l"));
        assertEquals(4, s.table("__intrinsic_ftrace_event").rowCount());
    }

    @Test
    void readsFunctionGraphsWithoutHeader() throws Exception {
        assertEquals(
                List.of("f 3000", "g 1000"),
                slices(read(
                        "graph.txt",
                        " 0)               |  f() {\n 0)   1.000 us    |    g();\n 0)   3.000 us    |  }\n")));
    }

    @Test
    void roundsTimesAsTraceProcessorDoes() {
        for (String time : new String[] {
            "0.000001", "54562.848600", "1229150.408402", "2894621.357001", "12345.123456789", "999999999.999999999"
        }) {
            assertEquals(
                    (long) (Double.parseDouble(time) * 1e9),
                    SystraceLine.parse(" a-7 [001] .... " + time + ": event: x=1")
                            .ts(),
                    time);
        }
    }

    @Test
    void readsDamagedText() throws Exception {
        for (String name : new String[] {"arguments", "syscalls", "function_graph"}) {
            try (InputStream in =
                    SystraceReaderTest.class.getResourceAsStream("/cases/systrace/" + name + ".systrace")) {
                DamagedInputs.check(
                        new SystraceImporter(),
                        in.readAllBytes(),
                        s -> s.table("__intrinsic_ftrace_event").rowCount());
            }
        }
    }

    @Test
    void rejectsHtmlPagesAndPlainText() throws Exception {
        assertEquals(
                "page.html is a web page without a trace in it; save the trace from the page, or export the profile"
                        + " in another format",
                assertThrows(TraceProblem.class, () -> read("page.html", "<html><body>hello</body></html>\n"))
                        .getMessage());
        assertEquals(
                "letter.txt is not a trace in a supported format: it is text, but not ftrace output",
                assertThrows(TraceProblem.class, () -> read("letter.txt", " Dear reader,\n this is a letter\n"))
                        .getMessage());
        assertEquals(List.of(), slices(read("nothing.txt", "# tracer: nop\n#\n")));
    }
}
