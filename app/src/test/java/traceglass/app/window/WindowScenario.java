package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import traceglass.analysis.track.TrackNode;
import traceglass.app.session.SessionConnection;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Page;
import traceglass.app.window.timeline.TracePane;
import traceglass.app.window.timeline.TrackMenu;
import traceglass.render.TimelineView;

/// Base class of window tests: provides a headless window for each test, and common actions and queries.
@ExtendWith(ApplicationExtension.class)
public abstract class WindowScenario {

    /// Holds the sample and the databases of traces, so that each class imports a trace once.
    @TempDir
    private static Path shared;

    /// Holds the settings and files of one test.
    @TempDir
    public Path folder;

    public WindowFixture fixture;
    public MainWindow window;
    public TimelineView view;

    @BeforeEach
    final void createWindow() throws Exception {
        Stage stage = FxToolkit.registerPrimaryStage();
        FxToolkit.setupFixture(() -> fixture = new WindowFixture(stage, folder, shared));
        window = fixture.window;
        view = window.timeline().view();
    }

    protected final void showPage(Page page) {
        window.showPage(page);
    }

    protected final void showTimelines() {
        window.showTimelines();
    }

    /// Returns the pane of the first trace.
    protected final TracePane pane() {
        return window.pane();
    }

    @AfterEach
    final void closeWindow() throws Exception {
        FxToolkit.setupFixture(fixture::close);
    }

    /// Opens a trace and waits until it can be queried and is drawn.
    public TraceSession open(FxRobot robot, Path trace) throws Exception {
        robot.interact(() -> window.open(trace));
        fixture.waitForTrace(trace);
        fixture.settle();
        return window.slot().trace().session();
    }

    /// Runs a command like its shortcut or the palette.
    public void run(FxRobot robot, String command) {
        robot.interact(() -> assertTrue(window.slot().host().commands().run(command), command));
    }

    /// Presses a button anywhere in the window.
    public static void fire(FxRobot robot, String id) {
        robot.interact(() -> robot.lookup(id).queryAs(ButtonBase.class).fire());
    }

    /// Types into the search field.
    protected static void fillSearch(FxRobot robot, String text) {
        robot.interact(
                () -> robot.lookup("#omnibox-field").queryAs(TextField.class).setText(text));
    }

    /// Returns the texts of the notices at the top of the window.
    protected List<String> notices() {
        return FxSupply.get(() -> window.context().messages().notices().texts());
    }

    /// Returns the rows of the timeline from top to bottom.
    protected List<String> rows() {
        return FxSupply.get(() -> view.tracks().rowKeys());
    }

    protected List<String> pinned() {
        return FxSupply.get(() -> view.tracks().pinned());
    }

    /// Returns the track with this key, or null.
    protected TrackNode track(String key) {
        return FxSupply.get(() -> view.tracks().node(key));
    }

    protected List<TrackNode> tracks(Predicate<TrackNode> filter) {
        return FxSupply.get(() -> view.tracks().nodes(filter));
    }

    /// Returns the item of a track's context menu whose text starts with the given text.
    protected MenuItem menuItem(TrackNode track, String prefix) {
        return FxSupply.get(() -> new TrackMenu(window.slot(), window.context().messages(), window.pane())
                        .menu(track)
                        .getItems())
                .stream()
                .filter(i -> i.getText() != null && i.getText().startsWith(prefix))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + prefix));
    }

    /// Returns the texts of all labels below a node.
    protected static Set<String> texts(FxRobot robot, String selector) {
        return FxSupply.get(() -> robot.lookup(selector + " .label").queryAllAs(Label.class).stream()
                .map(Label::getText)
                .collect(Collectors.toSet()));
    }

    /// Returns the first number of a query's result.
    protected long number(String sql) throws Exception {
        return numbers(sql)[0];
    }

    /// Returns the numbers in the first row of a query's result.
    protected long[] numbers(String sql) throws Exception {
        try (Connection c = SessionConnection.of(window.slot().trace().session());
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery(sql)) {
            assertTrue(r.next() && r.getObject(1) != null, "no result for " + sql);
            long[] row = new long[r.getMetaData().getColumnCount()];
            for (int i = 0; i < row.length; i++) {
                row[i] = r.getLong(i + 1);
            }
            return row;
        }
    }
}
