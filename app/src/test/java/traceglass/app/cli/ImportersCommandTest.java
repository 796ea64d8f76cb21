package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.plugin.ImporterFolder;
import traceglass.ingest.plugin.ImporterJar;
import traceglass.store.database.ReadingOptions;

class ImportersCommandTest {

    @TempDir
    Path dir;

    private String errorOutput(ThrowingRunnable action) throws Exception {
        PrintStream error = System.err;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setErr(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(error);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private interface ThrowingRunnable {
        void run() throws Exception;
    }

    private Path jar(String name) throws Exception {
        Path jars = Files.createDirectories(dir.resolve("importers"));
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jars.resolve(name)))) {
            zip.putNextEntry(new ZipEntry("META-INF/services/traceglass.ingest.Importer"));
            zip.write("a.B\n".getBytes(StandardCharsets.UTF_8));
        }
        return jars;
    }

    @Test
    void namesTheCommandForAJarThatIsNotAllowedYet() throws Exception {
        Path jars = jar("a.jar");
        ReadingOptions reading = ReadingOptions.in(jars, dir.resolve("config"));
        assertEquals(
                "traceglass: the importers of a.jar are not allowed yet: run \"traceglass importers allow a.jar\" to use"
                        + " them, or \"traceglass importers remove a.jar\" to ignore them\n",
                errorOutput(() -> ImportersCommand.reportUndecided(reading)));
        ImporterFolder folder = ImporterFolder.of(reading).orElseThrow();
        folder.refuse(folder.jars().getFirst());
        assertEquals("", errorOutput(() -> ImportersCommand.reportUndecided(reading)));
    }

    @Test
    void statesAreDescribedInPlainWords() {
        assertEquals("not allowed yet", ImportersCommandTexts.state(ImporterJar.State.NEW, ""));
        assertEquals(
                "can't be used: it is empty", ImportersCommandTexts.state(ImporterJar.State.UNUSABLE, "it is empty"));
        assertTrue(Root.commandLine()
                .getSubcommands()
                .get("importers")
                .getSubcommands()
                .keySet()
                .containsAll(java.util.List.of("list", "allow", "remove")));
    }
}
