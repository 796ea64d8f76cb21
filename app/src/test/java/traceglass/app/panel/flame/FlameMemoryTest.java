package traceglass.app.panel.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import javafx.scene.control.ComboBox;
import javafx.scene.layout.BorderPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.panel.PanelFixture;
import traceglass.app.session.SessionConnection;
import traceglass.app.testing.MemoryTraces;

/// Tests native heap profiles as flame graphs.
@ExtendWith(ApplicationExtension.class)
class FlameMemoryTest {

    private final PanelFixture fixture = new PanelFixture();

    @Start
    void start(Stage stage) throws IOException {
        Path file = Files.createTempFile("profile", ".pftrace");
        file.toFile().deleteOnExit();
        fixture.open(MemoryTraces.heapProfile(file));
        FlamePanel.install(fixture.slot, fixture.window.messages(), fixture.pair);
        BorderPane root = new BorderPane();
        root.setBottom(fixture.slot.host().detailsPane());
        PanelFixture.show(stage, root, 1200, 700);
    }

    @BeforeEach
    void waitUntilReady() {
        fixture.waitUntilReady();
    }

    private static FlameView view(FxRobot robot) {
        return robot.lookup("#flame-view").queryAs(FlameView.class);
    }

    /// Selects the dump at a time, like a click on its marker.
    private void select(long ts) throws Exception {
        long id;
        try (Connection c = SessionConnection.of(fixture.slot.trace().session());
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT min(id) FROM heap_profile_allocation WHERE ts = " + ts)) {
            r.next();
            id = r.getLong(1);
        }
        PanelFixture.fx(() -> fixture.slot.selection().set(new Selection.Event("heap_profile_allocation", id, ts, 0)));
    }

    private static void choose(FxRobot robot, String box, int item) {
        PanelFixture.fx(
                () -> robot.lookup(box).queryComboBox().getSelectionModel().select(item));
    }

    private static String collapsed(FxRobot robot) {
        return robot.lookup("#flame-view")
                .tryQueryAs(FlameView.class)
                .map(v -> v.tree().collapsed())
                .orElse("");
    }

    @Test
    void clickOnADumpShowsUnreleasedMemorySinceTheStart(FxRobot robot) throws Exception {
        select(200_000_000);
        PanelFixture.await(() -> collapsed(robot).equals("main;load 600\nmain;load;cache 1000\n"));
        ComboBox<FlameMeasure> measure = robot.lookup("#flame-measure").queryComboBox();
        assertEquals(
                List.of("Unreleased malloc size", "Unreleased malloc count", "Total malloc size", "Total malloc count"),
                measure.getItems().stream().map(FlameMeasure::title).toList());
        choose(robot, "#flame-measure", 1);
        PanelFixture.await(() -> collapsed(robot).equals("main;load 6\nmain;load;cache 1\n"));
        choose(robot, "#flame-measure", 2);
        PanelFixture.await(() -> collapsed(robot).equals("main;load 800\nmain;load;cache 1000\n"));
        // Since the previous dump: 500 more, 100 of it freed.
        choose(robot, "#flame-measure", 0);
        choose(robot, "#flame-scope", 1);
        PanelFixture.await(() -> collapsed(robot).equals("main;load 400\nmain;load;cache 1000\n"));
    }

    @Test
    void negativeUnreleasedMemoryCountsAsZero(FxRobot robot) throws Exception {
        select(300_000_000);
        PanelFixture.await(() -> collapsed(robot).equals("main;load 100\nmain;load;cache 1000\n"));
        choose(robot, "#flame-scope", 1);
        PanelFixture.await(() -> view(robot).tree().isEmpty());
    }

    @Test
    void rangeOnTheTrackExtendsToTheNextDump(FxRobot robot) {
        List<TrackNode> tracks = fixture.slot.trace().session().tracks().roots().stream()
                .flatMap(FlameMemoryTest::leaves)
                .filter(n -> n.key().startsWith("heap/"))
                .toList();
        assertEquals(1, tracks.size());
        PanelFixture.fx(() -> fixture.slot.selection().set(new Selection.Area(0, 150_000_000, tracks)));
        PanelFixture.await(() -> fixture.slot
                .host()
                .detailsPane()
                .tab("area-flame")
                .get()
                .availableProperty()
                .get());
        PanelFixture.fx(() -> fixture.slot
                .host()
                .detailsPane()
                .select(fixture.slot.host().detailsPane().tab("area-flame").get()));
        PanelFixture.await(() -> collapsed(robot).equals("main;load 600\nmain;load;cache 1000\n"));
    }

    private static java.util.stream.Stream<TrackNode> leaves(TrackNode node) {
        return node.children().isEmpty()
                ? java.util.stream.Stream.of(node)
                : node.children().stream().flatMap(FlameMemoryTest::leaves);
    }

    @Test
    void commandsOpenTheLastProfileAndTheWholeTrace(FxRobot robot) {
        PanelFixture.fx(() -> fixture.slot.host().commands().all().stream()
                .filter(c -> c.id().equals("flame.heap-profile"))
                .findFirst()
                .orElseThrow()
                .action()
                .run());
        PanelFixture.await(() -> collapsed(robot).equals("main;load 100\nmain;load;cache 1000\n"));
        PanelFixture.fx(() -> fixture.slot.host().commands().all().stream()
                .filter(c -> c.id().equals("flame.trace"))
                .findFirst()
                .orElseThrow()
                .action()
                .run());
        PanelFixture.await(
                () -> robot.lookup("#flame-scope").queryComboBox().getItems().size() == 1);
        PanelFixture.await(() -> collapsed(robot).equals("main;load 100\nmain;load;cache 1000\n"));
    }
}
