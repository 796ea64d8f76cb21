package traceglass.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

class ConfigActionsTest extends RecordPageScenario {

    @Start
    void start(Stage primary) throws Exception {
        createWindow(primary);
    }

    @Test
    void readsConfigsAfterAnErrorInAReading(FxRobot robot) throws Exception {
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
}
