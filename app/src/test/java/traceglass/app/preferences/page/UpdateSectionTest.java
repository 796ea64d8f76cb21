package traceglass.app.preferences.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.panel.PanelFixture;
import traceglass.app.settings.Settings;
import traceglass.app.update.Installation;
import traceglass.app.update.UpdateRun;
import traceglass.app.window.WindowFixture;

@ExtendWith(ApplicationExtension.class)
class UpdateSectionTest {

    @TempDir
    static Path folder;

    private final VBox page = new VBox();
    private Settings settings;

    @Start
    void start(Stage stage) {
        settings = Settings.in(folder.resolve("settings"));
        PanelFixture.show(stage, page, 800, 600);
    }

    private UpdateRun show(String type) {
        Path home = folder.resolve("installed/versions/1.0-a");
        Installation installation = new Installation(
                home,
                type,
                "full",
                "1.0-a",
                Instant.EPOCH,
                "linux-amd64",
                folder.resolve("site").toString(),
                "key");
        UpdateRun run = new UpdateRun(Optional.of(installation), settings, Map.of());
        PanelFixture.fx(() -> page.getChildren().setAll(new UpdateSection(run)));
        return run;
    }

    private static String status(FxRobot robot) {
        return robot.lookup("#updates-status").queryAs(Label.class).getText();
    }

    @Test
    void checksForUpdatesOnlyWhenEnabledAndShowsProblems(FxRobot robot) throws Exception {
        Files.createDirectories(folder.resolve("installed"));
        UpdateRun run = show("tar");
        run.checkIfDue(Instant.now());
        assertEquals(UpdateRun.Phase.IDLE, run.state().phase());
        assertEquals("", status(robot));
        assertTrue(robot.lookup("#updates-back").queryAs(Button.class).isDisabled());

        robot.interact(() -> robot.lookup("#updates-on")
                .queryAs(javafx.scene.control.CheckBox.class)
                .setSelected(true));
        assertEquals("true", settings.get("updates.on", ""));
        WindowFixture.waitFor(() -> run.state().phase() == UpdateRun.Phase.FAILED);
        WindowFixture.waitFor(() -> status(robot).startsWith("Can't download channels.json"));
        assertFalse(robot.lookup("#updates-check").queryAs(Button.class).isDisabled());
    }

    @Test
    void refersToThePackageManagerThatInstalledTheProgram(FxRobot robot) {
        show("deb");
        assertTrue(robot.lookup("#updates-on").tryQuery().isEmpty());
        assertTrue(page.lookupAll(".label").stream()
                .map(n -> ((Label) n).getText())
                .anyMatch("Update this package with apt."::equals));
    }
}
