package traceglass.app.panel.details;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import traceglass.analysis.events.StateTime;
import traceglass.app.testing.TruncatedText;
import traceglass.app.theme.StyleSheets;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;

/// Tests the layout of an event's details.
@ExtendWith(ApplicationExtension.class)
class DetailColumnsTest {

    private static final List<String> FIELDS = List.of("Start");

    private static List<String> texts(Node column) {
        return ((Parent) ((ScrollPane) column).getContent())
                .getChildrenUnmodifiable().stream()
                        .map(n -> ((Label) n).getText())
                        .toList();
    }

    private static DetailColumns columns(List<String> main, List<String> side) {
        return new DetailColumns(labels(FIELDS), labels(main), labels(side));
    }

    private static List<Node> labels(List<String> texts) {
        return texts.stream().<Node>map(Label::new).toList();
    }

    @Test
    void relatedEventsAreInTheThirdColumnWithoutArguments(FxRobot robot) {
        robot.interact(() -> {
            DetailColumns columns = columns(List.of("States"), List.of("Flows", "Parents"));
            columns.arrange(null, true);
            assertEquals(
                    List.of(FIELDS, List.of("States"), List.of("Flows", "Parents")),
                    columns.getChildren().stream().map(DetailColumnsTest::texts).toList());
        });
    }

    @Test
    void relatedEventsAreBelowIfThereAreArgumentsOrTheWindowIsNarrow(FxRobot robot) {
        robot.interact(() -> {
            DetailColumns columns = columns(List.of("States"), List.of("Flows"));
            columns.arrange(null, true);
            columns.arrange(null, false);
            assertEquals(
                    List.of(FIELDS, List.of("States", "Flows")),
                    columns.getChildren().stream().map(DetailColumnsTest::texts).toList());
            ScrollPane args = new ScrollPane();
            columns.arrange(args, true);
            assertEquals(3, columns.getChildren().size());
            assertSame(args, columns.getChildren().getLast());
            assertEquals(List.of("States", "Flows"), texts(columns.getChildren().get(1)));
        });
    }

    @Test
    void relatedEventsAreNextToTheFieldsWithoutOtherData(FxRobot robot) {
        robot.interact(() -> {
            DetailColumns columns = columns(List.of(), List.of("Parents"));
            columns.arrange(null, true);
            assertEquals(
                    List.of(FIELDS, List.of("Parents")),
                    columns.getChildren().stream().map(DetailColumnsTest::texts).toList());
        });
    }

    @Test
    void longNamesOfFieldsAreShownInFull(FxRobot robot) {
        robot.interact(() -> {
            FieldList fields = new FieldList().text("Start", "0").text("Time to the first frame", "5 ms");
            new Scene(fields, 430, 200);
            fields.applyCss();
            fields.layout();
            assertEquals(List.of(), TruncatedText.in(fields));
            Label longest = (Label) fields.getChildren().get(2);
            assertTrue(longest.getWidth() >= longest.prefWidth(-1), longest.getWidth() + " px");
            assertEquals(
                    ((Label) fields.getChildren().get(1)).getLayoutX(),
                    ((Label) fields.getChildren().get(3)).getLayoutX());
        });
    }

    @Test
    void longValuesDoNotTruncateFieldNames(FxRobot robot) {
        robot.interact(() -> {
            FieldList fields =
                    new FieldList().text("Without trampoline", "5 ms").text("Package", "androidx.benchmark.".repeat(9));
            new Scene(fields, 330, 200);
            fields.applyCss();
            fields.layout();
            Label name = (Label) fields.getChildren().getFirst();
            assertTrue(name.getWidth() >= name.prefWidth(-1), name.getWidth() + " px");
        });
    }

    @Test
    void namesOfStatesAreShortenedBeforeNumbers(FxRobot robot) {
        robot.interact(() -> {
            StateList list = new StateList(
                    List.of(new StateTime("Runnable (Preempted)", 809_212), new StateTime("Running", 4_990_123)),
                    9_000_000,
                    Palette.of(Theme.LIGHT));
            new Scene(list, 230, 100);
            list.applyCss();
            list.layout();
            assertEquals(List.of(), TruncatedText.in(list));
            assertTrue(((Region) list.getChildren().get(2)).getWidth()
                    >= ((Region) list.getChildren().get(2)).prefWidth(-1));
        });
    }

    @Test
    void argumentsTakeTheFreeSpaceOfALargeWindow(FxRobot robot) {
        robot.interact(() -> {
            DetailColumns columns = columns(List.of("States"), List.of("Flows"));
            new Scene(columns, 2500, 300);
            columns.arrange(new ScrollPane(), true);
            columns.applyCss();
            columns.layout();
            List<Double> widths = columns.getChildren().stream()
                    .map(n -> ((Region) n).getWidth())
                    .toList();
            double factor = StyleSheets.factor();
            assertTrue(widths.get(0) > 500 * factor, "fields: " + widths);
            assertTrue(widths.get(1) < 800 * factor, "states: " + widths);
            assertEquals(2500, widths.stream().mapToDouble(d -> d).sum(), 3);
        });
    }

    @Test
    void fieldsTakeTheSpaceOfMissingColumns(FxRobot robot) {
        robot.interact(() -> {
            DetailColumns alone = columns(List.of(), List.of());
            new Scene(alone, 1600, 300);
            alone.arrange(null, true);
            alone.applyCss();
            alone.layout();
            double wide = ((Region) alone.getChildren().getFirst()).getWidth();
            assertEquals(760 * StyleSheets.factor(), wide);
            ScrollPane args = new ScrollPane();
            alone.arrange(args, true);
            alone.layout();
            assertEquals(
                    600 * StyleSheets.factor(), ((Region) alone.getChildren().getFirst()).getWidth());
        });
    }
}
