package traceglass.ingest.systrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class SystraceLineTest {

    private static String read(String line) {
        SystraceLine l = SystraceLine.parse(line);
        return l == null
                ? null
                : l.task() + "|" + l.tid() + "|" + l.tgid() + "|" + l.cpu() + "|" + l.ts() + "|" + l.event() + "|"
                        + l.args();
    }

    @Test
    void readsEveryFormatOfALine() {
        assertEquals(
                "kworker/u16:1|77|77|4|316196720000|0|B|77|__scm_call_armv8_64|0",
                read("kworker/u16:1-77    (   77) [004] ....   316.196720: 0: B|77|__scm_call_armv8_64|0"));
        assertEquals(
                "<idle>|0|-1|0|2188000|task_newtask|pid=1",
                read("          <idle>-0     [000] ...2     0.002188: task_newtask: pid=1"));
        assertEquals(
                "<idle>|0|-1|0|2188000|task_newtask|pid=1", read("<idle>-0     [000]  0.002188: task_newtask: pid=1"));
        assertEquals(
                "<idle>|0|-1|1|2188000|softirq_exit|vec=7",
                read("  <idle>-0       (-------) [001] ..s1.  0.002188: softirq_exit: vec=7"));
        assertEquals(
                "sh|1642|-1|2|76211696000|sched_wakeup|comm=x",
                read("   sh-1642  [002]    76.211696: sched_wakeup:          comm=x"));
        assertEquals("a|12|34|0|1000000000|e|", read("a-12  34 [000] .... 1.0: e:"));
        assertEquals("a|12|34|0|316196720000|e|x", read("a-12 ( 34) [000] ....316.196720: e: x"));
        assertEquals("a|12|34|0|316196740000|e|x", read("a-12 ( 34) [000] d...316.196740: e: x"));
    }

    @Test
    void parsesNamesThatLookLikeOtherParts() {
        assertEquals("shell svc 24997|24998|-1|0|1000000000|e|", read(" shell svc 24997-24998 [000] d..2 1.0: e:"));
        assertEquals("a[0] -1 (x)|5|-1|3|1000000000|e|x", read("a[0] -1 (x)-5 [003] 1.0: e: x"));
    }

    @Test
    void rejectsTextThatIsNotALine() {
        assertNull(read(""));
        assertNull(read("CPU 3 is empty"));
        assertNull(read("x-1 [000] .... then: e: x"));
        assertNull(read("x [000] 1.0: e: x"));
        assertNull(read("x-1 [99999] 1.0: e: x"));
    }

    @Test
    void findsArgumentsByKey() {
        SystraceLine l = SystraceLine.parse("x-1 [000] 1.0: e: prev_pid=3 pid=4 flags=0x10");
        assertEquals(4, l.number("pid", -1));
        assertEquals(16, l.number("flags", -1));
        assertEquals(-1, l.number("none", -1));
    }
}
