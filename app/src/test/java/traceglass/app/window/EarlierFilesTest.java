package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
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
import traceglass.analysis.track.TrackNode;
import traceglass.app.command.Command;
import traceglass.app.command.Commands;
import traceglass.app.command.KeyChord;
import traceglass.app.context.PanelHost;
import traceglass.app.context.WindowState;
import traceglass.app.preferences.Preferences;
import traceglass.app.project.ProjectWriter;
import traceglass.app.project.SessionFiles;
import traceglass.app.project.SessionStore;
import traceglass.app.session.SearchModel;
import traceglass.app.settings.RecentTraces;
import traceglass.app.settings.Settings;
import traceglass.app.testing.PreparedDialogs;
import traceglass.app.testing.SampleFile;
import traceglass.app.theme.WindowTheme;
import traceglass.app.window.frame.WindowHost;
import traceglass.render.TimelineView;
import traceglass.render.item.Note;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeSpan;

/// Tests that projects, sessions and settings of an earlier version are restored completely. The files in `earlier`
/// were written by version 0.1.0 and are never adapted to a later one.
@ExtendWith(ApplicationExtension.class)
class EarlierFilesTest {

    private static final String PINNED = "thread_state/1";
    private static final TimeSpan VISIBLE = new TimeSpan(2389167221239L, 2389676949722L);

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private final ProjectWriter writer = new ProjectWriter();
    private WindowTheme theme;
    private Preferences preferences;
    private MainWindow window;
    private Stage stage;

    @Start
    void start(Stage primary) throws IOException {
        stage = primary;
        theme = new WindowTheme();
        Path config = Files.createDirectories(folder.resolve("config"));
        copy("settings.properties", config.resolve("settings.properties"));
        preferences = new Preferences(Settings.in(config));
        window = new MainWindow(
                new WindowState(new PreparedDialogs(), preferences),
                new WindowEnvironment(
                        StoreOptions.cachedIn(shared.resolve("cache")),
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
            theme.close();
            preferences.close();
            stage.close();
        });
        writer.finish();
    }

    private static void copy(String name, Path target) throws IOException {
        try (InputStream in = EarlierFilesTest.class.getResourceAsStream("earlier/" + name)) {
            Files.copy(in, target);
        }
    }

    private void open(FxRobot robot, Path file) throws Exception {
        boolean[] opened = new boolean[1];
        robot.interact(() -> window.open(file, ok -> opened[0] = ok));
        WindowFixture.waitFor(() -> opened[0]);
    }

