package traceglass.ingest.bugreport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.open.TraceFileReader;
import traceglass.ingest.perfetto.Rows;
import traceglass.ingest.perfetto.TraceBuilder;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class BugreportTest {

    private static final String TITLE =
            "========================================================\n== dumpstate: 2021-08-24 23:35:40\n";

    private static TraceStorage read(Importer importer, String text) throws Exception {
        TraceStorage storage = new TraceStorage();
        ImportSession session = new ImportSession(storage, new ImportProgress());
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertTrue(importer.sniff(bytes));
        importer.read(
                new TraceInput("test", new ByteArrayInputStream(bytes), session.progress()), session.context(0, 0));
        session.finish();
        return storage;
    }

    private static String logs(TraceStorage s) {
        Table t = s.table("__intrinsic_logs");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            text.append(t.longs("ts").get(i))
                    .append(' ')
                    .append(t.longs("prio").get(i))
                    .append(' ')
                    .append(s.strings().get(t.strings("tag").get(i)))
                    .append('|')
                    .append(s.strings().get(t.strings("msg").get(i)))
                    .append("; ");
        }
        return text.toString();
    }

    @Test
    void readsLogsWithAndWithoutAYear() throws Exception {
        assertEquals(
                "1687624463441532000 4 a:tag|a: message; ",
                logs(read(
                        new LogcatImporter(),
                        "--------- beginning of main\n"
                                + "2023-06-24 16:34:23.441532 23153 23154 I a:tag  : a: message\n")));
        assertEquals(
                "1687624463500000000 6 t|m long enough; ",
                logs(read(new LogcatImporter(), "2023-06-24 16:34:23.5  root     7    8 E t: m long enough\n")));
        assertFalse(
                new LogcatImporter().sniff("--------- beginning of main\nno log\n".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void countsInvalidLines() throws Exception {
        TraceStorage s = read(
                new LogcatImporter(),
                "2023-06-24 16:34:23.5 7 8 E t: m long enough\nwhat is this line that is long enough\n"
                        + "2023-13-24 16:34:23.5 7 8 E t: there is no such month\n");
        assertEquals(1, s.table("__intrinsic_logs").rowCount());
        assertEquals(2, TraceBuilder.stat(s, "android_log_num_failed"));
    }

    @Test
    void distinguishesSectionsAndServicesOfADump() throws Exception {
        TraceStorage s = read(
                new DumpstateImporter(),
                TITLE + "------ DUMPSYS CRITICAL (/system/bin/dumpsys) ------\n"
                        + "-------------------------------------------------------------------------------\n"
                        + "DUMP OF SERVICE CRITICAL activity:\n"
                        + "one\n"
                        + "--------- 0.01s was the duration of dumpsys activity, ending at: x\n"
                        + "------ 0.3s was the duration of 'DUMPSYS' ------\n"
                        + "------ BLOCK STAT (/sys/block/dm-0/stat) ------\n"
                        + "two\n");
        Table t = s.table("__intrinsic_android_dumpstate");
        StringBuilder text = new StringBuilder();
        for (int i = 2; i < t.rowCount(); i++) {
            text.append(s.strings().get(t.strings("section").get(i)))
                    .append('/')
                    .append(s.strings().get(t.strings("service").get(i)))
                    .append('/')
                    .append(s.strings().get(t.strings("line").get(i)))
                    .append("; ");
        }
        assertEquals(
                "DUMPSYS CRITICAL (/system/bin/dumpsys)/activity/DUMP OF SERVICE CRITICAL activity:; "
                        + "DUMPSYS CRITICAL (/system/bin/dumpsys)/activity/one; BLOCK STAT/null/two; ",
                text.toString());
    }

    @Test
    void convertsLogsOfADumpToUtcOnceTheZoneIsKnown() throws Exception {
        TraceStorage s = read(
                new DumpstateImporter(),
                TITLE + "------ SYSTEM LOG (logcat) ------\n"
                        + "08-24 23:39:04.500  1000     7    8 W tag: early message\n"
                        + "------ DUMPSYS (/system/bin/dumpsys) ------\n"
                        + "DUMP OF SERVICE alarm:\n"
                        + "  nowRTC=1629844744041=2021-08-24 23:39:04.041 nowELAPSED=403532\n");
        assertEquals("1629844744500000000 5 tag|early message; ", logs(s));
    }

    @Test
    void usesTheFormatOfTheFirstLineForAWholeLog() throws Exception {
        TraceStorage s = read(
                new DumpstateImporter(),
                TITLE + "------ SYSTEM LOG (logcat) ------\n"
                        + "no line of a log, but one that is long enough\n"
                        + "08-24 23:39:04.500     7    8 W tag: a message\n"
                        + "08-24 23:39:04.600  root     7    8 W tag: with a user\n"
                        + "08-24 23:39:04.700     7    8 W without any tag\n"
                        + "08-24 23:39:04.800     7    8 W  : empty\n");
        assertEquals("tag|a message; -|without any tag; |empty", Rows.of(s, "__intrinsic_logs", "tag:s", "msg:s"));
        assertEquals(1, TraceBuilder.stat(s, "android_log_format_invalid"));
        assertEquals(1, TraceBuilder.stat(s, "android_log_num_failed"));
    }

    @Test
    void skipsLinesOfTheDumpThatAreNotBatteryHistory() throws Exception {
        TraceStorage s = read(
                new DumpstateImporter(),
                "9,0,i,vers,36\n9,hsp,0,1,\"" + "x".repeat(300) + "\"\n"
                        + "9,h,0:RESET:TIME:1000\n"
                        + "9,h,wrong,Bl=1\n"
                        + "9,h,0,,Bl=50,,Ejb=0\n\n"
                        + "9\n"
                        + "------ 0.1s was the duration of 'CHECKIN"
                        + " BATTERYSTATS' ------\n\n"
                        + "------ OTHER ------\n\n");
        assertEquals(6, s.table("__intrinsic_android_dumpstate").rowCount());
        assertEquals("50.0", Rows.of(s, "__intrinsic_counter", "value:d"));
        // Slice names are truncated to 254 bytes.
        assertEquals("job=1:\"" + "x".repeat(247), Rows.of(s, "__intrinsic_slice", "name:s"));
    }

    @Test
    void readsTheHistoryOfTheBattery() throws Exception {
        TraceStorage s = read(
                new DumpstateImporter(),
                "9,0,i,vers,36,214,A,B\n9,hsp,0,1001,\"a, lock\"\n9,hsp,1,[NUMBER],\"x\"\n"
                        + "9,h,0:RESET:TIME:1000\n9,h,0,Bl=50,+w,Pcn=lte\n9,h,5,+w=0,Exx=1\n9,h,10,-w=0,Ejb=0\n");
        Table slices = s.table("__intrinsic_slice");
        assertEquals(2, slices.rowCount());
        assertEquals("a, lock", s.strings().get(slices.strings("name").get(0)));
        assertEquals(1_005_000_000, slices.longs("ts").get(0));
        assertEquals(10_000_000, slices.longs("dur").get(0));
        assertEquals(
                "job=1001:\"a, lock\"", s.strings().get(slices.strings("name").get(1)));
        Table samples = s.table("__intrinsic_counter");
        assertEquals(2, samples.rowCount(), "wake locks are no counter");
        assertEquals(50, samples.doubles("value").get(0));
        assertEquals(13, samples.doubles("value").get(1), "the place of lte in the list of connections");
    }

    private static void zipInto(Path file, String... namesAndTexts) throws Exception {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                ZipEntry entry = new ZipEntry(namesAndTexts[i]);
                // Later entries in the list are older.
                entry.setTimeLocal(LocalDateTime.of(2021, 8, 24, 12, 0).minusHours(i));
                zip.putNextEntry(entry);
                zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void readsTheDumpAndTheLogsOfABugReport(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("bugreport.zip");
        zipInto(
                file,
                "version.txt",
                "2.0",
                "FS/data/misc/logd/logcat",
                "01-02 03:04:05.006007 7 8 I t: it is in both logs\n01-02 03:04:05.006007 7 8 I t: it is in both logs\n"
                        + "01-02 03:04:06.5 7 8 I t: second of stored\n",
                "FS/data/misc/logd/logcat.1",
                "01-02 03:04:04.5 7 8 I t: first of stored\n",
                "FS/data/misc/logd/logcat.id",
                "01-02 03:04:04.5 7 8 I t: no log for people\n",
                "FS/data/other.txt",
                "01-02 03:04:04.5 7 8 I t: no log of the device\n",
                "bugreport-a-b-TP1A.220623.001-2020-08-24-23-35-40.txt",
                TITLE.replace("2021", "2020")
                        + "------ SYSTEM LOG (logcat) ------\n01-02 03:04:05.006  root 7 8 I t: it is in both logs\n"
                        + "------ DUMPSYS HIGH (/system/bin/dumpsys) ------\nDUMP OF SERVICE alarm:\n"
                        + "  nowRTC=1000=1970-01-01 01:00:01.000 nowELAPSED=5\n");
        TraceStorage s = new TraceStorage();
        TraceFileReader.readAll(file, s, new ImportProgress());
        assertEquals(
                "1577930644500000000 4 t|first of stored; 1577930645006000000 4 t|it is in both logs; "
                        + "1577930645006007000 4 t|it is in both logs; 1577930646500000000 4 t|second of stored; ",
                logs(s));
        Table files = s.table("__intrinsic_trace_file");
        assertEquals(7, files.rowCount());
        StringBuilder types = new StringBuilder();
        for (int i = 0; i < files.rowCount(); i++) {
            types.append(s.strings().get(files.strings("trace_type").get(i))).append(' ');
        }
        assertEquals("zip unknown android_logcat android_logcat unknown unknown android_dumpstate ", types.toString());
    }

    @Test
    void usesTheTraceTimeOfTheTraceInABugReport(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("bugreport.zip");
        String trace = Trace.newBuilder()
                .addPacket(TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(1)
                        .setClockSnapshot(ClockSnapshot.newBuilder()
                                .addClocks(ClockSnapshot.Clock.newBuilder()
                                        .setClockId(6)
                                        .setTimestamp(5_000_000_000L))
                                .addClocks(ClockSnapshot.Clock.newBuilder()
                                        .setClockId(1)
                                        .setTimestamp(1_577_930_645_000_000_000L))))
                .build()
                .toByteString()
                .toString(StandardCharsets.ISO_8859_1);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("bugreport-a-b-TP1A.220623.001-2020-08-24-23-35-40.txt"));
            zip.write((TITLE.replace("2021", "2020")
                            + "------ SYSTEM LOG (logcat) ------\n01-02 02:04:05.006  root 7 8 I t: a message of it\n")
                    .getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("FS/data/misc/perfetto-traces/bugreport/systrace.pftrace"));
            zip.write(trace.getBytes(StandardCharsets.ISO_8859_1));
        }
        TraceStorage s = new TraceStorage();
        TraceFileReader.readAll(file, s, new ImportProgress());
        assertEquals("5006000000 4 t|a message of it; ", logs(s));
    }

    @Test
    void readsTheYearOfALogFromTheTraceInTheArchive(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("both.zip");
        String trace = Trace.newBuilder()
                .addPacket(TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(1)
                        .setClockSnapshot(ClockSnapshot.newBuilder()
                                .addClocks(ClockSnapshot.Clock.newBuilder()
                                        .setClockId(6)
                                        .setTimestamp(5_000_000_000L))
                                .addClocks(ClockSnapshot.Clock.newBuilder()
                                        .setClockId(1)
                                        .setTimestamp(1_577_930_645_000_000_000L))))
                .addPacket(TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(1)
                        .setTimestamp(5_000_000_000L)
                        .setTrackEvent(TrackEvent.newBuilder().setType(TrackEvent.Type.TYPE_INSTANT)))
                .build()
                .toByteString()
                .toString(StandardCharsets.ISO_8859_1);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("log.txt"));
            zip.write("01-02 02:04:05.006  root 7 8 I t: a message of it\n".getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("trace.pftrace"));
            zip.write(trace.getBytes(StandardCharsets.ISO_8859_1));
        }
        TraceStorage s = new TraceStorage();
        TraceFileReader.readAll(file, s, new ImportProgress());
        assertEquals("5006000000 4 t|a message of it; ", logs(s));
    }
}
