package traceglass.ingest.systemlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.ingest.Importer;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.store.table.TraceStorage;

class SystemLogImportersTest {

    private static byte[] file(String name) throws Exception {
        try (InputStream in = SystemLogImportersTest.class.getResourceAsStream("/cases/systemlog/" + name)) {
            return in.readAllBytes();
        }
    }

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static int lines(TraceStorage storage) {
        return storage.table("__intrinsic_logs").rowCount();
    }

    private static boolean isText(String text) {
        return new TextLogImporter().sniff(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void recognizesLogText() {
        assertTrue(isText("[    0.000000] Linux version\n"));
        assertTrue(isText("Nov 26 14:42:39 host sshd[42]: text\n"));
        assertTrue(isText("-- Journal begins --\nNov 26 14:42:39.123456 host kernel: text\n"));
        assertTrue(isText("<34>1 2003-10-11T22:14:15.003Z h a p m - text\n"));
        assertTrue(isText("Jun 14 15:16:01 combo sshd(pam_unix)[19939]: authentication failure; user=root\n"));
        assertTrue(isText("2019-05-09T20:02:30,000000+00:00 Linux version 4.15.0 (a@b) #1 SMP\n"));
        assertFalse(isText("[0.012s][info][gc] Using G1\n"));
        assertFalse(isText("2024-03-01T10:20:30 something without a program\n"));
        assertFalse(isText("[    0.000000] one line\nand\nother\ntext\n"));
        assertFalse(isText("main;run 3\n"));
        assertFalse(isText(""));
    }

    @Test
    void assumesTheLatestPastDayForDatesWithoutAYear() throws Exception {
        LocalDate yesterday = LocalDate.now(ZoneOffset.UTC).minusDays(1);
        String date = yesterday
                .format(DateTimeFormatter.ofPattern("MMM dd", Locale.ROOT))
                .replace(" 0", "  ");
        TraceStorage storage = read(date + " 00:00:01.5 host sshd[42]: text\n");
        assertEquals(
                yesterday.toEpochDay() * 86_400_000_000_000L + 1_500_000_000L,
                storage.table("__intrinsic_logs").longs("ts").get(0));
    }

    @Test
    void readsKernelMessagesWithTimesOfIso8601() throws Exception {
        TraceStorage storage = read("2019-05-09T20:02:30,000000+0200 Linux version 4.15.0\n"
                + "kern  :err   : 2019-05-09T20:02:30,250000+0200 cron[7]: late\n");
        assertEquals(2, lines(storage));
        assertEquals(
                1_557_424_950_250_000_000L,
                storage.table("__intrinsic_logs").longs("ts").get(1));
    }

    @Test
    void boundsBinaryValuesOfTheJournal() throws Exception {
        byte[] start = "__CURSOR=a\n__REALTIME_TIMESTAMP=1709284830123456\nMESSAGE\n".getBytes(StandardCharsets.UTF_8);
        for (long length : new long[] {Long.MAX_VALUE, -1, 1L << 40}) {
            byte[] bytes = ByteBuffer.allocate(start.length + 16)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(start)
                    .putLong(length)
                    .putLong(0x6161616161616161L)
                    .array();
            assertEquals(1, lines(DamagedFile.read(bytes)));
        }
    }

    @Test
    void countsJsonThatEndsEarly() throws Exception {
        String text = new String(file("journal.json"), StandardCharsets.UTF_8);
        TraceStorage storage = read(text.substring(0, text.length() - 30));
        assertEquals(1, stat(storage, "system_log_truncated"));
        assertEquals(2, lines(storage));
    }

    @ParameterizedTest
    @ValueSource(strings = {"journal.json", "dmesg.txt", "dmesg_json.json", "syslog.txt", "macos.ndjson"})
    void survivesDamage(String name) throws Exception {
        Importer importer = name.endsWith("json") ? new JsonLogImporter() : new TextLogImporter();
        DamagedInputs.check(importer, file(name), SystemLogImportersTest::lines);
        DamagedFile.assertSurvives(file(name), 8);
    }
}
