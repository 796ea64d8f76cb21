package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import javafx.event.ActionEvent;
import javafx.scene.Parent;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.app.session.SearchModel;
import traceglass.app.window.pair.Alignment;
import traceglass.app.window.pair.AlignmentBasis;

/// Tests that projects save the state of panels, and the second trace with its comparison.
class ProjectContentTest extends ProjectScenario {

    private Parent tab(String id) {
        return (Parent) window.slot()
                .host()
                .detailsPane()
                .tab(id)
                .orElseThrow()
                .contentProperty()
                .get();
    }

    private TextField field(String tab, String id) {
        return (TextField) tab(tab).lookup("#" + id);
    }

    private static ToggleButton segment(Parent in, String text) {
        return in.lookupAll(".tg-segment").stream()
                .map(ToggleButton.class::cast)
                .filter(b -> b.getText().equals(text))
                .findFirst()
                .orElseThrow();
    }

    private void type(FxRobot robot, String tab, String id, String text) {
        robot.interact(() -> {
            field(tab, id).setText(text);
            field(tab, id).fireEvent(new ActionEvent());
        });
    }

    /// Selects a span on all tracks and shows its slices.
    private void selectSampleSpan(FxRobot robot) throws Exception {
        robot.interact(() -> window.slot()
                .selection()
                .set(new Selection.Area(
                        sampleSpan().start(),
                        sampleSpan().end(),
                        view().tracks().nodes(n -> !n.isGroup()))));
        WindowFixture.waitFor(() -> window.slot()
                .host()
                .detailsPane()
                .tab("area-slices")
                .orElseThrow()
                .availableProperty()
                .get());
        robot.interact(() -> window.slot()
                .host()
                .detailsPane()
                .select(window.slot().host().detailsPane().tab("area-slices").orElseThrow()));
    }

    private Map<?, ?> section(String name) {
        return FxSupply.get(() -> (Map<?, ?>)
                window.slot().host().sections().state(Map.of(), true).get(name));
    }

    private Path saveProject(FxRobot robot) throws Exception {
        dialogs.saveTo = folder.resolve("panels.traceglass");
        robot.interact(window.projects()::saveAs);
        WindowFixture.waitFor(() -> window.projects().name().equals("panels.traceglass"));
        return dialogs.saveTo;
    }

    @Test
    void aProjectRestoresTheSearchAndThePanelFilters(FxRobot robot) throws Exception {
        open(robot, trace());
        Path project = saveProject(robot);
        robot.interact(() -> {
            window.slot().search().scopeProperty().set(SearchModel.Scope.VISIBLE);
            window.omnibox().search("task");
        });
        selectSampleSpan(robot);
        robot.interact(() -> {
            segment(tab("area-slices"), "Thread").fire();
            field("area-slices", "area-slices-filter").setText("Frame");
            segment(tab("area-flame"), "Bottom up").fire();
            field("heap", "heap-filter").setText("java.lang");
        });
        type(robot, "area-flame", "flame-search", "HS: idle");
        type(robot, "ftrace", "ftrace-filter", "wake");
        WindowFixture.waitFor(() -> window.slot().search().hitsProperty().get().size() > 0);
        crash(robot);

        open(robot, project);
        WindowFixture.waitFor(
                () -> window.slot().search().hitsProperty().get().text().equals("task"));
        assertEquals(
                SearchModel.Scope.VISIBLE,
                window.slot().search().scopeProperty().get());
        assertEquals(
                "task", robot.lookup("#omnibox-field").queryAs(TextField.class).getText());
        selectSampleSpan(robot);
        assertEquals("Frame", field("area-slices", "area-slices-filter").getText());
        assertTrue(segment(tab("area-slices"), "Thread").isSelected());
        assertEquals("wake", field("ftrace", "ftrace-filter").getText());
        assertTrue(segment(tab("area-flame"), "Bottom up").isSelected());
        assertEquals("HS: idle", section("flame").get("filters"));
        assertEquals("java.lang", field("heap", "heap-filter").getText());

        // State from a project is discarded with it.
        robot.interact(window::closeTrace);
        open(robot, trace());
        selectSampleSpan(robot);
        assertEquals("", field("area-slices", "area-slices-filter").getText());
        assertTrue(segment(tab("area-slices"), "Name").isSelected());
        assertEquals("", field("ftrace", "ftrace-filter").getText());
        assertEquals("", section("flame").get("filters"));
        assertEquals("", section("search").get("text"));
    }

