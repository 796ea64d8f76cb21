package traceglass.app.window.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.track.SliceData;
import traceglass.app.context.WindowState;
import traceglass.app.project.ProjectWriter;
import traceglass.app.project.SessionFiles;
import traceglass.app.project.SessionStore;
import traceglass.app.session.DebugTrackList;
import traceglass.app.settings.RecentTraces;
import traceglass.app.testing.PreparedDialogs;
import traceglass.app.testing.SampleFile;
import traceglass.app.theme.WindowTheme;
import traceglass.app.ui.SqlOpener;
import traceglass.app.window.FxSupply;
import traceglass.app.window.MainWindow;
import traceglass.app.window.WindowEnvironment;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.frame.WindowHost;
import traceglass.store.database.StoreOptions;

/// Tests that tracks of query results are restored after a restart, and that only changes are announced.
@ExtendWith(ApplicationExtension.class)
class QueryTrackSessionTest {

    private static final String SETUP = "CREATE VIEW deep AS SELECT ts, dur, name, depth FROM slice WHERE depth < 3; ";
    private static final String QUERY = "SELECT ts, dur, name, depth FROM deep WHERE dur > 0";

    @TempDir
    Path folder;

    private final ProjectWriter writer = new ProjectWriter();
    private MainWindow window;
    private Stage stage;

    @Start
    void start(Stage primary) {
        stage = primary;
        createWindow();
    }

    private void createWindow() {
        WindowTheme theme = new WindowTheme();
        theme.choiceProperty().set(WindowTheme.Choice.LIGHT);
        window = new MainWindow(
                new WindowState(new PreparedDialogs()),
                new WindowEnvironment(
                        StoreOptions.cachedIn(folder.resolve("cache")),
                        theme,
                        true,
                        RecentTraces.none(),
                        () -> null,
                        WindowHost.NONE,
                        new SessionStore(new SessionFiles(folder.resolve("sessions")), writer)));
        Scene scene = new Scene(window.root(), 1200, 900);
        theme.install(scene);
        stage.setX(0);
        stage.setY(0);
        stage.setScene(scene);
        stage.show();
    }

    @AfterEach
    void closeTheWindow() throws Exception {
        FxToolkit.setupFixture(() -> {
            window.close();
            stage.close();
        });
    }

    /// Closes the window and opens the trace in a new one.
    private void restart(FxRobot robot) throws Exception {
        robot.interact(() -> window.close());
        var done = new java.util.concurrent.CountDownLatch(1);
        writer.runAfterWrites(done::countDown);
        assertTrue(done.await(20, java.util.concurrent.TimeUnit.SECONDS));
        robot.interact(this::createWindow);
        open(robot);
        WindowFixture.waitFor(() -> tracks().isIdle());
        WaitForAsyncUtils.waitForFxEvents();
    }

    private void open(FxRobot robot) throws Exception {
        Path trace = SampleFile.getOrCreate(folder);
        boolean[] opened = new boolean[1];
        robot.interact(() -> window.open(trace, ok -> opened[0] = ok));
        WindowFixture.waitFor(() -> opened[0]);
    }

    private DebugTrackList tracks() {
        return window.slot().trace().session().debugTracks();
    }

    private List<String> pinned() {
        return FxSupply.get(() -> window.timeline().view().tracks().pinned());
    }

    /// Runs a query on the SQL page and shows its result as one track for each depth.
    @SuppressWarnings("unchecked")
    private DebugTracks createTracks(FxRobot robot, String sql) throws Exception {
        robot.interact(() -> {
            window.slot().navigation().navigator().showPage("sql");
            ((SqlOpener) window.page("sql").orElseThrow()).open(sql, true);
        });
        WindowFixture.waitFor(() -> robot.lookup("#sql-state")
                .lookup(".label")
                .tryQueryAs(Label.class)
                .filter(l -> l.getText().equals("Done"))
                .isPresent());
        robot.interact(
                () -> robot.lookup("#sql-track").queryAs(ButtonBase.class).fire());
        robot.interact(
                () -> ((ComboBox<Integer>) robot.lookup("#debug-track-pivot").queryAs(ComboBox.class)).setValue(3));
        robot.interact(() ->
                robot.lookup("#debug-track-show").queryAs(ButtonBase.class).fire());
        WindowFixture.waitFor(() -> tracks().tracks().size() == 1);
        return tracks().tracks().getFirst();
    }

