package traceglass.app.panel.selected;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.GridPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.select.Selection;
import traceglass.app.panel.PanelFixture;
import traceglass.render.item.Note;

@ExtendWith(ApplicationExtension.class)
class SelectedSlicesPanelTest {

    private final PanelFixture fixture = new PanelFixture();

    @Start
    void start(Stage stage) {
        fixture.open();
        SelectedSlicesPanel.install(fixture.slot, fixture.window.messages());
        BorderPane root = new BorderPane();
        root.setBottom(fixture.slot.host().detailsPane());
        PanelFixture.show(stage, root, 1000, 700);
    }

    private static Selection.Item item(long id, long ts, long dur, String name) {
        return new Selection.Item(new Selection.Event("slice", id, ts, dur), "track/1", name);
    }

    @BeforeEach
    void selectSlices() {
        fixture.waitUntilReady();
        PanelFixture.fx(() -> fixture.slot
                .selection()
                .set(new Selection.Events(
                        List.of(
                                item(1, 2_000_000, 1_500_000, "inner"),
                                item(2, 5_000_000, 500_000, "inner"),
                                item(3, 8_000_000, 2_000_000, "other")),
                        0)));
        fixture.settle();
        PanelFixture.await(() -> !tab().busyProperty().get());
    }

    private traceglass.app.ui.DetailsTab tab() {
        return fixture.slot.host().detailsPane().tab("selected-slices").orElseThrow();
    }

    private static List<String> sums(FxRobot robot) {
        List<String> texts = new ArrayList<>();
        robot.lookup("#selected-slices-sums")
                .queryAs(GridPane.class)
                .getChildren()
                .forEach(n -> texts.add(((Label) n).getText()));
        return texts;
    }

    @Test
    void showsCountTotalGapsAndStatistics(FxRobot robot) {
        assertTrue(tab().availableProperty().get());
        assertEquals(3, tab().countProperty().get());
        assertEquals(
                "3 slices · covering 4.000 ms of 8.000 ms",
                robot.lookup("#selected-slices-summary").queryLabeled().getText());
        assertEquals(
                List.of("Duration", "3", "4.000 ms", "500.0 µs", "1.500 ms", "1.333 ms", "2.000 ms"),
                sums(robot).subList(8, 15));
        assertEquals(
                List.of("Gap between", "2", "4.000 ms", "1.500 ms", "2.000 ms", "2.000 ms", "2.500 ms"),
                sums(robot).subList(16, 23));
        TableView<?> table = robot.lookup("#selected-slices-rows .table-view").queryTableView();
        assertEquals(3, table.getItems().size());
        robot.clickOn("#selected-slices-names");
        assertEquals(2, table.getItems().size());
    }

    @Test
    void marksAllSelectedSlicesAndClosesWithTheSelection(FxRobot robot) {
        robot.clickOn("#selected-slices-mark");
        assertEquals(
                List.of("inner", "inner", "other"),
                fixture.slot.traceNotes().notes().stream().map(Note::text).toList());
        assertEquals(
                List.of(3_500_000L, 5_500_000L, 10_000_000L),
                fixture.slot.traceNotes().notes().stream().map(Note::end).toList());
        PanelFixture.fx(
                () -> fixture.slot.host().detailsPane().getScene().getRoot().requestFocus());
        PanelFixture.fx(() -> fixture.slot.selection().set(Selection.NONE));
        assertFalse(tab().availableProperty().get());
    }
}
