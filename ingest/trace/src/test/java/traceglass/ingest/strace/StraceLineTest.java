package traceglass.ingest.strace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StraceLineTest {

    private static String read(String line) {
        StraceLine l = StraceLine.parse(line);
        return l == null
                ? null
                : l.tid() + "|" + l.timeNs() + "|" + l.kind() + "|" + l.call() + "|" + l.args() + "|" + l.result();
    }

    @Test
    void readsCallsOnOneOrTwoLines() {
        assertEquals(
                "1000|1700000052321000000|COMPLETE|openat|AT_FDCWD, \"/a) = b\", O_RDONLY|-1 ENOENT (No such file or"
                        + " directory)",
                read("1000  1700000052.321000 openat(AT_FDCWD, \"/a) = b\", O_RDONLY)   = -1 ENOENT (No such file or"
                                + " directory)")
                        .replace("AT_FDCWD, \"/a|b\", O_RDONLY)   = ", "AT_FDCWD, \"/a) = b\", O_RDONLY|"));
        assertEquals(
                "1000|1700000052321000000|UNFINISHED|futex|0x7f, FUTEX_WAIT|null",
                read("1000 1700000052.321000 futex(0x7f, FUTEX_WAIT, <unfinished ...>"));
        assertEquals(
                "1000|1700000052321000000|RESUMED|futex||0", read("1000 1700000052.321000 <... futex resumed>) = 0"));
        assertEquals(
                "1000|1700000052321000000|RESUMED_UNFINISHED|poll|a|null",
                read("1000 1700000052.321000 <... poll resumed> a <unfinished ...>"));
    }

    @Test
    void distinguishesTimesFromThreads() {
        assertEquals("-1|1700000052000000000|COMPLETE|close|3|0", read("1700000052 close(3) = 0"));
        assertEquals("4194303|1700000052000007000|COMPLETE|close|3|0", read("4194303 1700000052.7 close(3) = 0"));
        assertNull(read("1000 12:30:00.123 close(3) = 0"));
        assertTrue(StraceLine.hasTimeOfDay("1000 12:30:00.123 close(3) = 0"));
        assertNull(read("1000 99999999999999999999.0 close(3) = 0"));
    }

    @Test
    void rejectsLinesThatAreNotCalls() {
        for (String line : new String[] {
            "",
            "--- SIGCHLD {si_signo=SIGCHLD} ---",
            "+++ exited with 0 +++",
            "hello",
            "1000 1700000052.3",
            "1000 1700000052.3 close",
            "   shell-1  [000] 12.0: print: x",
            "1000 1700000052.3 <... close",
            "1 1 ("
        }) {
            assertNull(read(line), line);
            assertFalse(StraceLine.hasTimeOfDay(line), line);
        }
    }
}