    /// Opens the project with both of its traces.
    private void openProject(FxRobot robot) throws Exception {
        Path first = SampleFile.getOrCreate(folder);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(first))) {
            Files.copy(in, folder.resolve("second.pftrace"));
        }
        Path project = folder.resolve("project.traceglass");
        copy("project.traceglass", project);
        open(robot, project);
        WindowFixture.waitFor(() -> window.secondTrace().isOpen()
                && window.secondTrace().pane().slot().trace().session().isReady()
                && window.secondTrace().alignment().alignmentProperty().get().offsetNs() != 0);
        WindowFixture.waitFor(window::isComplete);
    }

    private TimelineView view() {
        return window.timeline().view();
    }

    private PanelHost host() {
        return window.slot().host();
    }

    private List<String> notices() {
        return FxSupply.get(() -> window.context().messages().notices().texts());
    }

    private Map<?, ?> section(String name) {
        return FxSupply.get(
                () -> (Map<?, ?>) host().sections().state(Map.of(), true).get(name));
    }

    private Parent tab(String id) {
        return (Parent)
                host().detailsPane().tab(id).orElseThrow().contentProperty().get();
    }

    private void assertNotes() {
        List<Note> notes = window.slot().traceNotes().notes();
        assertEquals(
                List.of("here it begins", "a span"),
                notes.stream().map(Note::text).toList());
        assertEquals(new Note(2, 2389347506297L, 2389348404297L, "a span", 0xFF2E8B57), notes.getLast());
    }

    private void assertTracks() {
        assertEquals(List.of(PINNED), FxSupply.get(() -> view().tracks().pinned()));
        assertEquals("the one", FxSupply.get(() -> view().tracks().node(PINNED).name()));
        assertTrue(FxSupply.get(() -> view().tracks().isFlat(PINNED)));
        assertEquals(1, FxSupply.get(() -> view().tracks().hiddenCount()));
        assertTrue(FxSupply.get(() -> view().tracks().isExpanded("process/1")));
        assertFalse(FxSupply.get(() -> view().tracks().isExpanded("scheduler")));
        assertEquals(
                List.of("mine"),
                FxSupply.get(() -> window.pane().workspaces().all().stream()
                        .map(w -> w.name())
                        .toList()));
        assertEquals(
                "double", FxSupply.get(() -> view().tracks().node("formulas/1").name()));
    }

    @Test
    void aProjectRestoresViewTracksAndNotes(FxRobot robot) throws Exception {
        openProject(robot);
        assertEquals(List.of(), notices());
        // The view moves while the traces are aligned.
        WindowFixture.waitFor(() -> VISIBLE.equals(view().visibleSpanProperty().get()));
        assertEquals(350, FxSupply.get(() -> view().labelWidth()));
        assertTracks();
        assertNotes();
        assertEquals(
                List.of("cpu_sched/1", "cpu_sched/0", PINNED),
                ((Selection.Area) window.slot().selection().get())
                        .tracks().stream().map(TrackNode::key).toList());
        assertEquals(
                4_000_000,
                window.secondTrace().alignment().alignmentProperty().get().offsetNs());
    }

    @Test
    void aProjectRestoresPagePanelsAndSearch(FxRobot robot) throws Exception {
        openProject(robot);
        assertEquals("sql", window.pageProperty().get().id());
        assertTrue(section("sql").toString().contains("select 'of the project'"));
        assertTrue(host().detailsPane().openProperty().get());
        assertEquals(333, host().detailsPane().draggedHeight());
        WindowFixture.waitFor(
                () -> host().detailsPane().selectedProperty().get().id().equals("notes"));
        assertEquals(
                SearchModel.Scope.VISIBLE,
                window.slot().search().scopeProperty().get());
        assertEquals("task", window.slot().search().hitsProperty().get().text());
        assertEquals("Sleep", filter(robot, "area-states"));
        assertEquals("wake", filter(robot, "ftrace"));
        assertTrue(selectedSegments("area-states").anyMatch("Thread, state"::equals));
        assertTrue(selectedSegments("area-flame").anyMatch("Bottom up"::equals));
    }

    @Test
    void labelsInAProjectAreReplacedByIds(FxRobot robot) throws Exception {
        openProject(robot);
        assertEquals("thread-state", section("area-states").get("groupBy"));
        assertEquals("bottom-up", section("flame").get("way"));
        assertEquals("classes", section("heap").get("view"));
        assertEquals("name", section("compare").get("groupBy"));
    }

    /// Returns the text in the filter field of a panel. Enlarges the details pane, so that the field fits, and clicks
    /// the tab, because the tab of the project stays selected until the user clicks or presses a key.
    private String filter(FxRobot robot, String tab) throws Exception {
        robot.interact(() -> window.showPage(window.page("timeline").orElseThrow()));
        WindowFixture.waitFor(() -> host().detailsPane().lookup("#tab-" + tab) != null);
        robot.interact(() -> host().detailsPane()
                .lookup("#tab-" + tab)
                .fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.SPACE, false, false, false, false)));
        WindowFixture.waitFor(() -> tab(tab).lookup("#" + tab + "-filter") != null);
        return FxSupply.get(() -> ((TextField) tab(tab).lookup("#" + tab + "-filter")).getText());
    }

    private Stream<String> selectedSegments(String tab) {
        return FxSupply.get(() -> tab(tab).lookupAll(".tg-segment").stream()
                .map(ToggleButton.class::cast)
                .filter(ToggleButton::isSelected)
                .map(ToggleButton::getText)
                .toList()
                .stream());
    }

    @Test
    void aSessionRestoresTracksAndNotes(FxRobot robot) throws Exception {
        Path sessions = Files.createDirectories(folder.resolve("sessions"));
        // A session has the format of a project and is named after the fingerprint of its trace.
        copy("project.traceglass", sessions.resolve("fdf823de0815cf103564772110136059.traceglass"));
        open(robot, SampleFile.getOrCreate(folder));
        WindowFixture.waitFor(() -> !window.slot().traceNotes().notes().isEmpty());
        assertTracks();
        assertNotes();
        assertEquals(List.of("Restored the last view of this trace, with 2 notes and 1 pinned track."), notices());
    }

    @Test
    void settingsRestoreShortcutsAndRecentCommands(FxRobot robot) throws Exception {
        open(robot, SampleFile.getOrCreate(folder));
        Commands commands = host().commands();
        assertEquals("Ctrl+G", keys(commands.get("timeline.expand")));
        assertEquals("Ctrl+J", keys(commands.get("timeline.fit")));
        assertEquals("F9", keys(commands.get("beside.open")));

        robot.interact(() -> window.omnibox().focus(">"));
        assertEquals(
                Stream.of("timeline.expand", "timeline.fit", "beside.open")
                        .map(id -> commands.get(id).title())
                        .toList(),
                FxSupply.get(() -> window.omnibox().palette().titles().subList(0, 3)));
    }

    private static String keys(Command command) {
        return String.join(" ", command.keys().stream().map(KeyChord::text).toList());
    }

    @Test
    void settingsRestorePreferences() {
        assertTrue(preferences.colorBlindProperty().get());
        assertTrue(preferences.comfortableRowsProperty().get());
        assertFalse(preferences.highContrastProperty().get());
        assertEquals(1.25, preferences.textScaleProperty().get());
        assertEquals(TimeFormat.MILLISECONDS, preferences.timeFormatProperty().get());
    }
}
