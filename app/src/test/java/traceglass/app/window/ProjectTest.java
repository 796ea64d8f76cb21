package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import javafx.event.ActionEvent;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
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
import traceglass.analysis.select.Selection;
import traceglass.app.context.WindowState;
import traceglass.app.project.ProjectFile;
import traceglass.app.project.ProjectWriter;
import traceglass.app.project.SessionFiles;
import traceglass.app.project.SessionStore;
import traceglass.app.session.SearchModel;
import traceglass.app.settings.RecentTraces;
import traceglass.app.testing.PreparedDialogs;
import traceglass.app.testing.SampleFile;
import traceglass.app.theme.WindowTheme;
import traceglass.app.window.frame.WindowHost;
import traceglass.app.window.opening.StartPage;
import traceglass.app.window.pair.Alignment;
import traceglass.app.window.pair.AlignmentBasis;
import traceglass.render.TimelineView;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeSpan;

@ExtendWith(ApplicationExtension.class)
class ProjectTest {

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private final ProjectWriter writer = new ProjectWriter();
    private MainWindow window;
    private Stage stage;
    private final PreparedDialogs dialogs = new PreparedDialogs();

    @Start
    void start(Stage primary) {
        stage = primary;
        createWindow();
    }

    /// Creates a window as after a restart of the program.
    private void createWindow() {
        WindowTheme theme = new WindowTheme();
        theme.choiceProperty().set(WindowTheme.Choice.LIGHT);
        WindowState state = new WindowState(dialogs);
        window = new MainWindow(
                state,
                new WindowEnvironment(
                        StoreOptions.cachedIn(shared.resolve("cache")),
                        theme,
                        true,
                        RecentTraces.in(folder.resolve("config")),
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

    /// Simulates that the program was killed: nothing is saved on closing.
    private void crash(FxRobot robot) throws Exception {
        awaitWritten();
        robot.interact(() -> {
            MainWindow previous = window;
            createWindow();
            previous.timeline().view().dispose();
        });
    }

    /// Waits until all changes are written to files.
    private void awaitWritten() throws Exception {
        WindowFixture.waitFor(() -> window.projects().isSaved());
        var done = new java.util.concurrent.CountDownLatch(1);
        writer.runAfterWrites(done::countDown);
        assertTrue(done.await(20, java.util.concurrent.TimeUnit.SECONDS));
    }

    private Path trace() throws Exception {
        return SampleFile.getOrCreate(folder);
    }

    private void open(FxRobot robot, Path file) throws Exception {
        boolean[] opened = new boolean[1];
        robot.interact(() -> window.open(file, ok -> opened[0] = ok));
        WindowFixture.waitFor(() -> opened[0]);
    }

    private TimelineView view() {
        return window.timeline().view();
    }

    private String sampleTrack() {
        return view().tracks().nodes(n -> !n.isGroup()).stream()
                .map(n -> n.key())
                .filter(k -> k.startsWith("thread_state/"))
                .min(String::compareTo)
                .orElseThrow();
    }

    /// Makes a change of each kind that is saved.
    private void changeAllSavedState(FxRobot robot, TimeSpan span) throws Exception {
        robot.interact(() -> {
            view().tracks().setPinned(sampleTrack(), true);
            view().tracks().rename(sampleTrack(), "the one");
            view().tracks().expandAll();
            view().showSpan(span);
        });
        settle();
        robot.interact(() -> {
            view().scrollTo(400);
            window.slot()
                    .traceNotes()
                    .rename(
                            window.slot()
                                    .traceNotes()
                                    .add(span.start() + 1000, span.start() + 1000, "")
                                    .id(),
                            "here it begins");
        });
    }

    private TimeSpan sampleSpan() {
        TimeSpan bounds = view().bounds();
        return new TimeSpan(bounds.start() + bounds.durNs() / 4, bounds.start() + bounds.durNs() / 2);
    }

    private void assertChangesAreRestored(TimeSpan span) throws Exception {
        WindowFixture.waitFor(() -> !window.slot().traceNotes().notes().isEmpty());
        assertEquals(List.of(sampleTrack()), FxSupply.get(() -> view().tracks().pinned()));
        assertEquals(
                "the one",
                FxSupply.get(() -> view().tracks().node(sampleTrack()).name()));
        assertEquals(span, view().visibleSpanProperty().get());
        assertEquals(
                "here it begins", window.slot().traceNotes().notes().getFirst().text());
        settle();
        assertEquals(400, FxSupply.get(() -> view().scrollY()));
    }

    private void settle() throws Exception {
        org.testfx.util.WaitForAsyncUtils.asyncFx(() -> view().whenIdle())
                .get(30, java.util.concurrent.TimeUnit.SECONDS)
                .get(30, java.util.concurrent.TimeUnit.SECONDS);
        org.testfx.util.WaitForAsyncUtils.waitForFxEvents();
    }

    private Hyperlink action(FxRobot robot, String text) {
        return robot.lookup(n -> n instanceof Hyperlink h && h.getText().equals(text))
                .queryAs(Hyperlink.class);
    }

    private String notices() {
        return FxSupply.get(
                () -> String.join("\n", window.context().messages().notices().texts()));
    }

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

    // ---- state of the panels ----

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
