package traceglass.app.overview;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.panel.PanelFixture;

@ExtendWith(ApplicationExtension.class)
class CardsTest {

    private static final String LONG_NAME = "Scheduling slices of all processors";

    private GridPane tiles;
    private GridPane fields;

    @Start
    void start(Stage stage) {
        fields = Cards.fields(List.of(Cards.Field.text(LONG_NAME, "a long value ".repeat(9))));
        tiles = Cards.tiles(List.of(new String[] {"11", LONG_NAME}, new String[] {"2", "b"}, new String[] {"3", "c"}));
        PanelFixture.show(stage, new VBox(tiles, fields), 300, 300);
    }

    @Test
    void namesOfFieldsAreShownInFull() {
        PanelFixture.fx(() -> assertEquals(LONG_NAME, visibleName(fields)));
    }

    @Test
    void longValuesWrap() {
        PanelFixture.fx(() -> {
            String text = fields.lookupAll(".text").stream()
                    .map(n -> ((Text) n).getText())
                    .filter(t -> t.startsWith("a long value"))
                    .findFirst()
                    .orElseThrow();
            assertEquals("a long value ".repeat(9).strip(), text.strip());
        });
    }

    @Test
    void namesOfTilesWrapInANarrowWindow() {
        PanelFixture.fx(() -> assertEquals(LONG_NAME, visibleName(tiles)));
    }

    @Test
    void tablesAreNotTallerThanTheirRows() {
        assertEquals(48, Cards.tableHeight(3) - Cards.tableHeight(1), 1e-9);
        assertEquals(Cards.tableHeight(10), Cards.tableHeight(3438));
        assertEquals(Cards.tableHeight(1), Cards.tableHeight(0));
    }

    /// Returns the visible part of the long name.
    private static String visibleName(GridPane grid) {
        Label name = grid.lookupAll(".label").stream()
                .map(Label.class::cast)
                .filter(l -> LONG_NAME.equals(l.getText()))
                .findFirst()
                .orElseThrow();
        return ((Text) name.lookup(".text")).getText();
    }
}
