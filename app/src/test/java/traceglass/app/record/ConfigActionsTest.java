package traceglass.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.stage.Stage;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

class ConfigActionsTest extends RecordPageScenario {

    @Start
    void start(Stage primary) throws Exception {
        createWindow(primary);
    }

    @Test
    void readsAConfigAfterAnotherCouldNotBeRead(FxRobot robot) throws Exception {
        Path configs = Files.createDirectories(folder.resolve("home/configs"));
        // Too large for an array.
        try (RandomAccessFile huge =
                new RandomAccessFile(configs.resolve("Huge.pbtxt").toFile(), "rw")) {
            huge.setLength(3L << 30);
        }
        Files.writeString(configs.resolve("Mine.pbtxt"), "buffers { size_kb: 2048 }\nduration_ms: 1234\n");
        open(robot);
        fx(() -> page.configActions().useSaved("Huge"));
        fx(() -> page.configActions().useSaved("Mine"));
        waitFor(() -> page.configActions().isIdle());
        assertEquals(1234, page.model().settings().durationMs());
    }

    @Test
    void theWindowRespondsWhileAConfigIsImported(FxRobot robot) throws Exception {
        dialogs.file = pipe("import.pbtxt");
        open(robot);
        javafx.application.Platform.runLater(() -> page.configActions().importText());
        try {
            awaitResponse();
        } finally {
            Files.writeString(dialogs.file, "buffers { size_kb: 2048 }\nduration_ms: 4242\n");
        }
        waitFor(() -> page.model().settings().durationMs() == 4242);
    }

    @Test
    void theWindowRespondsWhileAConfigIsExported(FxRobot robot) throws Exception {
        dialogs.saveTo = pipe("export.pbtxt");
        open(robot);
        fx(() -> page.model().change(page.model().settings().withDurationMs(1111)));
        javafx.application.Platform.runLater(() -> page.configActions().export());
        String written;
        try {
            awaitResponse();
        } finally {
            written = Files.readString(dialogs.saveTo);
        }
        assertTrue(written.contains("1111"), written);
        waitFor(() -> page.configActions().isIdle());
    }

    /// A named pipe: reading it takes until it is written, and writing it until it is read.
    private static Path pipe(String name) throws Exception {
        Path pipe = folder.resolve(name);
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo"))
                && new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        return pipe;
    }

    private static void awaitResponse() throws Exception {
        CompletableFuture<Void> responded = new CompletableFuture<>();
        javafx.application.Platform.runLater(() -> responded.complete(null));
        responded.get(10, TimeUnit.SECONDS);
    }
}
