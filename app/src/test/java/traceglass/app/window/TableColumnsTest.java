package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.ingest.database.ColumnUnit;
import traceglass.ingest.database.TableColumn;

/// Tests the question about the columns of a table.
class TableColumnsTest extends WindowScenario {

    private Node overlay() {
        return window.root().lookup("#columns");
    }

    private boolean isPromptShown() {
        return overlay() != null && overlay().isVisible();
    }

    @SuppressWarnings("unchecked")
    private <T> ComboBox<T> box(String id) {
        return (ComboBox<T>) overlay().lookup("#columns-" + id);
    }

    private Button openButton() {
        return (Button) overlay().lookup("#columns-open");
    }

    private void openAndAwaitPrompt(FxRobot robot, Path file) throws Exception {
        robot.interact(() -> window.open(file));
        WindowFixture.waitFor(this::isPromptShown);
    }

    @Test
    void asksForAnUnknownUnitAndOpensTheTable(FxRobot robot) throws Exception {
        Path file = Files.writeString(folder.resolve("steps.csv"), "ts,dur,name\n100,20,a\n130,50,b\n");
        openAndAwaitPrompt(robot, file);
        assertEquals("Choose the unit of “ts”.", ((Label) overlay().lookup("#columns-missing")).getText());
        assertTrue(openButton().isDisabled());
        assertEquals("ts", this.<TableColumn>box("time").getValue().name());
        assertEquals("dur", this.<TableColumn>box("duration").getValue().name());
        assertEquals("name", this.<TableColumn>box("name").getValue().name());
        robot.interact(() -> this.<ColumnUnit>box("time-unit").setValue(ColumnUnit.MS));
        assertEquals(ColumnUnit.MS, this.<ColumnUnit>box("duration-unit").getValue());
        assertFalse(openButton().isDisabled());
        robot.interact(() -> openButton().fire());
        fixture.waitForTrace(file);
        assertFalse(isPromptShown());
        assertEquals(80_000_000, window.slot().trace().session().bounds().durNs());
    }

    @Test
    void theColumnsOfAnOpenTableCanBeChosenAgain(FxRobot robot) throws Exception {
        Path file = Files.writeString(folder.resolve("clear.csv"), "ts_ms,dur_ms,name\n100,20,a\n130,50,b\n");
        assertFalse(window.opening().isTable());
        open(robot, file);
        robot.interact(() -> window.slot().host().commands().run("trace.columns"));
        WindowFixture.waitFor(this::isPromptShown);
        assertEquals(ColumnUnit.MS, this.<ColumnUnit>box("time-unit").getValue());
        robot.interact(() -> {
            this.<ColumnUnit>box("time-unit").setValue(ColumnUnit.S);
            this.<ColumnUnit>box("duration-unit").setValue(ColumnUnit.S);
            openButton().fire();
        });
        WindowFixture.waitFor(() -> window.slot().trace().session().isReady()
                && window.slot().trace().session().bounds().durNs() == 80_000_000_000L);
    }

    @Test
    void offersToChooseIfNoColumnIsKnownToBeATime(FxRobot robot) throws Exception {
        Path file = Files.writeString(folder.resolve("when.csv"), "when,fruit\n1.5,apple\n2.5,pear\n");
        robot.interact(() -> window.open(file));
        WindowFixture.waitFor(
                () -> !window.context().messages().notices().texts().isEmpty());
        assertEquals(
                "when.csv is a table without a recognized time column; its columns are when, fruit.",
                window.context().messages().notices().texts().getFirst());
        assertFalse(isPromptShown());
        Hyperlink choose = (Hyperlink) window.root().lookup("#notices").lookup(".hyperlink");
        robot.interact(choose::fire);
        assertTrue(isPromptShown());
        assertEquals("Choose the column with the time.", ((Label) overlay().lookup("#columns-missing")).getText());
        ComboBox<TableColumn> time = box("time");
        robot.interact(() -> {
            time.setValue(time.getItems().getLast());
            this.<ColumnUnit>box("time-unit").setValue(ColumnUnit.S);
            openButton().fire();
        });
        fixture.waitForTrace(file);
        assertEquals(1_000_000_000, window.slot().trace().session().bounds().durNs());
    }
}
