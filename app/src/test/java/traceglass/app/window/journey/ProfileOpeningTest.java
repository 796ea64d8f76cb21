package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import traceglass.app.ui.DetailsPane;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;

/// Tests opening files without a timeline.
@ExtendWith(ApplicationExtension.class)
class ProfileOpeningTest {

    @TempDir
    Path folder;

    private WindowFixture fixture;

    @AfterEach
    void close() throws Exception {
        FxToolkit.setupFixture(fixture::close);
    }

    private DetailsPane pane() {
        return fixture.window.slot().host().detailsPane();
    }

    @Test
    void aProfileWithoutTimesOpensOnItsFlameGraph(FxRobot robot) throws Exception {
        FxToolkit.setupFixture(() -> fixture = new WindowFixture(new Stage(), folder, folder));
        Path file = Files.writeString(folder.resolve("stacks.txt"), "main;read 3\nmain;write;flush 4\n");
        robot.interact(() -> fixture.window.open(file));
        fixture.waitForTrace();
        WindowFixture.waitFor(() -> pane().maximizedProperty().get());
        assertEquals(
                "area-flame", FxSupply.get(() -> pane().selectedProperty().get().id()));
        assertTrue(FxSupply.get(() -> pane().openProperty().get()));
        WindowFixture.waitFor(fixture.window::isComplete);
        assertFalse(
                robot.lookup("#nothing-to-draw").query().isVisible(),
                "the notice of an empty timeline covers the graph");

        // There are no tracks to select, so the graph stays.
        robot.push(KeyCode.CONTROL, KeyCode.A);
        assertEquals(
                "area-flame", FxSupply.get(() -> pane().selectedProperty().get().id()));

        Label hint = robot.lookup("#status-hint").queryAs(Label.class);
        assertEquals("", hint.getText(), "the keys do not move a flame graph");

        // The next trace has a timeline, which must not stay hidden.
        fixture.openSample(robot);
        assertFalse(FxSupply.get(() -> pane().maximizedProperty().get()));
        assertFalse(FxSupply.get(() -> pane().openProperty().get()), "the details pane is open without details");
        assertEquals("W A S D to move", hint.getText());
    }

    @Test
    void aGraphDisappearsWithItsTrace(FxRobot robot) throws Exception {
        FxToolkit.setupFixture(() -> fixture = new WindowFixture(new Stage(), folder, folder));
        fixture.openSample(robot);
        robot.interact(() -> fixture.window.slot().host().commands().run("flame.trace"));
        WindowFixture.waitFor(() -> robot.lookup("#flame-view").tryQuery().isPresent() && fixture.window.isComplete());
        assertTrue(FxSupply.get(() -> isGraphAvailable()));
        Path file = Files.writeString(
                folder.resolve("counter.json"),
                "[{'ph':'C','name':'n','ts':1,'pid':1,'args':{'n':1}},{'ph':'C','name':'n','ts':9,'pid':1,'args':{'n':2}}]"
                        .replace('\'', '"'));
        boolean[] opened = new boolean[1];
        robot.interact(() -> fixture.window.open(file, ok -> opened[0] = ok));
        WindowFixture.waitFor(() -> opened[0] && fixture.window.isComplete());
        assertFalse(FxSupply.get(() -> isGraphAvailable()), "the graph of the previous trace is shown");
    }

    private boolean isGraphAvailable() {
        return pane().tab("area-flame").orElseThrow().availableProperty().get();
    }

    @Test
    void aTabChosenWhileTheGraphIsReadStays(FxRobot robot) throws Exception {
        FxToolkit.setupFixture(() -> fixture = new WindowFixture(new Stage(), folder, folder));
        Path file = Files.writeString(folder.resolve("stacks.txt"), "main;read 3\nmain;write;flush 4\n");
        robot.interact(() -> {
            pane().maximizedProperty()
                    .addListener(
                            (_, _, _) -> fixture.window.slot().host().commands().run("queries.show"));
            fixture.window.open(file);
        });
        fixture.waitForTrace();
        WindowFixture.waitFor(() -> pane().maximizedProperty().get());
        WindowFixture.waitFor(fixture.window::isComplete);
        assertEquals(
                "queries", FxSupply.get(() -> pane().selectedProperty().get().id()));
    }

    @Test
    void aTabChosenWhileAProfileOpensStays(FxRobot robot) throws Exception {
        FxToolkit.setupFixture(() -> fixture = new WindowFixture(new Stage(), folder, folder));
        Path file = Files.writeString(folder.resolve("stacks.txt"), "main;read 3\nmain;write;flush 4\n");
        robot.interact(() -> {
            fixture.window.open(file);
            fixture.window
                    .slot()
                    .trace()
                    .sessionProperty()
                    .addListener((_, _, session) -> session.stateProperty().addListener(_ -> {
                        if (session.isReady()) {
                            fixture.window.slot().host().commands().run("queries.show");
                        }
                    }));
        });
        fixture.waitForTrace();
        WindowFixture.waitFor(() -> pane().maximizedProperty().get());
        WindowFixture.waitFor(fixture.window::isComplete);
        assertEquals(
                "queries", FxSupply.get(() -> pane().selectedProperty().get().id()));
    }
}
