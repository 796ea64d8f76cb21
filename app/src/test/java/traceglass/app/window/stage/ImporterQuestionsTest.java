package traceglass.app.window.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxToolkit;
import traceglass.app.context.WindowState;
import traceglass.app.preferences.Preferences;
import traceglass.app.testing.PreparedDialogs;
import traceglass.app.window.FxSupply;
import traceglass.ingest.plugin.ImporterFolder;
import traceglass.ingest.plugin.ImporterJar;
import traceglass.store.database.ReadingOptions;

class ImporterQuestionsTest {

    @TempDir
    Path dir;

    private final PreparedDialogs dialogs = new PreparedDialogs();
    private ImporterFolder folder;
    private ReadingOptions reading;

    @BeforeAll
    static void startToolkit() throws Exception {
        FxToolkit.registerPrimaryStage();
    }

    @BeforeEach
    void addJar() throws Exception {
        Path jars = Files.createDirectories(dir.resolve("importers"));
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jars.resolve("a.jar")))) {
            zip.putNextEntry(new ZipEntry("META-INF/services/traceglass.ingest.Importer"));
            zip.write("a.B\n".getBytes(StandardCharsets.UTF_8));
        }
        reading = ReadingOptions.in(jars, dir.resolve("config"));
        folder = ImporterFolder.of(reading).orElseThrow();
    }

    private ImporterJar.State stateAfter(Optional<String> answer) throws Exception {
        dialogs.answer = answer;
        FxSupply.get(() -> {
            WindowState state = new WindowState(dialogs, Preferences.none(), 1);
            new ImporterQuestions(state.context().messages(), reading)
                    .ask(folder, folder.jars().getFirst());
            return null;
        });
        return folder.jars().getFirst().state();
    }

    @Test
    void asksOnceForEachJar() throws Exception {
        assertEquals(ImporterJar.State.NEW, stateAfter(Optional.empty()));
        assertEquals("Allow the importers of a.jar?", dialogs.lastQuestion);
        assertEquals(1, ImporterQuestions.undecided(folder).size());
        assertEquals(ImporterJar.State.ALLOWED, stateAfter(Optional.of(StageTexts.ALLOW)));
        assertEquals(List.of(), ImporterQuestions.undecided(folder));
        assertEquals(ImporterJar.State.REFUSED, stateAfter(Optional.of(StageTexts.DONT_LOAD)));
        assertEquals(List.of(), ImporterQuestions.undecided(folder));
    }
}
