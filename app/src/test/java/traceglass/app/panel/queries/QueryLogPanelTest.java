package traceglass.app.panel.queries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.ResultSet;
import java.sql.Statement;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.panel.PanelFixture;
import traceglass.app.panel.list.ListPanel;

/// Tests the log of the window's own queries.
@ExtendWith(ApplicationExtension.class)
class QueryLogPanelTest {

    private final PanelFixture fixture = new PanelFixture();

    @Start
    void start(Stage stage) {
        fixture.open();
        ListPanel.install(fixture.slot, fixture.window.messages());
        QueryLogPanel.install(fixture.slot, fixture.window.messages());
        PanelFixture.show(stage, new VBox(fixture.slot.host().detailsPane()), 1300, 600);
    }

    @BeforeEach
    void waitUntilReady() {
        fixture.waitUntilReady();
    }

    private void runQuery(String purpose, String sql) {
        PanelFixture.fx(() -> fixture.slot
                .trace()
                .session()
                .queries()
                .submit(
                        purpose,
                        q -> {
                            try (Statement s = q.connection().createStatement();
                                    ResultSet r = s.executeQuery(sql)) {
                                while (r.next()) {
                                    r.getObject(1);
                                }
                                return true;
                            }
                        },
                        done -> {},
                        e -> {}));
        PanelFixture.await(() -> fixture.slot.trace().session().queries().isIdle());
    }

    private static TableView<?> table(FxRobot robot) {
        return robot.lookup("#queries-rows .table-view").queryTableView();
    }

    @Test
    void listsQueriesAndOpensThemAsSql(FxRobot robot) {
        assertTrue(fixture.slot.host().detailsPane().tab("queries").isEmpty());
        runQuery("some panel", "SELECT i FROM range(41) t(i)");
        runQuery("another panel", "SELECT nowhere FROM range(2)");
        PanelFixture.fx(() -> fixture.slot.host().commands().run("queries.show"));
        PanelFixture.await(() -> table(robot).getItems().size() >= 2);
        assertTrue(
                robot.lookup("#queries-summary").queryAs(Label.class).getText().contains("1 failed or canceled"));
        for (String shown : new String[] {"some panel", "another panel", "41", "SELECT i FROM range(41) t(i)"}) {
            PanelFixture.await(() -> robot.lookup(shown).tryQuery().isPresent());
        }
        Button open = robot.lookup("#queries-sql").queryButton();
        assertTrue(open.isDisabled());
        // The last query comes first.
        PanelFixture.fx(() -> table(robot).getSelectionModel().clearAndSelect(1));
        PanelFixture.fx(open::fire);
        assertEquals(1, fixture.visited.size());
        assertTrue(
                fixture.visited.getFirst().contains("some panel")
                        && fixture.visited.getFirst().contains("SELECT i FROM range(41) t(i);"),
                fixture.visited.toString());
        PanelFixture.fx(() -> fixture.slot.host().commands().run("queries.copy"));
        String[] copied = new String[1];
        PanelFixture.fx(() -> copied[0] = Clipboard.getSystemClipboard().getString());
        assertEquals("SELECT i FROM range(41) t(i)", copied[0]);
    }

    @Test
    void doesNotUpdateWhileFocusedAndShowsNewerQueriesOnRequest(FxRobot robot) {
        // Opening the trace queries its colors.
        fixture.settle();
        PanelFixture.fx(() -> fixture.slot.host().commands().run("queries.show"));
        PanelFixture.fx(() -> fixture.slot.host().commands().run("queries.clear"));
        runQuery("some panel", "SELECT 1");
        PanelFixture.await(() -> table(robot).getItems().size() == 1);
        PanelFixture.fx(() -> {
            table(robot).requestFocus();
            table(robot).getSelectionModel().clearAndSelect(0);
        });
        runQuery("some panel", "SELECT 2");
        Button newer = robot.lookup("#queries-newer").queryButton();
        PanelFixture.await(newer::isVisible);
        assertEquals("Show 1 newer query", newer.getText());
        assertEquals(1, table(robot).getItems().size());
        PanelFixture.fx(newer::fire);
        PanelFixture.await(() -> table(robot).getItems().size() == 2);
        assertFalse(newer.isVisible());
        // The list does not have the focus, so it updates automatically.
        PanelFixture.fx(() -> {
            table(robot).getSelectionModel().clearSelection();
            robot.lookup("#queries-filter").query().requestFocus();
        });
        runQuery("some panel", "SELECT 3");
        PanelFixture.await(() -> table(robot).getItems().size() == 3);
        PanelFixture.fx(() -> fixture.slot.host().commands().run("queries.clear"));
        PanelFixture.await(() -> table(robot).getItems().isEmpty());
    }
}
