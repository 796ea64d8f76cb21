package traceglass.app.ui;

import static org.junit.jupiter.api.Assertions.assertTrue;

import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.panel.PanelFixture;

@ExtendWith(ApplicationExtension.class)
class FilterFieldTest {

    private FilterField filter;

    @Start
    void start(Stage stage) {
        filter = new FilterField("filter", "Filter names", _ -> {});
        Region other = new Region();
        other.setMinWidth(400);
        filter.field().setFont(Font.font(22));
        PanelFixture.show(stage, new HBox(other, filter), 400, 100);
    }

    @Test
    void thePromptIsShownInFullWhereSpaceIsScarce() {
        PanelFixture.fx(() -> {
            Text prompt = new Text("Filter names");
            prompt.setFont(filter.field().getFont());
            double availableWidth = filter.field().getWidth()
                    - filter.field().snappedLeftInset()
                    - filter.field().snappedRightInset();
            assertTrue(
                    prompt.getLayoutBounds().getWidth() <= availableWidth,
                    prompt.getLayoutBounds() + " in " + availableWidth);
        });
    }
}
