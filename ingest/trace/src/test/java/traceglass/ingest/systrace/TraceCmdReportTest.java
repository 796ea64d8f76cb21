package traceglass.ingest.systrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceInput;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class TraceCmdReportTest {

    private static TraceStorage read(String text) throws Exception {
        TraceStorage storage = new TraceStorage();
        ImportSession session = new ImportSession(storage, new ImportProgress());
        new SystraceImporter()
                .read(
                        new TraceInput(
                                "report",
                                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                                session.progress()),
                        session.context(0, 0));
        session.finish();
        return storage;
    }

    private static String slices(TraceStorage s) {
        Table t = s.table("__intrinsic_slice");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            text.append(s.strings().get(t.strings("name").get(i)))
                    .append(' ')
                    .append(t.longs("ts").get(i))
                    .append('+')
                    .append(t.longs("dur").get(i))
                    .append("; ");
        }
        return text.toString();
    }

    private static String states(TraceStorage s) {
        Table t = s.table("__intrinsic_thread_state");
        Table threads = s.table("__intrinsic_thread");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            text.append(threads.longs("tid").get(t.ints("utid").get(i)))
                    .append(' ')
                    .append(s.strings().get(t.strings("state").get(i)))
                    .append(' ')
                    .append(t.longs("ts").get(i))
                    .append("; ");
        }
        return text.toString();
    }

    private static long failures(TraceStorage s) {
        Table t = s.table("__intrinsic_stats");
        long sum = 0;
        for (int i = 0; i < t.rowCount(); i++) {
            sum += "systrace_parse_failure"
                            .equals(s.strings().get(t.strings("name").get(i)))
                    ? t.longs("value").get(i)
                    : 0;
        }
        return sum;
    }

    @Test
    void readsSwitchesAndWakeupsOfAllVersions() throws Exception {
        String expected = "5 R 1000000000; 5 Running 2000000000; 5 S 3000000000; ";
        for (String[] words : new String[][] {
            {
                "comm=sh pid=5 prio=120 target_cpu=001",
                "swapper/1:0 [120] R ==> sh:5 [120]",
                "sh:5 [120] S ==> swapper/1:0 [120]"
            },
            {
                "sh:5 [120]<CANT FIND FIELD success> CPU:001",
                "task swapper/1:0 [120] (R) ==> sh:5 [120]",
                "prev_comm=sh prev_pid=5 prev_prio=120 prev_state=1 next_comm=swapper/1 next_pid=0 next_prio=120"
            }
        }) {
            TraceStorage s =
                    read("version = 7\ncpus=2\nsome option\n  <idle>-0     [001]     1.000000: sched_wakeup:         "
                            + words[0]
                            + "\n  <idle>-0     [001]     2.000000: sched_switch:         " + words[1]
                            + "\n      sh-5     [001]     3.000000: sched_switch:         " + words[2] + "\n");
            assertEquals(expected, states(s).replace("0 R 2000000000; ", ""));
            assertEquals(0, failures(s));
        }
    }

    @Test
    void readsTheLatencyFormatAndTimesWithoutADecimalPoint() {
        assertEquals(
                new SystraceLine("ls", 3106, -1, 0, 113_123_456_000L, "sched_switch", "x"),
                TraceCmdLine.parse("      ls-3106    0d..2.   113.123456: sched_switch:  x"));
        assertEquals(
                new SystraceLine("a-1 b", 7, -1, 12, 5_000_000_001L, "e", ""),
                TraceCmdLine.parse("a-1 b-7 12.N.. 5.000000001: e:"));
        assertEquals(
                new SystraceLine("<idle>", 0, -1, 1, 412_345_678_901L, "e", "x"),
                TraceCmdLine.parse("  <idle>-0     [001] 412345678901: e: x"));
        assertNull(TraceCmdLine.parse("CPU 3 is empty"));
        assertNull(TraceCmdLine.parse(""));
        assertEquals(2, TraceCmdLine.lostCpu("CPU:2 [4 EVENTS DROPPED]"));
        assertEquals(-1, TraceCmdLine.lostCpu("CPU 2 is empty"));
    }

    @Test
    void lossesLieBetweenEventsOfTheSameCpu() throws Exception {
        String text = """
              sh-5     [001]     1.000000: print:                tracing_mark_write: I|5|a
              sh-5     [000]     2.000000: print:                tracing_mark_write: I|5|b
            CPU:1 [LOST 22 EVENTS]
              sh-5     [000]     3.000000: print:                tracing_mark_write: I|5|c
              sh-5     [001]     4.000000: print:                tracing_mark_write: I|5|d
            CPU:0 [7 EVENTS DROPPED]
            """;
        for (String head : new String[] {"version = 6\ncpus=2\n", "# tracer: nop\n"}) {
            TraceStorage s = read(head + text);
            Table t = s.table("__intrinsic_data_loss");
            StringBuilder losses = new StringBuilder();
            for (int i = 0; i < t.rowCount(); i++) {
                losses.append(t.ints("cpu").get(i))
                        .append(' ')
                        .append(t.longs("ts").get(i))
                        .append(' ')
                        .append(t.longs("end_ts").get(i))
                        .append(' ')
                        .append(t.longs("lost").get(i))
                        .append("; ");
            }
            assertEquals("1 1000000000 4000000000 22; 0 3000000000 " + Long.MIN_VALUE + " 7; ", losses.toString());
        }
    }

    @Test
    void showsFunctionsAndMarkers() throws Exception {
        TraceStorage s = read("""
            version = 6
            cpus=2
              sh-5     [001]     1.000000: funcgraph_entry:                   |  sys_write() {
              sh-5     [001]     1.000010: funcgraph_entry:        1.500 us   |    fget();
              sh-5     [001]     1.000050: funcgraph_exit:       + 50.000 us  |  }
              sh-5     [001]     2.000000: print:                tracing_mark_write: B|5|work
              sh-5     [001]     2.000020: print:                0xffff00000819ff24s: reached the end
              sh-5     [001]     2.000030: print:                tracing_mark_write: E|5
            """);
        assertEquals(
                "sys_write 1000000000+50000; fget 1000010000+1500; work 2000000000+30000; reached the end"
                        + " 2000020000+0; ",
                slices(s));
        assertEquals(0, failures(s));
    }
}
