package traceglass.ingest.open;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceOpener.Opened;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;

/// Tests opening a file, from the check of its path to the report on its import.
class TraceOpenerTest {

    private static final String SLICES = """
        [{"ph":"X","name":"a","pid":1,"tid":1,"ts":10,"dur":5},
         {"ph":"X","name":"b","pid":1,"tid":1,"ts":20,"dur":5}]
        """;

    @TempDir
    Path folder;

    private StoreOptions options() {
        return StoreOptions.uncached().withTempDir(folder).withThreads(1);
    }

    private static long slices(Opened opened) throws Exception {
        try (var connection = opened.store().connection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT count(*) FROM __intrinsic_slice")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void namesTheProgramThatConvertsAnInstrumentsBundle() throws Exception {
        Path bundle = Files.createDirectory(folder.resolve("run.trace"));
        Files.write(bundle.resolve("form.template"), new byte[10]);
        TraceProblem problem =
                assertThrows(TraceProblem.class, () -> TraceOpener.open(bundle, options(), new ImportProgress()));
        assertTrue(problem.getMessage().contains("xctrace export"), problem.getMessage());
        Path zip = folder.resolve("run.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            out.putNextEntry(new ZipEntry("run.trace/form.template"));
            out.write(new byte[10]);
        }
        problem = assertThrows(TraceProblem.class, () -> TraceOpener.open(zip, options(), new ImportProgress()));
        assertTrue(problem.getMessage().contains("xctrace export"), problem.getMessage());
    }

    @Test
    void theSizeOfAFolderIsThatOfItsFiles() throws Exception {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Files.write(inner.resolve("a"), new byte[10]);
        Path file = Files.write(folder.resolve("b"), new byte[5]);
        assertEquals(15, TraceOpener.sizeOf(folder));
        assertEquals(5, TraceOpener.sizeOf(file));
    }

    @Test
    void reportsBytesRowsAndPhases() throws Exception {
        Path file = Files.writeString(folder.resolve("a.json"), SLICES);
        ImportProgress progress = new ImportProgress();
        List<TraceStorage> live = new ArrayList<>();
        Opened opened = TraceOpener.open(file, options(), progress, live::add);
        try (var store = opened.store()) {
            assertTrue(store.isComplete());
            assertEquals(2, slices(opened));
            assertEquals(List.of(), opened.warnings());
            assertFalse(opened.report().isFromCache());
            assertEquals(SLICES.length(), opened.report().bytes());
            assertEquals(
                    live.getFirst().tables().stream()
                            .mapToLong(t -> t.rowCount())
                            .sum(),
                    opened.report().rows());
            assertEquals(
                    Set.of("start", "read", "tokenize", "sort", "parse", "load", "index"),
                    opened.report().phases().keySet());
            assertTrue(
                    opened.report().phases().values().stream().allMatch(s -> s < 600),
                    () -> opened.report().phases().toString());
        }
        assertEquals(SLICES.length(), progress.bytesTotal());
        assertEquals(SLICES.length(), progress.bytesRead());
    }

    @Test
    void readsAnUnchangedFileFromTheCache() throws Exception {
        Path file = Files.writeString(folder.resolve("a.json"), SLICES);
        StoreOptions cached = StoreOptions.cachedIn(folder.resolve("cache")).withThreads(1);
        TraceOpener.open(file, cached, new ImportProgress()).store().close();
        Opened reopened = TraceOpener.open(file, cached, new ImportProgress());
        try (var _ = reopened.store()) {
            assertTrue(reopened.report().isFromCache());
            assertEquals(Set.of("open"), reopened.report().phases().keySet());
            assertEquals(2, slices(reopened));
        }
    }

    @Test
    void warnsAboutAnEmptyFile() throws Exception {
        Path file = Files.createFile(folder.resolve("empty.pftrace"));
        Opened opened = TraceOpener.open(file, options(), new ImportProgress());
        try (var _ = opened.store()) {
            assertEquals(List.of("empty.pftrace is empty (0 bytes)"), opened.warnings());
            assertEquals(0, slices(opened));
        }
    }

    @Test
    void reportsWhyAFileCannotBeOpened() throws Exception {
        Path gone = folder.resolve("gone");
        assertEquals(gone + " does not exist", problem(gone));
        assertEquals(folder + " is a folder; choose a trace file in it", problem(folder));
        Path text = Files.writeString(folder.resolve("letter.txt"), "Dear reader,\nthis is not a trace.\n");
        assertTrue(problem(text).contains("letter.txt"), problem(text));
    }

    private String problem(Path file) {
        return assertThrows(TraceProblem.class, () -> TraceOpener.open(file, options(), new ImportProgress()))
                .getMessage();
    }

    @Test
    void aCanceledImportLeavesNoFiles() throws Exception {
        Path traces = Files.createDirectory(folder.resolve("traces"));
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path file = Files.writeString(traces.resolve("a.json"), SLICES);
        ImportProgress progress = new ImportProgress();
        progress.cancel();
        assertThrows(
                ImportCanceled.class,
                () -> TraceOpener.open(
                        file, StoreOptions.uncached().withTempDir(temporary).withThreads(1), progress));
        try (Stream<Path> remaining = Files.list(temporary)) {
            assertEquals(List.of(), remaining.toList());
        }
    }
}
