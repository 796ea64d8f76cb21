package traceglass.app.window.opening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import javafx.scene.Cursor;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.testing.SampleFile;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.timeline.TimelinePage;

@ExtendWith(ApplicationExtension.class)
class OpeningPageTest {

    @TempDir
    Path folder;

    private WindowFixture fixture;

    @Start
    void start(Stage stage) {
        fixture = new WindowFixture(stage, folder, folder);
    }

    @AfterEach
    void close(FxRobot robot) {
        robot.interact(fixture::close);
    }

    private String page() {
        return fixture.window.pageProperty().get().id();
    }

    @Test
    void aWindowOpenedWithATraceShowsTheOpeningPageUntilTracksAreReady(FxRobot robot) throws Exception {
        Path trace = SampleFile.in(folder);
        robot.interact(() -> {
            fixture.stage().hide();
            fixture.window.open(trace, ok -> {});
            assertEquals(StartPage.ID, page(), "the page would delay tracks that are ready before the window appears");
            fixture.stage().show();
            assertEquals(OpeningPage.ID, page());
        });
        fixture.waitForTrace();
        assertEquals(TimelinePage.ID, page());
    }

    @Test
    void theStartPageOfAnOpenWindowStaysForAMoment(FxRobot robot) throws Exception {
        Path trace = SampleFile.in(folder);
        robot.interact(() -> {
            fixture.window.open(trace, ok -> {});
            assertEquals(StartPage.ID, page());
            assertEquals(Cursor.WAIT, fixture.window.root().getCursor());
        });
        fixture.waitForTrace();
        assertEquals(TimelinePage.ID, page());
        assertNull(fixture.window.root().getCursor());
    }

    @Test
    void slowTracesAreNamedEvenIfAnotherReplacesThem(FxRobot robot) throws Exception {
        Path first = createSlowTrace("first.json.gz");
        Path second = createSlowTrace("second.json.gz");
        robot.interact(() -> fixture.window.open(first, ok -> {}));
        WindowFixture.waitFor(() -> !page().equals(StartPage.ID));
        assertEquals(OpeningPage.ID, page());
        assertTrue(robot.lookup("Opening first.json.gz").tryQuery().isPresent());
        assertNull(fixture.window.root().getCursor());
        robot.interact(() -> fixture.window.open(second, ok -> {}));
        assertTrue(robot.lookup("Opening second.json.gz").tryQuery().isPresent());
        assertFalse(robot.lookup("Opening first.json.gz").tryQuery().isPresent());
        robot.interact(fixture.window::cancelOpening);
        WindowFixture.waitFor(() -> !fixture.window.isOpening());
        assertEquals(StartPage.ID, page());
        assertNull(fixture.window.root().getCursor());
    }

    /// Creates a trace of a gigabyte of zeros, in a small file.
    private Path createSlowTrace(String name) throws Exception {
        Path file = folder.resolve(name);
        byte[] zeros = new byte[1 << 20];
        Arrays.fill(zeros, (byte) ' ');
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("{\"traceEvents\":[".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 1 << 10; i++) {
                out.write(zeros);
            }
            out.write("]}".getBytes(StandardCharsets.US_ASCII));
        }
        return file;
    }

    @Test
    void theStartPageComesBackIfTheFileIsNotATrace(FxRobot robot) throws Exception {
        Path letter = Files.writeString(folder.resolve("letter.txt"), "Dear all, this is not a trace.");
        boolean[] opened = {true};
        robot.interact(() -> fixture.window.open(letter, ok -> opened[0] = ok));
        WindowFixture.waitFor(() -> !fixture.window.isOpening());
        assertFalse(opened[0]);
        assertEquals(StartPage.ID, page());
    }

    @Test
    void theStartPageComesBackIfOpeningIsCanceled(FxRobot robot) throws Exception {
        Path trace = SampleFile.in(folder);
        robot.interact(() -> {
            fixture.window.open(trace, ok -> {});
            fixture.window.cancelOpening();
        });
        WindowFixture.waitFor(() -> !fixture.window.isOpening());
        assertEquals(StartPage.ID, page());
    }
}
