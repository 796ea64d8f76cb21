package traceglass.app.overview;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.panel.PanelFixture;

@ExtendWith(ApplicationExtension.class)
class CardColumnsTest {

    private static final double CHIP = 100;

    private Label text;
    private FlowPane chips;
    private Label labelBelow;
    private Stage stage;

    @Start
    void start(Stage primary) {
        stage = primary;
        text = new Label("text of a problem ".repeat(40));
        text.setWrapText(true);
        chips = new FlowPane(6, 6);
        for (int i = 0; i < 30; i++) {
            Region chip = new Region();
            chip.setMinSize(CHIP, 20);
            chips.getChildren().add(chip);
        }
        labelBelow = new Label("table");
        Region columns = new CardColumns(new VBox(text), new VBox(chips));
        PanelFixture.show(primary, new VBox(14, columns, labelBelow), 2000, 700);
    }

    private void setWidth(double width) {
        PanelFixture.fx(() -> stage.setWidth(width));
        PanelFixture.await(() -> stage.getScene().getWidth() == width);
        PanelFixture.fx(() -> {
            stage.getScene().getRoot().applyCss();
            stage.getScene().getRoot().layout();
        });
    }

    private static double bottom(Region node) {
        return node.localToScene(node.getLayoutBounds()).getMaxY();
    }

    @Test
    void noSpaceIsLeftBelowTheCards() {
        for (double width : new double[] {2000, 1000, 700}) {
            setWidth(width);
            PanelFixture.fx(() -> assertEquals(
                    Math.max(bottom(text), bottom(chips)) + 14, labelBelow.getLayoutY(), 1, "at " + width + " px"));
        }
    }

    @Test
    void aNarrowPageHasOneColumn() {
        setWidth(1000);
        PanelFixture.fx(() -> assertEquals(507, chips.localToScene(0, 0).getX(), 1));
        setWidth(700);
        PanelFixture.fx(() -> {
            assertEquals(0, chips.localToScene(0, 0).getX(), 1);
            assertTrue(chips.localToScene(0, 0).getY() >= bottom(text), "the columns overlap");
        });
    }
}
