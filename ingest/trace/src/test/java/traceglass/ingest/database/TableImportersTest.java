package traceglass.ingest.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.open.TraceOpener;
import traceglass.ingest.tracker.stats.ImportedStats;
import traceglass.store.TraceStore;
import traceglass.store.database.ReadingOptions;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;

class TableImportersTest {

    private static final String UNCLEAR = "ts,dur,name\n100,20,a\n130,50,b\n";
    private static final String ROWS = "SELECT 1700000000000 + i AS ts_ms, i * 1.5 AS dur_ms, 'step ' || i AS name,"
            + " 7 AS pid FROM range(300) t(i)";

    @TempDir
    Path dir;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static int slices(TraceStorage storage) {
        return storage.table("__intrinsic_slice").rowCount();
    }

    private static String text() {
        StringBuilder text = new StringBuilder("timestamp_us,dur_us,name,value\n");
        for (int i = 0; i < 200; i++) {
            text.append(1_700_000_000_000_000L + i * 1000L)
                    .append(",500,\"step, ")
                    .append(i)
                    .append("\",")
                    .append(i);
            text.append('\n');
        }
        return text.toString();
    }

    private static String jsonLines() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            text.append("{\"timestamp\":\"2024-01-01T00:00:")
                    .append(i % 60 < 10 ? "0" : "")
                    .append(i % 60);
            text.append(".5Z\",\"name\":\"n")
                    .append(i % 7)
                    .append("\",\"value\":")
                    .append(i)
                    .append("}\n");
        }
        return text.toString();
    }

    /// Writes a file with DuckDB.
    private byte[] writeWithDuckDb(String name, String sql) throws Exception {
        Path file = dir.resolve(name);
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:" + (name.endsWith(".duckdb") ? file : ""));
                Statement s = c.createStatement()) {
            s.execute(sql.replace("FILE", file.toString()));
        }
        return Files.readAllBytes(file);
    }

    private byte[] parquet() throws Exception {
        return writeWithDuckDb("a.parquet", "COPY (" + ROWS + ") TO 'FILE' (FORMAT parquet)");
    }

    private byte[] database() throws Exception {
        return writeWithDuckDb(
                "a.duckdb",
                "CREATE TABLE colors AS SELECT 'red' AS color FROM range(1000); CREATE TABLE steps AS " + ROWS);
    }

    @Test
    void readsParquetAndDatabases() throws Exception {
        for (byte[] file : List.of(parquet(), database())) {
            TraceStorage storage = DamagedFile.read(file);
            assertEquals(300, slices(storage));
            assertEquals(
                    1_700_000_000_000_000_000L,
                    storage.table("__intrinsic_slice").longs("ts").get(0));
            assertEquals(
                    1_500_000, storage.table("__intrinsic_slice").longs("dur").get(1));
        }
    }

    @Test
    void readsDatesOfParquetInUtc() throws Exception {
        TraceStorage storage = DamagedFile.read(writeWithDuckDb(
                "a.parquet",
                "COPY (SELECT TIMESTAMP_NS '2024-01-01 00:00:00.123456789' AS time, 1 AS value) TO 'FILE'"
                        + " (FORMAT parquet)"));
        assertEquals(
                1_704_067_200_123_456_789L,
                storage.table("__intrinsic_counter").longs("ts").get(0));
        storage = DamagedFile.read(writeWithDuckDb(
                "b.parquet",
                "COPY (SELECT make_timestamptz(1704067200123456) AS time, 1 AS value) TO 'FILE' (FORMAT parquet)"));
        assertEquals(
                1_704_067_200_123_456_000L,
                storage.table("__intrinsic_counter").longs("ts").get(0));
    }

    @Test
    void readsCompressedAndUtf16TextAndFilesWithPatternsInTheirNames() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes(text()));
        }
        assertEquals(200, slices(DamagedFile.read(packed.toByteArray())));
        assertEquals(200, slices(DamagedFile.read(("\ufeff" + text()).getBytes(StandardCharsets.UTF_16LE))));
        assertEquals(200, slices(DamagedFile.read(bytes("\ufeff" + text()))));
        Path odd = Files.writeString(dir.resolve("a[1]'*.csv"), text());
        TraceOpener.open(odd, StoreOptions.uncached(), new ImportProgress())
                .store()
                .close();
    }

    @Test
    void quotedValuesMayContainLineBreaks() throws Exception {
        TraceStorage storage = DamagedFile.read(bytes("time_s,name,pid\n1.5,\"a\nb\",1\n2.5,c,1\n"));
        assertEquals(2, slices(storage));
        assertEquals(
                "a\nb",
                storage.strings()
                        .get(storage.table("__intrinsic_slice").strings("name").get(0)));
    }

    /// Each import opens a database, so fewer damaged copies are imported than for other formats.
    @Test
    void survivesDamage() throws Exception {
        int[] before = {0};
        DamagedInputs.checkTruncated(new CsvImporter(), bytes(text()), (storage, part) -> {
            assertTrue(slices(storage) >= before[0], part + "/50");
            before[0] = slices(storage);
        });
        assertTrue(before[0] > 190, "rows before the cut: " + before[0]);
        flip(new CsvImporter(), bytes(text()));
        flip(new JsonLinesImporter(), bytes(jsonLines()));
        flip(new ParquetImporter(), parquet());
        flip(new DuckDbImporter(), database());
    }

    private static void flip(TableImporter importer, byte[] good) {
        Random random = new Random(5);
        for (int i = 0; i < 30; i++) {
            byte[] damaged = i % 3 == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
            for (int flips = i % 3 == 0 ? 0 : 1 + random.nextInt(8); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                DamagedInputs.read(importer, damaged);
            } catch (TraceProblem | IOException e) {
                assertFalse(e.getMessage().isEmpty());
            }
        }
    }

    @Test
    void countsRowsThatCannotBeShown() throws Exception {
        TraceStorage storage = DamagedFile.read(
                bytes("start_ms,end_ms,name\n100,200,a\n150,120,b\nx,2,c\n200,210,d\n" + "201,202,e\n202,203,f\n"));
        assertEquals(4, slices(storage));
        assertEquals(1, ImportedStats.stat(storage, "table_row_without_time"));
        assertEquals(1, ImportedStats.stat(storage, "table_negative_duration"));
    }

    @Test
    void namesTheColumnsOfATableWithoutTime() {
        TraceProblem problem =
                assertThrows(TraceProblem.class, () -> DamagedFile.read(bytes("fruit,color\napple,red\npear,green\n")));
        assertTrue(
                problem.getMessage()
                        .endsWith(" is a table without a recognized time column; its columns are fruit, color"),
                problem.getMessage());
    }

    @Test
    void reportsWhyAFileIsUnreadable() throws Exception {
        Path file = Files.write(dir.resolve("cut.parquet"), Arrays.copyOf(parquet(), 100));
        TraceProblem problem = assertThrows(TraceProblem.class, () -> open(file, ReadingOptions.NONE));
        assertTrue(
                problem.getMessage().startsWith("cut.parquet can't be read as a Parquet table: "),
                problem.getMessage());
        assertFalse(problem.getMessage().contains(dir.toString()), problem.getMessage());
    }

    @Test
    void otherTextIsNotATable() {
        for (String text : List.of(
                "one, two\nthree\n",
                "Dear all, thank you\nfor coming, see you, bye\n",
                "1,2,3\n4,5,6\n",
                "a,b\n",
                "a,a\n1,2\n",
                "key=1,other=2\nkey=2,other=3\n",
                "")) {
            assertFalse(Tables.mayBeTable(bytes(text)), text);
        }
        assertFalse(new JsonLinesImporter().sniff(bytes("{\"ph\":\"X\",\"ts\":1}\n{\"ph\":\"X\",\"ts\":2}\n")));
        assertFalse(new JsonLinesImporter().sniff(bytes("{\"ts\":1,\n\"traceEvents\":[]}\n")));
    }

    @Test
    void explainsWhyIrregularRowsCannotBeRead() throws Exception {
        Path file = Files.writeString(dir.resolve("quote.csv"), "Name,Time\n\"a\",1\n\"b,2\n,,,,\n");
        TraceProblem problem = assertThrows(TraceProblem.class, () -> open(file, ReadingOptions.NONE));
        assertEquals(
                "quote.csv can't be read as a CSV table: its rows have different numbers of columns, or a quoted value"
                        + " is not closed",
                problem.getMessage());
    }

    private TraceStore open(Path file, ReadingOptions reading) throws TraceProblem {
        StoreOptions options = StoreOptions.cachedIn(dir.resolve("cache")).withReading(reading);
        return TraceOpener.open(file, options, new ImportProgress()).store();
    }

    private long length(Path file, ReadingOptions reading) throws TraceProblem {
        try (TraceStore store = open(file, reading)) {
            return store.bounds().durNs();
        }
    }

    @Test
    void aChoiceIsUsedAndRememberedForTheSameColumns() throws Exception {
        Path file = Files.writeString(dir.resolve("a.csv"), UNCLEAR);
        ReadingOptions reading = ReadingOptions.in(dir.resolve("importers"), dir.resolve("config"));
        UnclearColumnsProblem unclear = assertThrows(UnclearColumnsProblem.class, () -> open(file, reading));
        assertEquals(
                "a.csv is a table, but the unit of “ts” is unknown. Specify the meanings of the columns, for"
                        + " example --columns time=ts:ms,duration=dur:ms,name=name. Its columns are ts, dur, name",
                unclear.getMessage());
        assertEquals(80_000, length(file, reading.withColumns("time=ts:us,dur=dur:us,name=name")));
        ColumnMeanings chosen = ColumnMeanings.parse("time=ts:ms,duration=dur,name=name");
        ColumnChoices.of(reading).save(List.of("ts", "dur", "name"), chosen);
        assertEquals(80_000_000, length(file, reading));
        Path same = Files.writeString(dir.resolve("b.csv"), UNCLEAR);
        assertEquals(80_000_000, length(same, reading));
        Path other = Files.writeString(dir.resolve("c.csv"), "ts,dur,label\n100,20,a\n130,50,b\n");
        assertThrows(UnclearColumnsProblem.class, () -> open(other, reading));
        // The database for the first choice must not be used for another choice.
        ColumnChoices.of(reading).save(List.of("ts", "dur", "name"), ColumnMeanings.parse("time=ts:s,dur=dur:s"));
        assertEquals(80_000_000_000L, length(file, reading));
    }

    @Test
    void explainsInvalidChoices() throws IOException {
        Path file = Files.writeString(dir.resolve("a.csv"), UNCLEAR);
        for (String[] wrong : new String[][] {
            {
                "nonsense",
                "can't read “nonsense” as the meaning of a column. Example: time=ts:us,duration=dur:us,name=event"
            },
            {"time=when:ms", "a.csv has no column “when”; its columns are ts, dur, name"},
            {"name=name", "the columns chosen for a.csv include no time, for example time=ts:ms"},
            {"time=ts", "the unit of the column “ts” of a.csv is unknown; add it, for example time=ts:ms"}
        }) {
            TraceProblem problem =
                    assertThrows(TraceProblem.class, () -> open(file, ReadingOptions.NONE.withColumns(wrong[0])));
            assertEquals(wrong[1], problem.getMessage());
        }
    }

    @Test
    void namesOfColumnsMayContainCommasAndColons() {
        String text = "time=t, in all:ms,name=a:b,value=x,value=y,z";
        ColumnMeanings meanings = ColumnMeanings.parse(text);
        assertEquals("t, in all", meanings.of(ColumnMeanings.Meaning.TIME).name());
        assertEquals("a:b", meanings.of(ColumnMeanings.Meaning.NAME).name());
        assertEquals(
                List.of("x", "y,z"),
                meanings.all(ColumnMeanings.Meaning.VALUE).stream()
                        .map(c -> c.name())
                        .toList());
        assertEquals(text, meanings.text());
    }
}
