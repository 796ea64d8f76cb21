package traceglass.ingest.bugreport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.perfetto.Rows;
import traceglass.store.table.TraceStorage;

class LogcatFormatsTest {

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean sniffs(String text) {
        return new LogcatImporter().sniff(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsSecondsSince1970() throws Exception {
        TraceStorage storage = read("""
                EventLog

                --------- beginning of events
                         1681207047.981157174  1000  1654  1821 I input_cancel: [a b]
                         1681207048.001  1654  1822 W am_wtf  : text
                         1681207049.002000000 shell 19243 19244 E auditd: type=1400 audit(0.0:178)
                """);
        assertEquals(
                "1681207047981157174|4|input_cancel|[a b]; 1681207048001000000|5|am_wtf|text;"
                        + " 1681207049002000000|6|auditd|type=1400 audit(0.0:178)",
                Rows.of(storage, "__intrinsic_logs", "ts:l", "prio:l", "tag:s", "msg:s"));
        assertTrue(Rows.of(storage, "__intrinsic_thread", "tid:l").contains("19244"));
    }

    @Test
    void readsLinesWithoutThreads() throws Exception {
        TraceStorage storage = read("""
                --------- beginning of main
                2024-08-17 12:34:56.789 D/TextView( 2462): 5:05
                2024-08-17 12:34:57.000 +0000 W/a.b (15): x: y
                """);
        assertEquals(
                "1723898096789000000|3|TextView|5:05; 1723898097000000000|5|a.b|x: y",
                Rows.of(storage, "__intrinsic_logs", "ts:l", "prio:l", "tag:s", "msg:s"));
        assertTrue(sniffs("08-17 12:34:56.789 D/TextView( 2462): 5:05\n"));
        assertFalse(sniffs("D/TextView( 2462): 5:05\n"));
        assertFalse(sniffs("EventLog\n"));
    }
}
