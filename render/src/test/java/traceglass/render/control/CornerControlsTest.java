package traceglass.render.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javafx.geometry.Bounds;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.Test;
import traceglass.render.FxTest;
import traceglass.render.SyntheticTrace;
import traceglass.render.TimelineView;
import traceglass.render.color.Theme;

/// Tests that the controls above the labels scale with the text.
class CornerControlsTest {

    private final SyntheticTrace trace = new SyntheticTrace(7, 1_000_000_000L, 2_000_000_000L, 4, 4, 3, 200);

    private static Theme scaled(double scale) {
        return new Theme(false, false, false, scale, true, true, false);
    }

    @Test
    void controlsScaleWithTheTextAndDoNotOverlap() throws Exception {
        TimelineView view = FxTest.timeline(trace, 1280, 800);
        for (double scale : new double[] {1, 1.5, 1.25}) {
            FxTest.run(() -> {
                view.setTheme(scaled(scale));
                view.getScene().getRoot().applyCss();
                view.getScene().getRoot().layout();
                // Layout may change the style.
                view.getScene().getRoot().applyCss();
                List<Button> buttons = view.lookupAll(".tg-icon-button").stream()
                        .map(n -> (Button) n)
                        // The button that clears the filter appears with a filter.
                        .filter(Button::isVisible)
                        .toList();
                assertEquals(5, buttons.size());
                for (Button b : buttons) {
                    assertEquals(22 * scale, b.getHeight(), .01);
                    assertEquals(15 * scale / 24, b.getGraphic().getScaleX(), .001);
                }
                TextField filter = (TextField) view.lookup(".tg-filter");
                assertEquals(24 * scale, filter.getHeight(), .01);
                assertEquals(26 * scale, filter.getPadding().getLeft(), .01);
                for (Button b : buttons) {
                    Bounds bounds = b.getBoundsInParent();
                    assertTrue(
                            bounds.getMaxX() <= view.labelWidth(),
                            b.getAccessibleText() + " ends at " + bounds.getMaxX());
                    assertTrue(
                            bounds.getMinY() < filter.getBoundsInParent().getMinY()
                                    || bounds.getMinX()
                                            >= filter.getBoundsInParent().getMaxX(),
                            b.getAccessibleText());
                    buttons.stream()
                            .filter(o -> o != b)
                            .forEach(o -> assertTrue(
                                    !o.getBoundsInParent()
                                            .intersects(
                                                    bounds.getMinX() + 1,
                                                    bounds.getMinY() + 1,
                                                    bounds.getWidth() - 2,
                                                    bounds.getHeight() - 2),
                                    b.getAccessibleText() + " overlaps " + o.getAccessibleText()));
                }
                assertEquals(280 * scale, view.labelWidth(), .01);
            });
        }
    }
}
