package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.testing.SharedTestTrace;
import traceglass.app.ui.DetailsPane;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.render.color.Palette;

/// Tests that frames have the colors of the timeline in lists and details.
class FrameColorsTest extends WindowScenario {

    @Test
    void framesHaveTheColorsOfTheTimeline(FxRobot robot) throws Exception {
        open(robot, SharedTestTrace.require("perfetto/android-pixel6a-startup-warm.pftrace"));
        run(robot, "selection.all");
        DetailsPane pane = window.slot().host().detailsPane();
        WindowFixture.waitFor(
                () -> pane.tab("area-frames").orElseThrow().availableProperty().get());
        robot.interact(() -> pane.select(pane.tab("area-frames").orElseThrow()));
        WindowFixture.waitFor(window::isComplete);
        Map<String, String> shown = swatches(robot, "#area-frames .tg-swatch");
        Palette palette = view.palette();
        assertTrue(shown.size() > 1, shown::toString);
        shown.forEach((outcome, style) -> assertEquals(css(palette.frame(outcome)), style, outcome));
        assertTrue(new HashSet<>(shown.values()).size() > 1, "all outcomes have the same color");

        long frame = number("SELECT id FROM actual_frame_timeline_slice WHERE jank_tag = 'No Jank' LIMIT 1");
        robot.interact(() -> window.slot().navigation().navigator().select("slice", frame));
        WindowFixture.waitFor(() -> !robot.lookup("#details-name").queryAll().isEmpty() && window.isComplete());
        assertEquals(
                css(palette.frame("No Jank")),
                robot.lookup("#details .tg-head-swatch").query().getStyle());
    }

    private static String css(int argb) {
        return "-fx-background-color: " + Palette.css(argb) + ";";
    }

    /// Texts of the cells with a swatch, and their styles.
    private Map<String, String> swatches(FxRobot robot, String lookup) {
        return FxSupply.get(() -> {
            window.root().applyCss();
            window.root().layout();
            Map<String, String> found = new TreeMap<>();
            for (Node swatch : robot.lookup(lookup).queryAll()) {
                List<String> texts = swatch.getParent().getChildrenUnmodifiable().stream()
                        .filter(Labeled.class::isInstance)
                        .map(n -> ((Labeled) n).getText())
                        .filter(t -> t != null && !t.isEmpty())
                        .toList();
                if (!texts.isEmpty() && swatch.isVisible()) {
                    found.put(texts.getFirst(), swatch.getStyle());
                }
            }
            return found;
        });
    }
}