    /// Saves a project with two traces and a changed alignment.
    private Path saveProjectWithTwoTraces(FxRobot robot, Path second) throws Exception {
        open(robot, trace());
        Path project = saveProject(robot);
        boolean[] opened = new boolean[1];
        robot.interact(() -> window.secondTrace().open(second, ok -> opened[0] = ok));
        WindowFixture.waitFor(() -> opened[0]);
        long start = view().bounds().start();
        robot.interact(() -> {
            window.secondTrace()
                    .alignment()
                    .align(new Alignment(
                            new AlignmentBasis(AlignmentBasis.Kind.EVENT, "A moment"),
                            start + 5_000_000,
                            start + 9_000_000));
            window.showPage(window.page("compare").orElseThrow());
        });
        robot.interact(() -> {
            robot.lookup("#compare-states").queryAs(ToggleButton.class).fire();
            robot.lookup("#compare-filter").queryAs(TextField.class).setText("Sleep");
            robot.lookup("#compare-by-count").queryAs(ToggleButton.class).fire();
        });
        WindowFixture.waitFor(() -> section("beside").get("trace") != null);
        crash(robot);
        return project;
    }

    /// Creates a file with the same events but different content.
    private Path secondTrace() throws Exception {
        Path second = folder.resolve("second.pftrace");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(trace()))) {
            Files.copy(in, second, StandardCopyOption.REPLACE_EXISTING);
        }
        return second;
    }

    @Test
    void aProjectRestoresTheSecondTraceAndTheComparison(FxRobot robot) throws Exception {
        Path project = saveProjectWithTwoTraces(robot, secondTrace());
        open(robot, project);
        WindowFixture.waitFor(() -> window.secondTrace().isOpen()
                && window.secondTrace().pane().slot().trace().session().isReady()
                && window.secondTrace()
                        .alignment()
                        .alignmentProperty()
                        .get()
                        .basis()
                        .equals(new AlignmentBasis(AlignmentBasis.Kind.EVENT, "A moment")));
        assertEquals(
                "second.pftrace",
                window.pair().second().trace().session().file().getFileName().toString());
        assertEquals(
                4_000_000,
                window.secondTrace().alignment().alignmentProperty().get().offsetNs());
        assertEquals("compare", window.pageProperty().get().id());
        assertTrue(robot.lookup("#compare-states").queryAs(ToggleButton.class).isSelected());
        assertTrue(robot.lookup("#compare-by-count").queryAs(ToggleButton.class).isSelected());
        assertEquals(
                "Sleep",
                robot.lookup("#compare-filter").queryAs(TextField.class).getText());

        // After the second trace is closed, it stays closed.
        robot.interact(window.secondTrace()::close);
        crash(robot);
        open(robot, project);
        WindowFixture.waitFor(window::isComplete);
        assertFalse(FxSupply.get(
                () -> window.secondTrace().isOpen() || window.secondTrace().isOpening()));
    }

    @Test
    void aMissingSecondTraceIsReportedAndTheFirstIsShown(FxRobot robot) throws Exception {
        Path second = secondTrace();
        Path project = saveProjectWithTwoTraces(robot, second);
        Path hidden = Files.createDirectories(folder.resolve("hidden")).resolve("second.pftrace");
        Files.move(second, hidden);
        open(robot, project);
        WindowFixture.waitFor(
                () -> !window.context().messages().notices().texts().isEmpty());
        assertTrue(
                notices()
                        .startsWith("The second trace of this project, second.pftrace, was found neither in the"
                                + " project's folder nor at "),
                notices());
        assertTrue(action(robot, "Open another second trace…").isVisible());
        assertFalse(FxSupply.get(() -> window.secondTrace().isOpen()));
        robot.interact(() -> window.slot().traceNotes().add(5, 5, "x"));
        crash(robot);

        Files.move(hidden, second);
        open(robot, project);
        WindowFixture.waitFor(() -> window.secondTrace().isOpen());
        assertEquals(1, window.slot().traceNotes().notes().size());
    }

    @Test
    void aChangedSecondTraceIsOpenedOnlyOnRequest(FxRobot robot) throws Exception {
        Path second = secondTrace();
        Path project = saveProjectWithTwoTraces(robot, second);
        Files.writeString(second, "[{\"name\":\"other\",\"ph\":\"X\",\"ts\":1,\"dur\":5,\"pid\":1,\"tid\":1}]");
        open(robot, project);
        WindowFixture.waitFor(
                () -> !window.context().messages().notices().texts().isEmpty());
        assertTrue(notices().contains("is not the file that the project was saved with"), notices());
        robot.interact(() -> action(robot, "Open it anyway").fire());
        WindowFixture.waitFor(() -> window.secondTrace().isOpen());
    }
}
