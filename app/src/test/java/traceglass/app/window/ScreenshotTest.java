package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import javafx.scene.image.ImageView;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.testing.SharedTrace;
import traceglass.model.track.SliceData;
import traceglass.model.track.TrackNode;
import traceglass.render.TimelineView;

/// Pictures of the screen that DevTools took, from the track to the details.
@ExtendWith(ApplicationExtension.class)
class ScreenshotTest {

    @TempDir
    static Path folder;

    private WindowFixture fixture;
    private MainWindow window;

    @Start
    void start(Stage stage) {
        fixture = new WindowFixture(stage, folder);
        window = fixture.window;
    }

    @AfterEach
    void close() throws Exception {
        FxToolkit.setupFixture(fixture::close);
    }

    @Test
    void theTrackIsAtTheTopAndASelectedPictureIsShown(FxRobot robot) throws Exception {
        Path trace = SharedTrace.need("json/lighthouse-amp.json.gz");
        robot.interact(() -> window.open(trace));
        WindowFixture.waitFor(() -> window.context().session() != null && window.context().session().isReady());
        fixture.settle();
        TimelineView view = window.timeline().view();
        TrackNode first = FxSupply.get(() -> view.tracks().roots().getFirst());
        assertEquals("Screenshots", first.name());
        SliceData pictures = (SliceData) window.context().session().tracks().data().load(first).get();
        assertEquals(24, pictures.size());
        assertEquals(1, pictures.rows());
        assertEquals(pictures.ts()[1], pictures.end()[0], "a picture lasts until the next");
        assertTrue(pictures.color()[0] != pictures.color()[1] && pictures.color()[0] == pictures.color()[2], "neighbours cannot be told apart");
        robot.interact(() -> window.context().navigator().select("derived_screenshots", 3));
        WindowFixture.waitFor(() -> robot.lookup("#details-picture").tryQuery().isPresent());
        ImageView picture = robot.lookup("#details-picture").queryAs(ImageView.class);
        assertTrue(picture.getImage().getWidth() > 50 && picture.getImage().getHeight() > 50, "the picture is not decoded");
        assertEquals("Screenshot 4", picture.getAccessibleText());
    }
}
