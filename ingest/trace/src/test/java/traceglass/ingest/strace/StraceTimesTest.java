package traceglass.ingest.strace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StraceTimesTest {

    private static StraceTimes of(String text) {
        return StraceTimes.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String format(String text) {
        StraceTimes times = of(text);
        return times == null ? "none" : times.format() + (times.hasThreads() ? " with threads" : "");
    }

    @Test
    void detectsTheFormatOfTimes() {
        assertEquals("EPOCH with threads", format("1000 1700000052.321000 close(3) = 0\n"));
        assertEquals("EPOCH", format("1700000052.321000 close(3) = 0\n"));
        assertEquals("TIME_OF_DAY with threads", format("[pid 12] 12:00:01 close(3) = 0\n"));
        assertEquals("TIME_OF_DAY", format("12:00:01.5 (+ 0.000001) close(3) = 0\n"));
        assertEquals("RELATIVE", format("     0.000000 close(3) = 0\n"));
        assertEquals("NONE", format("close(3) = 0\nread(3, \"\", 1) = 0\n"));
        assertEquals("NONE with threads", format("7 close(3) = 0\n7 read(3, \"\", 1 <unfinished ...>\n"));
    }

    @Test
    void otherTextIsRejected() {
        for (String text : new String[] {
            "",
            "hello\n",
            "close(3) = 0\n",
            "int main(void) = x\nreturn(0)\n",
            "12:00:01 something happened\n",
            "0.5 1.5 2.5\n"
        }) {
            assertNull(of(text), text);
        }
    }

    @Test
    void relativeTimesAreAddedUp() {
        StraceTimes times = new StraceTimes(StraceTimes.Format.RELATIVE, false);
        assertEquals(0, times.next("0.000000"));
        assertEquals(400_000, times.next("0.000400"));
        assertEquals(500_000, times.next("0.000100"));
        assertEquals(-1, times.next("x"));
    }

    @Test
    void linesOfOneSecondKeepTheirOrder() {
        StraceTimes times = new StraceTimes(StraceTimes.Format.TIME_OF_DAY, false);
        long second = times.next("14:50:52");
        assertEquals(1_000, times.next("14:50:52") - second);
        assertEquals(2_000, times.next("14:50:52") - second);
        assertEquals(1_000_000_000, times.next("14:50:53") - second);
    }

    @Test
    void timesOfDayContinueAfterMidnight() {
        StraceTimes times = new StraceTimes(StraceTimes.Format.TIME_OF_DAY, false);
        long before = times.next("23:59:59.900000");
        assertEquals(200_000_000, times.next("00:00:00.1") - before);
        assertEquals(-1, times.next("1700000000.1"));
    }
}
