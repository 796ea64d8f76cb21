package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.app.window.WindowFixture.waitFor;
import static traceglass.app.window.WindowFixture.waitForTrace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
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
import traceglass.analysis.select.Selection;
import traceglass.app.Controls;
import traceglass.app.context.WindowState;
import traceglass.app.overview.OverviewPage;
import traceglass.app.settings.RecentTraces;
import traceglass.app.testing.PreparedDialogs;
import traceglass.app.testing.SampleFile;
import traceglass.app.theme.WindowTheme;
import traceglass.app.window.frame.WindowHost;
import traceglass.app.window.opening.StartPage;
import traceglass.store.database.StoreOptions;

@ExtendWith(ApplicationExtension.class)
class WindowTest {

    @TempDir
    static Path folder;

    private MainWindow window;
    private Stage stage;
    private final PreparedDialogs dialogs = new PreparedDialogs();

    @Start
    void start(Stage primary) {
        stage = primary;
        WindowTheme theme = new WindowTheme();
        theme.choiceProperty().set(WindowTheme.Choice.LIGHT);
        WindowState state = new WindowState(dialogs);
        window = new MainWindow(
                state,
                new WindowEnvironment(
                        StoreOptions.cachedIn(folder.resolve("cache")),
                        theme,
                        true,
                        RecentTraces.in(folder),
                        WindowTest::sample,
                        WindowHost.NONE));
        Scene scene = new Scene(window.root(), 1000, 900);
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

    private static Path sample() throws IOException {
        return SampleFile.getOrCreate(folder);
    }

    private void openSample(FxRobot robot) throws Exception {
        robot.interact(window::openSample);
        waitForTrace(window);
    }

    private String text(FxRobot robot, String id) {
        return robot.lookup(id).queryAs(Label.class).getText();
    }

    @Test
    void theStartPageOffersTheSampleAndOpensIt(FxRobot robot) throws Exception {
        assertEquals(StartPage.ID, window.pageProperty().get().id());
        Controls.press(robot, "#start-trace-sample");
        waitForTrace(window);
        assertSame(window.timeline(), window.pageProperty().get());
        assertEquals("sample.pftrace.gz", text(robot, "#trace-name"));
        assertFalse(window.timeline().view().tracks().rowKeys().isEmpty(), "no tracks are shown");
        assertTrue(
                window.context().messages().status().state().matches("(Imported|Loaded from cache) in .* m?s"),
                window.context().messages().status().state());
    }

    @Test
    void ctrlOAsksForAFileAndOpensIt(FxRobot robot) throws Exception {
        dialogs.trace = sample();
        robot.press(KeyCode.CONTROL).press(KeyCode.O).release(KeyCode.O).release(KeyCode.CONTROL);
        waitForTrace(window);
        assertSame(window.timeline(), window.pageProperty().get());
    }

    @Test
    void anEmptyFileOpensWithANotice(FxRobot robot) throws Exception {
        Path empty = Files.createFile(folder.resolve("empty.pftrace"));
        robot.interact(() -> window.drop(List.of(empty)));
        waitFor(() -> !window.context().messages().notices().texts().isEmpty());
        assertEquals(
                List.of("empty.pftrace is empty (0 bytes)."),
                window.context().messages().notices().texts());
        assertTrue(window.slot().trace().session().isReady());
        assertSame(window.timeline(), window.pageProperty().get());
    }

    @Test
    void aFileThatIsNotATraceIsReportedAndTheOpenTraceStays(FxRobot robot) throws Exception {
        openSample(robot);
        var before = window.slot().trace().session();
        Path bad = Files.writeString(folder.resolve("letter.txt"), "Dear reader");
        robot.interact(() -> window.drop(List.of(bad)));
        waitFor(() -> !window.context().messages().notices().texts().isEmpty());
        assertTrue(
                window.context().messages().notices().texts().getFirst().contains("letter.txt"),
                window.context().messages().notices().texts().toString());
        assertSame(before, window.slot().trace().session());
        assertTrue(before.isReady());
        assertSame(window.timeline(), window.pageProperty().get());
    }

    @Test
    void foldersAndMissingFilesAreReported(FxRobot robot) throws Exception {
        // Other tests leave traces in the folder, which would be offered for import.
        for (Path bad : List.of(Files.createDirectory(folder.resolve("empty")), folder.resolve("nowhere"))) {
            robot.interact(() -> window.open(bad));
            // A folder is searched for traces first.
            waitFor(() -> window.context().messages().notices().texts().size() == 1);
            assertFalse(window.isOpening());
            assertTrue(window.context()
                    .messages()
                    .notices()
                    .texts()
                    .getFirst()
                    .contains(bad.getFileName().toString()));
        }
        assertNull(window.slot().trace().session());
        assertEquals(StartPage.ID, window.pageProperty().get().id());
    }

    @Test
    void openingCanBeCanceled(FxRobot robot) throws Exception {
        Path copy = Files.copy(sample(), folder.resolve("copy" + System.nanoTime() + ".gz"));
        robot.interact(() -> {
            window.open(copy);
            window.cancelOpening();
        });
        waitFor(() -> !window.isOpening());
        assertNull(window.slot().trace().session());
        assertTrue(
                window.context().messages().status().state().startsWith("Canceled"),
                window.context().messages().status().state());
    }

    @Test
    void thePaletteRunsTheTypedCommand(FxRobot robot) throws Exception {
        openSample(robot);
        robot.press(KeyCode.CONTROL)
                .press(KeyCode.SHIFT)
                .press(KeyCode.P)
                .release(KeyCode.P)
                .release(KeyCode.SHIFT)
                .release(KeyCode.CONTROL);
        WaitForAsyncUtils.waitForFxEvents();
        assertEquals(
                ">", robot.lookup("#omnibox-field").queryAs(TextField.class).getText());
        robot.write("overview");
        WaitForAsyncUtils.waitForFxEvents();
        assertEquals("Overview", window.omnibox().palette().titles().getFirst());
        robot.type(KeyCode.ENTER);
        waitFor(() -> window.pageProperty().get() instanceof OverviewPage);
        assertFalse(window.omnibox().palette().isOpen());
    }

    @Test
    void searchCountsHitsAndEnterStepsThroughThem(FxRobot robot) throws Exception {
        openSample(robot);
        robot.interact(() -> robot.lookup("#omnibox-field").query().requestFocus());
        robot.write("task");
        waitFor(() -> window.slot().search().hitsProperty().get().text().equals("task"));
        int found = window.slot().search().hitsProperty().get().size();
        assertTrue(found > 1, "the sample has tasks");
        robot.type(KeyCode.ENTER);
        waitFor(() -> window.slot().selection().get() instanceof Selection.Event);
        var first = assertInstanceOf(
                Selection.Event.class, window.slot().selection().get());
        assertTrue(text(robot, "#omnibox-hits").startsWith("1 / "), text(robot, "#omnibox-hits"));
        robot.type(KeyCode.ENTER);
        waitFor(() -> !first.equals(window.slot().selection().get()));
        assertTrue(text(robot, "#omnibox-hits").startsWith("2 / "));
        robot.press(KeyCode.SHIFT).type(KeyCode.ENTER).release(KeyCode.SHIFT);
        waitFor(() -> first.equals(window.slot().selection().get()));
        robot.type(KeyCode.ESCAPE);
        waitFor(() -> window.slot().search().hitsProperty().get().size() == 0);
    }

    @Test
    void theQuestionMarkShowsTheKeysAndEscapeHidesThem(FxRobot robot) throws Exception {
        robot.interact(() -> window.root()
                .fireEvent(new javafx.scene.input.KeyEvent(
                        javafx.scene.input.KeyEvent.KEY_TYPED,
                        "?",
                        "",
                        KeyCode.UNDEFINED,
                        false,
                        false,
                        false,
                        false)));
        waitFor(() -> window.help().isVisible());
        robot.type(KeyCode.ESCAPE);
        waitFor(() -> !window.help().isVisible());
    }

    @Test
    void theSidebarSwitchesPages(FxRobot robot) throws Exception {
        assertTrue(robot.lookup("#side-page-timeline").queryButton().isDisabled());
        openSample(robot);
        WindowScenario.fire(robot, "#side-page-overview");
        waitFor(() -> window.pageProperty().get() instanceof OverviewPage && window.isComplete());
        assertTrue(robot.lookup("#overview-statistics").tryQuery().isPresent());
        Controls.press(robot, "#overview-statistics");
        waitFor(() -> robot.lookup("#overview-grid-statistics").tryQuery().isPresent() && window.isComplete());
        WindowScenario.fire(robot, "#side-page-timeline");
        waitFor(() -> window.pageProperty().get() == window.timeline());
    }

    @Test
    void keyQTogglesTheDetailsPane(FxRobot robot) throws Exception {
        openSample(robot);
        boolean before = window.slot().host().detailsPane().openProperty().get();
        robot.type(KeyCode.Q);
        waitFor(() -> window.slot().host().detailsPane().openProperty().get() != before);
        robot.type(KeyCode.Q);
        waitFor(() -> window.slot().host().detailsPane().openProperty().get() == before);
    }

    @Test
    void goingToAnEventSelectsItAndShowsTheTimeline(FxRobot robot) throws Exception {
        openSample(robot);
        robot.interact(() -> window.slot().navigation().navigator().showPage(OverviewPage.ID));
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", 5));
        waitFor(() -> window.slot().selection().get() instanceof Selection.Event);
        assertEquals("slice:5", window.slot().selection().get().toString());
        assertSame(window.timeline(), window.pageProperty().get());
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", 987654321));
        waitFor(() -> window.context().messages().notices().texts().stream().anyMatch(t -> t.contains("987654321")));
    }

    @Test
    void closingTheTraceShowsTheStartPage(FxRobot robot) throws Exception {
        openSample(robot);
        robot.interact(() -> window.slot().host().commands().run("trace.close"));
        waitFor(() -> window.slot().trace().session() == null);
        assertEquals(StartPage.ID, window.pageProperty().get().id());
        assertTrue(robot.lookup("sample.pftrace.gz").tryQuery().isPresent(), "the trace is not among the recent ones");
    }
}
