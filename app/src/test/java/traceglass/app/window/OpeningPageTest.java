package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.testing.SampleFile;

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
    void aWindowThatOpensWithATraceSaysSoUntilItsTracksAreThere(FxRobot robot) throws Exception {
        Path trace = SampleFile.in(folder);
        robot.interact(() -> {
            fixture.window.open(trace, ok -> { });
            assertEquals(OpeningPage.ID, page());
        });
        WindowFixture.waitFor(() -> fixture.window.context().session() != null && fixture.window.context().session().isReady());
        assertEquals(TimelinePage.ID, page());
    }

    @Test
    void theStartPageComesBackWhenItIsNoTrace(FxRobot robot) throws Exception {
        Path letter = Files.writeString(folder.resolve("letter.txt"), "Dear all, this is no trace.");
        boolean[] opened = {true};
        robot.interact(() -> fixture.window.open(letter, ok -> opened[0] = ok));
        WindowFixture.waitFor(() -> !fixture.window.isOpening());
        assertFalse(opened[0]);
        assertEquals(StartPage.ID, page());
    }

    @Test
    void theStartPageComesBackWhenOpeningIsCancelled(FxRobot robot) throws Exception {
        Path trace = SampleFile.in(folder);
        robot.interact(() -> {
            fixture.window.open(trace, ok -> { });
            fixture.window.cancelOpening();
        });
        WindowFixture.waitFor(() -> !fixture.window.isOpening());
        assertEquals(StartPage.ID, page());
    }
}
