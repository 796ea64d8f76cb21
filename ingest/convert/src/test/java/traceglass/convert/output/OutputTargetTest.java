package traceglass.convert.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OutputTargetTest {

    @TempDir
    Path dir;

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    private String message(Path target, boolean isReplacing, Path... inputs) {
        return assertThrows(ConvertProblem.class, () -> OutputTarget.of(target, isReplacing, List.of(inputs)))
                .getMessage();
    }

    @Test
    void theFileGetsItsNameOnlyWhenComplete() throws Exception {
        Path file = dir.resolve("out.json");
        try (OutputTarget target = OutputTarget.of(file, false, List.of())) {
            target.stream().write(65);
            assertTrue(Files.notExists(file));
            target.commit();
        }
        assertEquals("A", Files.readString(file));
        assertEquals(List.of("out.json"), files());
    }

    @Test
    void nothingIsLeftWithoutCommit() throws Exception {
        try (OutputTarget target = OutputTarget.of(dir.resolve("out.json"), false, List.of())) {
            target.stream().write(65);
        }
        try (OutputTarget target = OutputTarget.of(dir.resolve("folder"), false, List.of())) {
            Files.writeString(target.temporaryFolder().resolve("a.parquet"), "x");
        }
        assertEquals(List.of(), files());
    }

    @Test
    void discardingADatabaseAlsoDeletesItsOtherFiles() throws Exception {
        try (OutputTarget target = OutputTarget.of(dir.resolve("out.duckdb"), false, List.of())) {
            Path file = Files.writeString(target.temporaryFile(), "rows");
            Files.writeString(file.resolveSibling(file.getFileName() + ".wal"), "log");
        }
        assertEquals(List.of(), files());
    }

    @Test
    void anExistingFileIsKeptUnlessReplaced() throws Exception {
        Path file = Files.writeString(dir.resolve("out.json"), "old");
        assertEquals(file + " exists; use --force to replace it", message(file, false));
        try (OutputTarget target = OutputTarget.of(file, true, List.of())) {
            target.stream().write(65);
        }
        assertEquals("old", Files.readString(file));
        try (OutputTarget target = OutputTarget.of(file, true, List.of())) {
            target.stream().write(65);
            target.commit();
        }
        assertEquals("A", Files.readString(file));
    }

    @Test
    void aFolderReplacesAFolder() throws Exception {
        Path folder = Files.createDirectory(dir.resolve("out"));
        Files.writeString(folder.resolve("old.parquet"), "old");
        try (OutputTarget target = OutputTarget.of(folder, true, List.of())) {
            Files.writeString(target.temporaryFolder().resolve("new.parquet"), "new");
            target.commit();
        }
        assertEquals(List.of("out"), files());
        assertEquals("new", Files.readString(folder.resolve("new.parquet")));
        assertTrue(Files.notExists(folder.resolve("old.parquet")));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void devicesAndPipesAreWrittenDirectly() throws Exception {
        Path pipe = dir.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        Process reader = new ProcessBuilder("cat", pipe.toString()).start();
        try (OutputTarget target = OutputTarget.of(pipe, false, List.of())) {
            target.stream().write(65);
            target.commit();
        }
        assertEquals("A", new String(reader.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        Path device = Path.of("/dev/null");
        try (OutputTarget target = OutputTarget.of(device, true, List.of())) {
            target.stream().write(65);
            assertThrows(ConvertProblem.class, target::temporaryFolder);
        }
        assertEquals(List.of("pipe"), files());
        assertTrue(Files.exists(device));
    }

    @Test
    void theInputIsNeverTheOutput() throws Exception {
        Path trace = Files.writeString(dir.resolve("trace"), "t");
        Path link = Files.createSymbolicLink(dir.resolve("link"), trace);
        assertEquals(link + " is the trace itself; choose another name", message(link, true, trace));
    }

    @Test
    void aMissingFolderIsReported() {
        Path file = dir.resolve("no/out.json");
        assertEquals("can't write out.json: the folder " + dir.resolve("no") + " does not exist", message(file, true));
    }
}
