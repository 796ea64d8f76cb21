package traceglass.app.panel.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.Selection;
import traceglass.app.panel.PanelFixture;
import traceglass.model.track.TrackNode;

@ExtendWith(ApplicationExtension.class)
class FlamePanelTest {

    private final PanelFixture fixture = new PanelFixture();

    @Start
    void start(Stage stage) {
        fixture.open();
        FlamePanel.install(fixture.context);
        BorderPane root = new BorderPane();
        root.setBottom(fixture.context.drawer());
        PanelFixture.show(stage, root, 980, 700);
    }

    @BeforeEach
    void selectAll() {
        fixture.waitUntilReady();
        PanelFixture.fx(() -> {
            List<TrackNode> tracks = fixture.context.session().tracks().roots().stream().flatMap(FlamePanelTest::leaves).toList();
            fixture.context.selectionProperty().set(new Selection.Area(0, 20_000_000, tracks));
        });
        PanelFixture.await(() -> fixture.context.drawer().tab("area-flame").get().availableProperty().get());
        PanelFixture.fx(() -> fixture.context.drawer().select(fixture.context.drawer().tab("area-flame").get()));
    }

    private static Stream<TrackNode> leaves(TrackNode node) {
        return node.children().isEmpty() ? Stream.of(node) : node.children().stream().flatMap(FlamePanelTest::leaves);
    }

    private static FlameView view(FxRobot robot) {
        return robot.lookup("#flame-view").queryAs(FlameView.class);
    }

    private static String found(FxRobot robot) {
        return robot.lookup("#flame-found").queryAs(Label.class).getText();
    }

    @Test
    void showsWhereTheTimeOfTheRangeWent(FxRobot robot) {
        PanelFixture.await(() -> view(robot).tree().total(0) == 10_000_000);
        FlameTree tree = view(robot).tree();
        int outer = tree.children(0)[0];
        assertEquals("outer", tree.name(outer));
        assertEquals(6_000_000, tree.self(outer));
        robot.clickOn(view(robot).localToScreen(60, 6 + 30));
        PanelFixture.await(() -> robot.lookup("#flame-frame").tryQueryAs(Label.class).map(l -> l.getText().equals("outer")).orElse(false));
        robot.doubleClickOn(view(robot).localToScreen(60, 6 + 30));
        PanelFixture.await(() -> view(robot).focused() == outer);
    }

    @Test
    void readsBottomUpAndLeavesFramesOut(FxRobot robot) {
        PanelFixture.await(() -> view(robot).tree().total(0) == 10_000_000);
        robot.clickOn("#flame-way-bottom-up");
        PanelFixture.await(() -> view(robot).tree().collapsed().contains("inner;outer 2000000"));
        robot.clickOn("#flame-way-top-down");
        PanelFixture.await(() -> view(robot).tree().collapsed().contains("outer;inner 2000000"));
        robot.clickOn(view(robot).localToScreen(20, 6 + 50));
        robot.clickOn("Hide frame");
        PanelFixture.await(() -> view(robot).tree().collapsed().contains("outer 8000000"));
        assertTrue(robot.lookup("Without inner").tryQuery().isPresent());
    }

    @Test
    void sumsUpWhatIsSearchedFor(FxRobot robot) throws IOException {
        PanelFixture.await(() -> view(robot).tree().total(0) == 10_000_000);
        robot.clickOn("#flame-search").write("inn");
        PanelFixture.await(() -> found(robot).equals("2.000 ms, 20.0 %"));
        robot.write("x");
        PanelFixture.await(() -> found(robot).equals("0 ns, 0.0 %"));
        fixture.saveTo = Files.createTempFile("flame", ".svg");
        robot.clickOn("Export").clickOn("#flame-save-svg");
        PanelFixture.await(() -> fixture.context.status().state().startsWith("Saved"));
        assertTrue(Files.readString(fixture.saveTo).contains("<title>outer"));
        Files.delete(fixture.saveTo);
    }
}
