package traceglass.app.window.palette;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowScenario;

/// Searches a real trace from the search field.
class TraceSearchesTest extends WindowScenario {

    @Test
    void aCanceledSearchIsNotShownAsRunning(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        Label hits = robot.lookup("#omnibox-hits").queryAs(Label.class);
        List<Boolean> shown = FxSupply.get(() -> {
            window.omnibox().search("a");
            boolean whileRunning = hits.isVisible();
            window.omnibox().search("");
            window.omnibox().search(">");
            return List.of(whileRunning, hits.isVisible());
        });
        assertEquals(List.of(true, false), shown);
    }
}
