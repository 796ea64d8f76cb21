package traceglass.app.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;

import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.text.Font;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.panel.PanelFixture;

@ExtendWith(ApplicationExtension.class)
class FittingPromptTest {

    private static final String LONG = "Search frames or /regex/, Enter to filter";
    private static final String MEDIUM = "Search frames";
    private static final String SHORT = "Search";

    private TextField field;

    @Start
    void start(Stage stage) {
        field = new TextField();
        new FittingPrompt(field).set(LONG, MEDIUM, SHORT);
        PanelFixture.show(stage, new HBox(field), 600, 100);
    }

    private String promptWithSize(double width, double fontSize) {
        PanelFixture.fx(() -> {
            field.setMinWidth(width);
            field.setMaxWidth(width);
            field.setFont(Font.font(fontSize));
            field.getScene().getRoot().layout();
        });
        return field.getPromptText();
    }

    @Test
    void theLongestPromptThatFitsIsShown() {
        assertEquals(LONG, promptWithSize(400, 12));
        assertEquals(MEDIUM, promptWithSize(130, 12));
        assertEquals(SHORT, promptWithSize(90, 12));
        assertEquals(SHORT, promptWithSize(30, 12));
        assertEquals(LONG, promptWithSize(400, 12));
        assertEquals(MEDIUM, promptWithSize(250, 18));
    }
}
