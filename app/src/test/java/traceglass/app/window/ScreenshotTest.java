package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import javafx.scene.image.ImageView;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.app.testing.SharedTestTrace;

/// Tests screenshots recorded by DevTools, from the track to the details.
class ScreenshotTest extends WindowScenario {

    @Test
    void theTrackIsFirstAndASelectedScreenshotIsShown(FxRobot robot) throws Exception {
        open(robot, SharedTestTrace.require("json/lighthouse-amp.json.gz"));
        TrackNode first = FxSupply.get(() -> view.tracks().roots().getFirst());
        assertEquals("Screenshots", first.name());
        SliceData pictures = (SliceData)
                window.slot().trace().session().tracks().data().load(first).get();
        assertEquals(24, pictures.size());
        assertEquals(1, pictures.rows());
        assertEquals(pictures.ts()[1], pictures.end()[0], "a picture lasts until the next");
        assertTrue(
                pictures.color()[0] != pictures.color()[1] && pictures.color()[0] == pictures.color()[2],
                "adjacent screenshots look the same");
        robot.interact(() -> window.slot().navigation().navigator().select("derived_screenshots", 3));
        WindowFixture.waitFor(() -> robot.lookup("#details-picture").tryQuery().isPresent());
        ImageView picture = robot.lookup("#details-picture").queryAs(ImageView.class);
        assertTrue(
                picture.getImage().getWidth() > 50 && picture.getImage().getHeight() > 50,
                "the picture is not decoded");
        assertEquals("Screenshot 4", picture.getAccessibleText());
    }
}
