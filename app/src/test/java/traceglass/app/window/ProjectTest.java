package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.app.project.ProjectFile;
import traceglass.app.settings.RecentTraces;
import traceglass.app.window.opening.StartPage;
import traceglass.store.time.TimeSpan;

class ProjectTest extends ProjectScenario {

    @Test
    void theSessionIsRestoredAfterTheProgramWasKilled(FxRobot robot) throws Exception {
        open(robot, trace());
        TimeSpan span = sampleSpan();
        changeAllSavedState(robot, span);
        crash(robot);
        open(robot, trace());
        assertChangesAreRestored(span);
        assertEquals("Restored the last view of this trace, with 1 note and 1 pinned track.", notices());

        // A copy in another folder is the same trace.
        Path copy = Files.createDirectories(folder.resolve("elsewhere")).resolve("other-name.gz");
        Files.copy(trace(), copy, StandardCopyOption.REPLACE_EXISTING);
        open(robot, copy);
        assertChangesAreRestored(span);

        robot.interact(() -> action(robot, "Reset").fire());
        assertEquals(List.of(), window.slot().traceNotes().notes());
        assertEquals(List.of(), view().tracks().pinned());
        assertEquals("", notices());
        crash(robot);
        open(robot, trace());
        assertEquals(List.of(), window.slot().traceNotes().notes());
    }

    @Test
    void aProjectOpensUnchangedInAnotherFolder(FxRobot robot) throws Exception {
        open(robot, trace());
        TimeSpan span = sampleSpan();
        changeAllSavedState(robot, span);
        dialogs.saveTo = folder.resolve("mine");
        robot.interact(() -> window.page("sql").ifPresent(window::showPage));
        robot.interact(() -> ((traceglass.app.ui.SqlOpener) window.page("sql").orElseThrow())
                .open("select 'of the project'", false));
        robot.push(KeyCode.CONTROL, KeyCode.S);
        Path project = folder.resolve("mine.traceglass");
        WindowFixture.waitFor(() -> window.projects().name().equals("mine.traceglass"));
        assertEquals(
                "mine.traceglass · sample.pftrace.gz",
                robot.lookup("#trace-name").queryAs(Label.class).getText());
        assertTrue(robot.lookup("Saved").tryQuery().isPresent(), "the status bar does not say that it is saved");
        assertTrue(Files.exists(project));

        // Later changes are saved automatically.
        robot.interact(() -> window.slot()
                .selection()
                .set(new Selection.Area(
                        span.start(),
                        span.end(),
                        view().tracks().nodes(n -> n.key().equals(sampleTrack())))));
        WindowFixture.waitFor(() ->
                window.slot().host().detailsPane().selectedProperty().get().id().startsWith("area"));
        robot.interact(() -> window.slot()
                .host()
                .detailsPane()
                .select(window.slot().host().detailsPane().tab("notes").orElseThrow()));
        crash(robot);

        Path colleagueFolder = Files.createDirectories(folder.resolve("colleague"));
        Files.copy(project, colleagueFolder.resolve("mine.traceglass"));
        Files.move(trace(), colleagueFolder.resolve("sample.pftrace.gz"));
        open(robot, colleagueFolder.resolve("mine.traceglass"));
        assertEquals(
                colleagueFolder.resolve("sample.pftrace.gz"),
                window.slot().trace().session().file());
        assertEquals("sql", window.pageProperty().get().id());
        robot.interact(() -> window.showPage(window.timeline()));
        assertChangesAreRestored(span);
        assertEquals("select 'of the project'", sqlTexts().getLast());
        assertEquals(
                List.of(sampleTrack()),
                ((Selection.Area) window.slot().selection().get())
                        .tracks().stream().map(n -> n.key()).toList());
        WindowFixture.waitFor(() ->
                window.slot().host().detailsPane().selectedProperty().get().id().equals("notes"));
        assertEquals("", notices());

        assertQueriesCloseWithTheProject(robot);
        List<String> recent = new java.util.ArrayList<>();
        RecentTraces.in(folder.resolve("config"))
                .entries()
                .forEach(e -> recent.add(e.file().toString()));
        assertEquals(colleagueFolder.resolve("mine.traceglass").toString(), recent.getFirst());
    }

    private void assertQueriesCloseWithTheProject(FxRobot robot) {
        robot.interact(() -> ((traceglass.app.ui.SqlOpener) window.page("sql").orElseThrow())
                .open("select 'of the colleague'", false));
        assertTrue(sqlTexts().contains("select 'of the colleague'"));
        robot.interact(window::closeTrace);
        assertFalse(sqlTexts().contains("select 'of the colleague'"));
    }

