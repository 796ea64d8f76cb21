package traceglass.ingest.bugreport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

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

    @Test
    void readsLogsSavedByAndroidStudio() throws Exception {
        TraceStorage storage = read("""
            * daemon not running; starting now at tcp:5037
            * daemon started successfully
            --------- beginning of main
            2025-01-24 11:39:16.533  1249-1321  My Tag                  com.example.app                      E  a  B  c
            2025-01-24 11:39:16.533  1249-1249  View                    pid-1249                             D\s\s
                                                                                                                   \tat x
            2019-02-18 10:11:12.123 99-98/com.example.other A/a b: f: g
            2019-02-18 10:11:12.124 77-77/? I/a.b:
            """);
        assertEquals(
                "1550484672123000000|7|a b|f: g; 1550484672124000000|4|a.b|;"
                        + " 1737718756533000000|6|My Tag|a  B  c; 1737718756533000000|3|View|;"
                        + " 1737718756533000000|3|View|at x",
                Rows.of(storage, "__intrinsic_logs", "ts:l", "prio:l", "tag:s", "msg:s"));
        String names = Rows.of(storage, "__intrinsic_process", "pid:l", "name:s");
        assertTrue(names.contains("1249|com.example.app; 99|com.example.other"), names);
        assertEquals(0, stat(storage, "android_log_num_failed"));
        assertTrue(sniffs("2025-01-24 11:39:16.533  1249-1321  Tag  com.app  E  text\r\n"));
        assertFalse(sniffs("2025-01-24 11:39:16.533  1249-1321  Tag  com.app  text\n"));
    }
}
