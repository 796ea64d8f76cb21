package traceglass.app.panel.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.scene.Scene;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.analysis.listing.Facet;

/// Tests the list of values below a filter button.
@ExtendWith(ApplicationExtension.class)
class FacetButtonTest {

    private final AtomicReference<Set<String>> chosen = new AtomicReference<>();
    private FacetButton button;

    @Start
    void start(Stage stage) {
        button = new FacetButton("cpu", new Facet("cpu", "CPU", "CPUs"), () -> {}, chosen::set);
        stage.setScene(new Scene(new StackPane(button), 400, 500));
        stage.show();
    }

    private double height(FxRobot robot, int count) {
        double[] height = new double[1];
        robot.interact(() -> {
            button.show(IntStream.range(0, count)
                    .mapToObj(i -> new FacetButton.Value("value " + i, 10L * i))
                    .toList());
            button.fire();
            ContextMenu popup = Window.getWindows().stream()
                    .filter(w -> w instanceof ContextMenu)
                    .map(w -> (ContextMenu) w)
                    .findFirst()
                    .orElseThrow();
            popup.getScene().getRoot().applyCss();
            popup.getScene().getRoot().layout();
            height[0] = ((ListView<?>) popup.getScene().getRoot().lookup("#cpu-values")).getHeight();
            popup.hide();
        });
        return height[0];
    }

    @Test
    void listIsAsTallAsItsValuesUpToALimit(FxRobot robot) {
        double three = height(robot, 3);
        double four = height(robot, 4);
        assertEquals(24, four - three, .5);
        assertTrue(three < 100, "three values are " + three + " px high");
        double many = height(robot, 500);
        assertEquals(height(robot, 50), many, .5);
        assertTrue(many < 300, "five hundred values are " + many + " px high");
    }

    @Test
    void enterChoosesTheFirstMatchingValue(FxRobot robot) {
        robot.interact(() -> {
            button.show(Stream.of("idle", "render", "renderer")
                    .map(v -> new FacetButton.Value(v, 1))
                    .toList());
            button.fire();
        });
        robot.interact(() -> ((TextField) robot.lookup("#cpu-find").query()).setText("render"));
        robot.type(KeyCode.ENTER);
        WaitForAsyncUtils.waitForFxEvents();
        assertEquals(Set.of("render"), chosen.get());
    }
}
