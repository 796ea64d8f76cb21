package traceglass.ingest.perftext;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PerfTextLinesTest {

    private static String format(SampleLine l) {
        return l == null
                ? null
                : l.comm() + "|" + number(l.pid()) + "|" + number(l.tid()) + "|" + number(l.cpu()) + "|" + l.mode()
                        + "|" + number(l.timeNs()) + "|" + number(l.parsePeriod()) + "|" + l.event() + "|"
                        + l.textAfterEvent();
    }

    private static String number(long n) {
        return n == SampleLine.NONE ? "-" : Long.toString(n);
    }

    private static String timed(String line) {
        return format(SampleLine.parseTimed(line));
    }

    private static String untimed(String line) {
        return format(SampleLine.parseUntimed(line));
    }

    private static String frame(String line) {
        FrameLine f = FrameLine.parse(line);
        return f == null ? null : f.function() + "|" + f.library() + (f.isInlined() ? "|inlined" : "");
    }

    @Test
    void readsAllFieldsBeforeTheTime() {
        assertEquals(
                "a|-|5|-||7767074451000|1001001|cpu-clock|", timed("a     5  7767.074451:    1001001 cpu-clock: "));
        assertEquals(
                "a|5|9|1||7942687134370|20|cpu-clock|", timed("a     5/9     [001]  7942.687134370: 20 cpu-clock: "));
        assertEquals("a|-|9|0|U|1000002000|-|cycles:u|", timed("a 9 [000] U     1.000002: cycles:u: "));
        assertEquals("a|-|-|-||1000002000|-|cycles|", timed("a     1.000002: cycles: "));
        assertEquals("|-|-|-||1000002000|-||", timed(" 1.000002: "));
        assertEquals("|-|9|-||1000002000|7||", timed("  9  1.000002:  7"));
        assertEquals(
                "perf|-1|-1|-||0|-||PERF_RECORD_MMAP -1/0: [0x0(0x9) @ 0]: x y",
                timed("perf    -1/-1 0.000000: PERF_RECORD_MMAP -1/0: [0x0(0x9) @ 0]: x y"));
    }

    @Test
    void namesOfThreadsMayContainAnything() {
        assertEquals(
                "kworker/0:1-ev|-|77|2||1000002000|-|cycles|", timed("kworker/0:1-ev 77 [002] 1.000002: cycles: "));
        assertEquals("a [1] 2/3|-|4|2||1000002000|-|cycles|", timed("a [1] 2/3 4 [002] 1.000002: cycles: "));
        assertEquals("Thread 5|-|77|-||1000002000|-|cycles|", timed("Thread 5 77 1.000002: cycles: "));
        assertEquals("at 3.5: x|-|77|-||1000002000|-|cycles|", timed("at 3.5: x 77 1.000002: cycles: "));
        assertEquals("K|-|77|-||1000002000|-|cycles|", timed("K 77 1.000002: cycles: "));
    }

    @Test
    void readsTheRestOfTheLine() {
        assertEquals(
                "a|-|9|-||1000002000|20|cycles|7f2b sin+0x1a (/lib/libm.so)",
                timed("    a 9 1.000002:    20 cycles:     7f2b sin+0x1a (/lib/libm.so)"));
        assertEquals(
                "a|-|9|0||1000002000|-|sched:sched_wakeup|comm=b pid=7 prio=1: x",
                timed("a 9 [000] 1.000002: sched:sched_wakeup: comm=b pid=7 prio=1: x"));
        assertEquals("a|-|9|0||1000002000|3|cpu_core/cycles/P|", timed("a 9 [000] 1.000002: 3 cpu_core/cycles/P:"));
        assertEquals("a|-|9|0||1000002000|-||7f2b sin", timed("a 9 [000] 1.000002: 7f2b sin"));
    }

    @Test
    void timesOfAllToolsAreRead() {
        assertEquals(
                "Gecko|-|5|7||115540044553000|1000000|task-clock:u|",
                timed("Gecko\t5 [007] 115540.44553:\t\t1000000 task-clock:u:"));
        // Includes trace processor's rounding error.
        assertEquals("a|-|9|-||202513231850999|-|e|", timed("a 9 202513.231851: e:"));
        assertNull(timed("a 9 1.02: e:"));
        assertNull(timed("a 9 99999999999.000000: e:"));
        assertNull(timed("a 9 .000000: e:"));
        assertNull(timed("a 9 x1.000000: e:"));
        assertNull(timed("a 9 1.000000:e:"));
    }

    @Test
    void readsLinesWithoutTimes() {
        assertEquals("orders|-|5|-||-|-||", untimed("orders     5 "));
        assertEquals("Main Thread|-|41|-||-|1000|cpu-clock|", untimed("Main Thread   41    1000 cpu-clock: "));
        assertEquals("a|3|41|1||-|-|cpu-clock|7f sin (/m)", untimed("  a 3/41 [001] cpu-clock:  7f sin (/m)"));
        assertNull(untimed("Processed 31 events and lost 1 chunks!"));
        assertNull(untimed("hello world"));
        assertNull(untimed(""));
    }

    @Test
    void framesHaveAFunctionAndAFile() {
        assertEquals("main|/bin/a", frame("\t            1539 main+0x37 (/bin/a)"));
        assertEquals("a(int) const|/bin/a b", frame("\t 1539 a(int) const+0x37 (/bin/a b)"));
        assertEquals("main|/bin/a (deleted)", frame("\t 1539 main (/bin/a (deleted))"));
        assertEquals("operator+=|/bin/a", frame("\t 1539 operator+=+0x4 (/bin/a+0x1539)"));
        assertEquals("[unknown]|[unknown]", frame("\t 0 [unknown] ([unknown])"));
        assertEquals("[unknown]|/bin/a", frame("\t 1539 (/bin/a)"));
        assertEquals("[unknown]|null", frame("\t 1539"));
        assertEquals("f(int)|null", frame("\t 1539 f(int)"));
        assertEquals("f|inlined|inlined", frame("\t 1539 f+0x1 (inlined)"));
        assertEquals("f(int)|inlined|inlined", frame("\t                  f(int) (inlined)"));
        assertEquals("Lock::unlock()|/libc.so", frame("        b3cea6c4\tLock::unlock() (/libc.so)"));
        assertNull(frame("  server.c:120"));
        assertNull(frame("\t 12345678901234567 too long (/x)"));
    }

    @Test
    void findsTheFrameBetweenTheOtherFieldsOfAnEvent() {
        String frame = "7fca99943ac7 dl_open_worker+0x37 (/lib/ld.so)";
        assertEquals(frame, FrameLine.afterEvent(frame));
        assertEquals(frame, FrameLine.afterEvent("0     " + frame));
        assertEquals(frame, FrameLine.afterEvent("ffff8881  " + frame));
        assertEquals(frame, FrameLine.afterEvent("jcc       " + frame + " =>     404c0d main+0xd (/bin/demo)"));
        assertEquals(frame, FrameLine.afterEvent(frame + " =>     404c0d main+0xd (/bin/demo)"));
        assertEquals(frame, FrameLine.afterEvent("tr strt    0 [unknown] ([unknown]) =>   " + frame));
        String call = "404c0d f(a, b)+0x2 (/a) => b (/c d)";
        assertEquals("404c0d f(a, b)+0x2 (/a)", FrameLine.afterEvent("call  " + call.replace("=> b", "=> b0 b")));
        assertEquals("prev_comm=a ==> next_comm=b", FrameLine.afterEvent("prev_comm=a ==> next_comm=b"));
        assertEquals("12 main", FrameLine.afterEvent("12 main"));
    }

    private static boolean sniffs(String text) {
        return new PerfTextImporter().sniff(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void recognizesOnlyPerfText() {
        assertTrue(sniffs("a 9 [000] 1.000002: cycles: \n\t 12 main (/a)\n"));
        assertTrue(sniffs("\uFEFFa 9 [000] 1.000002: cycles: \r\n"));
        assertTrue(sniffs("      a 9 [000] 1.000002: sched:sched_switch: prev_comm=a\n"));
        assertTrue(sniffs("\n# comment\na     5 \n\t 12 main\n"));
        assertTrue(sniffs("a     5 cycles: 7f main (/a)\n"));
        assertTrue(sniffs("node-v011 31912 cpu-clock: \n            13a80b608e0a f (/a)\n"));
        assertFalse(sniffs("node-v011 31912 cpu-clock: \n            13a80b608e0a f\n"));
        assertTrue(sniffs(" \n\t 12 main\n\t 13 start\n"));
        assertTrue(sniffs("# ========\n# captured on: Thu Aug 17 14:14:43 2017\n# hostname : a\n"));
        assertTrue(sniffs("# To display the perf.data header info, please use --header\n"));
        assertTrue(sniffs(
                "Warning:\nProcessed 31 events and lost 1 chunks!\n\na 9 1.000002: cycles: \n\t 12 main (/a)\n"));
        assertFalse(sniffs("Warning:\na 9 1.000002: cycles: \nmore text\n"));
        assertFalse(sniffs(""));
        assertFalse(sniffs("a 5\n"));
        assertFalse(sniffs("a;b;c 5\n"));
        assertFalse(sniffs("          <idle>-0     [001] d..2  1234.567890: sched_switch: prev_comm=a\n"));
        assertFalse(sniffs("            bash-12 ( 12) [001] ....  1234.567890: sched_switch: prev_comm=a\n"));
        assertFalse(sniffs("# tracer: nop\n#\n   bash-12 [001] 1234.567890: sched_switch: prev_comm=a\n"));
        assertFalse(sniffs("1000 1700000052.321000 openat(AT_FDCWD, \"/nope\") = 3\n"));
        assertFalse(sniffs("11-24 10:00:00.123  1000  1000 D tag: text\n"));
        assertFalse(sniffs("{\"traceEvents\": []}"));
    }

    @Test
    void unitsDependOnTheEvent() {
        assertEquals("ns", PerfEvent.unit("cpu-clock"));
        assertEquals("ns", PerfEvent.unit("task-clock:u"));
        assertEquals("cycles", PerfEvent.unit("cycles:ppp"));
        assertEquals("cycles", PerfEvent.unit("cpu_core/cycles/P"));
        assertEquals("instructions", PerfEvent.unit("instructions"));
        assertEquals("count", PerfEvent.unit("sched:sched_switch"));
        assertEquals("count", PerfEvent.unit("page-faults"));
        assertNull(PerfEvent.unit("intel_pt//"));
        assertNull(PerfEvent.unit("cpu/event=0x3c/"));
        assertNull(PerfEvent.unit(""));
    }
}