    private List<String> sqlTexts() {
        return FxSupply.get(() -> {
            Object sql = window.slot().host().sections().state(Map.of(), true).get("sql");
            return ((List<?>) ((Map<?, ?>) sql).get("tabs"))
                    .stream().map(t -> (String) ((Map<?, ?>) t).get("sql")).toList();
        });
    }

    private Path createProject(FxRobot robot) throws Exception {
        open(robot, trace());
        dialogs.saveTo = folder.resolve("p.traceglass");
        robot.interact(window.projects()::saveAs);
        WindowFixture.waitFor(() -> window.projects().name().equals("p.traceglass"));
        robot.interact(window::closeTrace);
        awaitWritten();
        return dialogs.saveTo;
    }

    @Test
    void aMissingTraceIsReportedAndCanBeLocated(FxRobot robot) throws Exception {
        Path project = createProject(robot);
        Path hidden = Files.createDirectories(folder.resolve("hidden")).resolve("t.gz");
        Files.move(trace(), hidden);
        robot.interact(() -> window.open(project));
        WindowFixture.waitFor(
                () -> !window.context().messages().notices().texts().isEmpty());
        assertTrue(
                notices()
                        .startsWith("The trace of p.traceglass, sample.pftrace.gz, was found neither in the project's"
                                + " folder nor at "),
                notices());
        dialogs.file = hidden;
        robot.interact(() -> action(robot, "Locate the trace…").fire());
        WindowFixture.waitForTrace(window);
        assertEquals(hidden, window.slot().trace().session().file());
        WindowFixture.waitFor(() -> window.projects().name().equals("p.traceglass"));
        robot.interact(window::closeTrace);
        awaitWritten();
        assertEquals("hidden/t.gz", ProjectFile.read(project).trace().relative(), "its current location is not stored");
    }

    @Test
    void aChangedTraceIsReportedAndTheProjectIsNotWritten(FxRobot robot) throws Exception {
        Path project = createProject(robot);
        Files.writeString(trace(), "[{\"name\":\"other\",\"ph\":\"X\",\"ts\":1,\"dur\":5,\"pid\":1,\"tid\":1}]");
        String before = Files.readString(project);
        robot.interact(() -> window.open(project));
        WindowFixture.waitFor(
                () -> !window.context().messages().notices().texts().isEmpty());
        assertTrue(notices().contains("is not the file that p.traceglass was saved with"), notices());
        robot.interact(() -> action(robot, "Open anyway").fire());
        WindowFixture.waitForTrace(window);
        WindowFixture.waitFor(() -> notices()
                .startsWith("Changes are not saved to p.traceglass, because it belongs to a different trace."));
        robot.interact(() -> window.slot().traceNotes().add(1500, 1500, "x"));
        crash(robot);
        assertEquals(before, Files.readString(project));
    }

    @Test
    void aNewerProjectIsShownButNotWritten(FxRobot robot) throws Exception {
        Path project = createProject(robot);
        String newer = Files.readString(project).replace("\"traceglass\": 1", "\"traceglass\": 7");
        Files.writeString(project, newer);
        open(robot, project);
        assertEquals(
                "p.traceglass was written by a newer version of Traceglass (project format 7, this version reads up"
                        + " to 1). Unknown content is ignored, and changes are not saved to it.",
                notices());
        robot.interact(() -> window.slot().traceNotes().add(5, 5, "x"));
        dialogs.saveTo = folder.resolve("copy.traceglass");
        awaitWritten();
        robot.interact(() -> action(robot, "Save project as…").fire());
        WindowFixture.waitFor(() -> window.projects().name().equals("copy.traceglass"));
        assertEquals(newer, Files.readString(project));
        assertEquals(1, ProjectFile.read(dialogs.saveTo).version());
    }

    @Test
    void errorsInProjectFilesAreReported(FxRobot robot) throws Exception {
        Path file = Files.writeString(folder.resolve("bad.traceglass"), "{\"traceglass\"");
        robot.interact(() -> window.drop(List.of(file)));
        WindowFixture.waitFor(
                () -> !window.context().messages().notices().texts().isEmpty());
        assertTrue(notices().contains("bad.traceglass is not a Traceglass project: "), notices());
        assertEquals(StartPage.ID, window.pageProperty().get().id());
    }
}