    private int slices(String key) throws Exception {
        SliceData data = (SliceData) window.slot()
                .trace()
                .session()
                .tracks()
                .data()
                .load(FxSupply.get(() -> window.timeline().view().tracks().node(key)))
                .get();
        return data.size();
    }

    private List<String> notices() {
        return FxSupply.get(() -> window.context().messages().notices().texts());
    }

    @Test
    void aViewThatWasNotChangedIsNotAnnounced(FxRobot robot) throws Exception {
        open(robot);
        WindowFixture.waitFor(() -> window.isComplete());
        restart(robot);
        WindowFixture.waitFor(() -> window.isComplete());
        assertEquals(List.of(), notices());
        robot.interact(() -> window.timeline().view().tracks().expandAll());
        restart(robot);
        assertEquals(List.of("Restored the last view of this trace."), notices());
    }

    @Test
    void queryTracksAreRestoredAfterARestart(FxRobot robot) throws Exception {
        open(robot);
        DebugTracks created = createTracks(robot, SETUP + QUERY);
        assertEquals(List.of("debug/1/0", "debug/1/1", "debug/1/2"), pinned());
        int first = slices("debug/1/0");
        int last = slices("debug/1/2");
        robot.interact(() -> {
            var controls = window.timeline().view().tracks();
            controls.rename("debug/1/2", "deepest");
            controls.movePin("debug/1/2", "debug/1/0");
            tracks().remove("debug/1/1");
            controls.setPinned("debug/1/1", false);
        });
        for (int restarts = 0; restarts < 2; restarts++) {
            restart(robot);
            assertEquals(List.of("debug/1/2", "debug/1/0"), pinned());
            assertEquals(created.spec(), tracks().tracks().getFirst().spec());
            assertEquals(first, slices("debug/1/0"));
            assertEquals(last, slices("debug/1/2"));
            assertEquals(
                    "deepest",
                    FxSupply.get(() ->
                            window.timeline().view().tracks().node("debug/1/2").name()));
            assertNull(FxSupply.get(() -> window.timeline().view().tracks().node("debug/1/1")));
        }
        // New tracks get other numbers.
        assertEquals(2, FxSupply.get(() -> {
            int number = tracks().beginCreation();
            tracks().endCreation();
            return number;
        }));
        robot.interact(() -> tracks().remove(DebugTracks.GROUP));
        restart(robot);
        assertEquals(List.of(), tracks().tracks());
    }

    @Test
    void aQueryThatFailsIsReportedAndKept(FxRobot robot) throws Exception {
        open(robot);
        // The view is not part of the text that defines the track.
        createTracks(robot, SETUP + QUERY);
        robot.interact(() -> {
            var broken = tracks().definitions().getFirst();
            tracks().removeDefinition(1);
            tracks().remove(DebugTracks.GROUP);
            tracks().restore(List.of(new traceglass.app.session.QueryTrack(1, broken.spec(), "", List.of())));
            tracks().endCreation();
        });
        restart(robot);
        assertTrue(notice().contains("Can't create the track") && notice().contains("deep"), notice());
        restart(robot);
        assertTrue(notice().contains("Can't create the track"), notice());
        robot.interact(() -> robot.lookup(
                        n -> n instanceof Hyperlink h && h.getText().equals("Remove track"))
                .queryAs(Hyperlink.class)
                .fire());
        restart(robot);
        assertTrue(!notice().contains("Can't create the track"), notice());
    }

    private String notice() {
        return FxSupply.get(
                () -> String.join("\n", window.context().messages().notices().texts()));
    }
}
