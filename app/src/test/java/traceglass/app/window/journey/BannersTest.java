package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.preferences.page.SettingsPage;
import traceglass.app.record.RecordPage;
import traceglass.app.testing.SampleFile;
import traceglass.app.ui.Notices;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;

/// Tests that banners, counts and details disappear with the trace they refer to.
class BannersTest extends WindowScenario {

    private Notices banners() {
        return window.context().messages().notices();
    }

    private String counts(FxRobot robot) {
        return FxSupply.get(
                () -> robot.lookup("#status-counts").queryAs(Label.class).getText());
    }

    private String state() {
        return FxSupply.get(() -> window.context().messages().status().state());
    }

    private Path copyOfSample() throws Exception {
        return Files.copy(SampleFile.getOrCreate(folder), folder.resolve("other.pftrace"));
    }

    @Test
    void aBannerDisappearsWithItsTrace(FxRobot robot) throws Exception {
        open(robot, Files.createFile(folder.resolve("empty.pftrace")));
        WindowFixture.waitFor(() -> !banners().texts().isEmpty());
        assertEquals(List.of("empty.pftrace is empty (0 bytes)."), notices());
        open(robot, copyOfSample());
        assertEquals(List.of(), notices());
    }

    @Test
    void aBannerAboutAFileDisappearsWhenAnotherIsOpened(FxRobot robot) throws Exception {
        Path bad = Files.writeString(folder.resolve("letter.txt"), "Dear reader");
        robot.interact(() -> window.open(bad));
        WindowFixture.waitFor(() -> !banners().texts().isEmpty());
        fixture.openSample(robot);
        assertEquals(List.of(), notices());
    }

    @Test
    void aBannerAboutARecordingStaysOverTheNextTrace(FxRobot robot) throws Exception {
        robot.interact(() -> {
            banners().show(Notices.Scope.RECORDING, Notices.Severity.OK, "record", "Recorded a.pftrace.");
            banners().show(Notices.Severity.WARN, "time", "Can't read the time.");
        });
        fixture.openSample(robot);
        assertEquals(List.of("Recorded a.pftrace."), notices());
        assertTrue(robot.lookup("#notices .tg-ok").tryQuery().isPresent(), "it is not green");
    }

    @Test
    void countsOfTheLastTraceAreNotShownWhileTheNextOpens(FxRobot robot) throws Exception {
        Path other = copyOfSample();
        fixture.openSample(robot);
        String counts = counts(robot);
        assertFalse(counts.isEmpty());
        List<String> texts = new ArrayList<>();
        robot.interact(() -> {
            window.slot().trace().sessionProperty().addListener((_, _, newValue) -> {
                if (!newValue.isReady()) {
                    texts.add(
                            robot.lookup("#status-counts").queryAs(Label.class).getText());
                }
            });
            window.open(other);
            assertEquals("", robot.lookup("#status-counts").queryAs(Label.class).getText());
            assertEquals(
                    "Opening other.pftrace",
                    window.context().messages().status().state());
        });
        fixture.waitForTrace(other);
        fixture.settle();
        assertEquals(List.of(""), texts);
        assertEquals(counts, counts(robot));
        assertTrue(state().startsWith("Imported") || state().startsWith("Loaded from cache"), state());
    }

    @Test
    void countsReturnWhenTheNextTraceDoesNotOpen(FxRobot robot) throws Exception {
        Path bad = Files.writeString(folder.resolve("letter.txt"), "Dear reader");
        fixture.openSample(robot);
        String counts = counts(robot);
        robot.interact(() -> window.open(bad));
        WindowFixture.waitFor(() -> !banners().texts().isEmpty());
        assertEquals(counts, counts(robot));
    }

    @Test
    void theDetailsPaneIsShownOnlyBelowTheTimeline(FxRobot robot) throws Exception {
        Path other = copyOfSample();
        fixture.openSample(robot);
        Node pane = window.slot().host().detailsPane();
        for (String page : List.of(SettingsPage.ID, RecordPage.ID)) {
            robot.interact(() -> {
                showTimelines();
                window.slot().host().detailsPane().openProperty().set(true);
                assertTrue(pane.isVisible() && pane.isManaged(), page);
                showPage(window.page(page).orElseThrow());
                assertFalse(pane.isVisible() || pane.isManaged(), page);
                // Restoring the selection of an opening trace does the same.
                window.slot().host().detailsPane().openProperty().set(false);
                window.slot().host().detailsPane().openProperty().set(true);
                assertFalse(pane.isVisible() || pane.isManaged(), page);
                showTimelines();
                assertTrue(pane.isVisible() && pane.isManaged(), page);
            });
        }
        open(robot, other);
    }
}
