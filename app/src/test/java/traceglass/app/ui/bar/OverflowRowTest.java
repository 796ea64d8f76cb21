package traceglass.app.ui.bar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.Controls;
import traceglass.app.panel.PanelFixture;
import traceglass.app.testing.TruncatedText;
import traceglass.app.ui.ToolButton;

@ExtendWith(ApplicationExtension.class)
class OverflowRowTest {

    private OverflowRow row;
    private int pressed;

    @Start
    void start(Stage stage) {
        Label name = new Label("A name of any length");
        name.setMinWidth(0);
        row = new OverflowRow(6, name, OverflowRow.space());
        for (String title : List.of("Columns", "Group", "Export")) {
            row.addItems(ToolButton.of("table", title, "tool-" + title, () -> pressed++));
        }
        PanelFixture.show(stage, new VBox(row), 700, 300);
    }

    private void setWidth(double width) {
        PanelFixture.fx(() -> {
            row.setMaxWidth(width);
            row.setPrefWidth(width);
        });
        PanelFixture.fx(() -> {});
    }

    private boolean isShown(String title) {
        return row.getChildren().stream().anyMatch(n -> ("tool-" + title).equals(n.getId()));
    }

    @Test
    void itemsThatDoNotFitAreInTheMenu(FxRobot robot) {
        assertTrue(isShown("Export"));
        assertFalse(robot.lookup(".tg-overflow-button").tryQuery().isPresent());
        setWidth(190);
        assertTrue(isShown("Columns"));
        assertFalse(isShown("Export"));
        for (Node n : row.getChildren()) {
            assertTrue(n.getBoundsInParent().getMaxX() <= row.getWidth() + .5, n + " of " + row.getWidth());
            assertTrue(!(n instanceof Button b) || b.getWidth() >= b.prefWidth(-1) - .5, "" + n);
        }
        assertEquals(List.of(), TruncatedText.in(row));
        Controls.press(robot, ".tg-overflow-button");
        PanelFixture.await(() -> robot.lookup("#tool-Export").tryQuery().isPresent());
        Controls.press(robot, "#tool-Export");
        assertEquals(1, pressed);
        PanelFixture.await(() -> !robot.lookup("#tool-Export").tryQuery().isPresent());
        setWidth(700);
        assertTrue(isShown("Export"));
        assertFalse(robot.lookup(".tg-overflow-button").tryQuery().isPresent());
    }

    @Test
    void popupsOfMovedItemsHaveAnAnchor() {
        Node export = row.getChildren().getLast();
        assertEquals(export, OverflowRow.anchor(export));
        setWidth(190);
        assertTrue(OverflowRow.anchor(export).getStyleClass().contains("tg-overflow-button"));
        assertTrue(OverflowRow.anchor(export).getScene() != null);
    }

    @Test
    void hiddenItemsTakeNoSpace() {
        setWidth(260);
        PanelFixture.fx(() -> {
            Region columns = (Region) row.getChildren().get(2);
            columns.setVisible(false);
            columns.setManaged(false);
        });
        setWidth(261);
        assertTrue(isShown("Export"));
    }
}
