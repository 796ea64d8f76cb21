package traceglass.app.ui.bar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.panel.PanelFixture;
import traceglass.app.testing.TruncatedText;

/// Tests the status bar in a narrow window.
@ExtendWith(ApplicationExtension.class)
class StatusBarTest {

    private static final List<String> COUNTS = List.of("9 887 slices", "11 078 scheduling slices", "21 365 samples");

    private StatusBar bar;

    @Start
    void start(Stage stage) {
        bar = new StatusBar();
        bar.setState("check", "Loaded from cache", "in 4.693 s");
        bar.setCounts(COUNTS);
        bar.setHint("W A S D to move");
        PanelFixture.show(stage, new VBox(bar), 900, 100);
    }

    private String countsAtWidth(FxRobot robot, double width) {
        PanelFixture.fx(() -> {
            bar.setMinWidth(width);
            bar.setMaxWidth(width);
        });
        PanelFixture.fx(() -> {});
        return robot.lookup("#status-counts").queryAs(Label.class).getText();
    }

    @Test
    void countsThatDoNotFitAreOmittedInsteadOfTruncated(FxRobot robot) {
        assertEquals(String.join(SummaryLabel.SEPARATOR, COUNTS), countsAtWidth(robot, 900));
        List<String> allCounts = List.of(
                "",
                COUNTS.getFirst(),
                COUNTS.get(0) + SummaryLabel.SEPARATOR + COUNTS.get(1),
                countsAtWidth(robot, 900));
        for (double width = 800; width > 300; width -= 23) {
            String counts = countsAtWidth(robot, width);
            assertTrue(allCounts.contains(counts), counts);
            assertEquals(List.of(), TruncatedText.in(bar), "at " + width);
        }
        assertEquals(
                String.join(SummaryLabel.SEPARATOR, COUNTS),
                countsAtWidth(robot, 900),
                "counts are shown again when there is space");
    }
}
