package traceglass.app.panel.area;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.VisibleFlows;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.Controls;
import traceglass.app.panel.PanelFixture;

@ExtendWith(ApplicationExtension.class)
class AreaFlowsTest {

    private static final int MAIL_FLOWS = 260;

    private final PanelFixture fixture = new PanelFixture();

    @Start
    void start(Stage stage) {
        fixture.open(trace());
        AreaPanel.install(fixture.slot, fixture.window.messages());
        BorderPane root = new BorderPane();
        root.setBottom(fixture.slot.host().detailsPane());
        PanelFixture.show(stage, root, 1200, 700);
    }

    /// Two threads with flows between them, 1 ms apart: many with category `mail`, three with `post`.
    private static Path trace() {
        StringBuilder json = new StringBuilder("{\"traceEvents\": [");
        for (int i = 0; i < MAIL_FLOWS + 3; i++) {
            String cat = i % 80 == 79 ? "post" : "mail";
            long ts = 1000L * i;
            json.append("""
                {"ph": "X", "name": "send", "cat": "work", "pid": 1, "tid": 1, "ts": %1$d, "dur": 300},
                {"ph": "X", "name": "receive", "cat": "work", "pid": 1, "tid": 2, "ts": %2$d, "dur": 300},
                {"ph": "s", "name": "letter", "cat": "%4$s", "id": %3$d, "pid": 1, "tid": 1, "ts": %1$d},
                {"ph": "f", "bp": "e", "name": "letter", "cat": "%4$s", "id": %3$d, "pid": 1, "tid": 2, "ts": %2$d}\
                """.formatted(ts, ts + 500, i, cat)).append(i < MAIL_FLOWS + 2 ? "," : "");
        }
        try {
            Path file = Files.createTempFile("flows", ".json");
            file.toFile().deleteOnExit();
            return Files.writeString(file, json.append("]}"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void selectAll() {
        fixture.waitUntilReady();
        select(0, 1_000_000_000);
        PanelFixture.await(() -> fixture.slot
                .host()
                .detailsPane()
                .tab("area-flows")
                .orElseThrow()
                .availableProperty()
                .get());
        PanelFixture.fx(() -> fixture.slot
                .host()
                .detailsPane()
                .select(fixture.slot.host().detailsPane().tab("area-flows").orElseThrow()));
    }

    private void select(long start, long end) {
        PanelFixture.fx(() -> fixture.slot
                .selection()
                .set(new Selection.Area(
                        start,
                        end,
                        fixture.slot.trace().session().tracks().roots().stream()
                                .flatMap(AreaFlowsTest::leaves)
                                .toList())));
    }

    private static Stream<TrackNode> leaves(TrackNode node) {
        return node.children().isEmpty()
                ? Stream.of(node)
                : node.children().stream().flatMap(AreaFlowsTest::leaves);
    }

    private VisibleFlows arrows() {
        return fixture.slot.navigation().timelineLink().areaFlowsProperty().get();
    }

    private static CheckBox checkBox(FxRobot robot, String text) {
        return robot.lookup("#area-flow-categories .check-box").queryAllAs(CheckBox.class).stream()
                .filter(b -> b.getText().startsWith(text))
                .findFirst()
                .orElse(null);
    }

    private static String drawn(FxRobot robot) {
        return robot.lookup("#area-flows-drawn").queryAs(Label.class).getText();
    }

    @Test
    void drawsFlowsOfCheckedCategoriesAsArrows(FxRobot robot) {
        PanelFixture.await(() -> checkBox(robot, "post") != null);
        assertEquals(VisibleFlows.NONE, arrows());
        Controls.press(robot, checkBox(robot, "post"));
        PanelFixture.await(() -> arrows().flows().size() == 3);
        assertEquals(0, arrows().hidden());
        assertEquals("3 arrows shown", drawn(robot));
        arrows().flows().forEach(f -> assertEquals(200_000, f.toTs() - f.fromTs()));
        // A smaller range has fewer flows with the same categories.
        select(0, 100_000_000);
        PanelFixture.await(() -> arrows().flows().size() == 1);
        Controls.press(robot, checkBox(robot, "post"));
        PanelFixture.await(() -> arrows().flows().isEmpty());
    }

    @Test
    void limitsTheNumberOfArrowsAndCountsHiddenOnes(FxRobot robot) {
        PanelFixture.await(() -> checkBox(robot, "mail") != null);
        Controls.press(robot, "#area-flows-all");
        PanelFixture.await(() -> arrows().flows().size() == Flow.MAX_ARROWS);
        assertEquals(MAIL_FLOWS + 3 - Flow.MAX_ARROWS, arrows().hidden());
        assertEquals("200 arrows shown, 63 more hidden", drawn(robot));
        // The arrows are spread over the range, not only at its start.
        assertTrue(
                arrows().flows().getLast().fromTs() >= (MAIL_FLOWS + 1) * 1_000_000L,
                arrows().flows().getLast().toString());
        long widest = 0;
        for (int i = 1; i < Flow.MAX_ARROWS; i++) {
            widest = Math.max(
                    widest,
                    arrows().flows().get(i).fromTs()
                            - arrows().flows().get(i - 1).fromTs());
        }
        assertEquals(2_000_000, widest);
        assertTrue(
                checkBox(robot, "mail").isSelected() && checkBox(robot, "post").isSelected());
        robot.interact(() -> fixture.slot.host().commands().run("area.flows"));
        PanelFixture.await(() -> arrows().flows().isEmpty());
        assertFalse(checkBox(robot, "mail").isSelected());
    }

    @Test
    void arrowsDisappearWithTheRange(FxRobot robot) {
        PanelFixture.await(() -> checkBox(robot, "post") != null);
        Controls.press(robot, checkBox(robot, "post"));
        PanelFixture.await(() -> arrows().flows().size() == 3);
        PanelFixture.fx(() -> fixture.slot.selection().set(Selection.NONE));
        assertEquals(List.of(), arrows().flows());
    }
}
