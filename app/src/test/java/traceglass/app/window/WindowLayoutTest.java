package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollBar;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.app.testing.TruncatedText;
import traceglass.app.ui.SqlOpener;

/// Checks the layout: no text is truncated, no node is outside the window, no nodes overlap.
@ExtendWith(ApplicationExtension.class)
class WindowLayoutTest {

    @TempDir
    static Path folder;

    private WindowFixture fixture;
    private Stage stage;

    @Start
    void start(Stage primary) {
        stage = primary;
        fixture = new WindowFixture(primary, folder, folder);
    }

    @AfterEach
    void closeTheWindow() throws Exception {
        FxToolkit.setupFixture(() -> {
            fixture.window.context().preferences().textScaleProperty().set(1);
            fixture.close();
        });
    }

    @Test
    void theStartPageWithoutRecentTracesListsFormatsAndNextSteps(FxRobot robot) {
        List<String> texts = robot.lookup("#start-page").query().lookupAll(".label").stream()
                .map(n -> ((Label) n).getText())
                .toList();
        assertTrue(
                texts.containsAll(List.of(
                        "Perfetto traces", "Profiles and heaps", "Compressed files and archives", "Query with SQL")),
                texts.toString());
    }

    @Test
    void noTextOfTheStartPageIsTruncatedOrOverlaps(FxRobot robot) throws Exception {
        check(robot, "#start-page");
    }

    @Test
    void noTextOfTheStartPageIsTruncatedAtTheLargestTextSize(FxRobot robot) throws Exception {
        robot.interact(
                () -> fixture.window.context().preferences().textScaleProperty().set(1.5));
        check(robot, "#start-page");
        Bounds[] buttons = robot.lookup("#sidebar").query().lookupAll(".tg-side-button").stream()
                .map(n -> n.localToScene(n.getBoundsInLocal()))
                .toArray(Bounds[]::new);
        assertTrue(buttons.length > 5, "there are only " + buttons.length + " buttons");
        for (int i = 1; i < buttons.length; i++) {
            assertTrue(
                    buttons[i].getMinY() >= buttons[i - 1].getMaxY(),
                    "button " + i + " of the sidebar overlaps the one above");
        }
    }

    @Test
    void theSettingsAreReadableAtTheLargestTextSize(FxRobot robot) throws Exception {
        robot.interact(() -> {
            fixture.window.context().preferences().textScaleProperty().set(1.5);
            fixture.window.page("settings").ifPresent(fixture.window::showPage);
        });
        check(robot, "#settings-page");
    }

    @Test
    void theSettingsGrowWithTheTextSize(FxRobot robot) throws Exception {
        robot.interact(() -> {
            stage.setWidth(1600);
            fixture.window.page("settings").ifPresent(fixture.window::showPage);
            fixture.layOut();
        });
        double before = sectionWidth();
        robot.interact(() -> {
            fixture.window.context().preferences().textScaleProperty().set(1.5);
            fixture.layOut();
        });
        assertEquals(1.5 * before, sectionWidth(), 60, "width of a section");
    }

    private double sectionWidth() throws Exception {
        return FxSupply.get(
                () -> ((Region) fixture.window.root().lookup("#settings-page .tg-settings-section")).getWidth());
    }

    @Test
    void anErrorIsFullyVisibleInAShortWindow(FxRobot robot) throws Exception {
        Path file = folder.resolve("words.txt");
        Files.writeString(file, "This is a letter, and no trace of anything at all.");
        boolean[] done = {false};
        robot.interact(() -> {
            stage.setHeight(560);
            fixture.window.open(file, ok -> done[0] = true);
        });
        WindowFixture.waitFor(() -> done[0]
                && !fixture.window.context().messages().notices().texts().isEmpty());
        check(robot, "#notices");
    }

    @Test
    void theToolbarOfASelectedAreaFitsANarrowWindow(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> {
            stage.setWidth(920);
            fixture.window.slot().host().commands().run("selection.all");
        });
        WindowFixture.waitFor(() -> fixture.window.root().lookup("#area-slices-filter") != null
                && fixture.window.isComplete()
                && stage.getScene().getWidth() <= 920);
        // Controls without space are hidden, which takes a second layout.
        try {
            WindowFixture.waitFor(() -> controlsOutside().isEmpty());
        } catch (TimeoutException e) {
            assertEquals(List.of(), FxSupply.get(this::controlsOutside));
        }
    }

    @Test
    void summaryOfASelectedAreaIsHiddenIfThereIsNoSpace(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        fixture.selectAll(robot);
        for (int width : new int[] {1800, 1280, 1800}) {
            robot.interact(() -> stage.setWidth(width));
            WindowFixture.waitFor(() -> stage.getScene().getWidth() == width);
            // A summary without space is hidden, which takes a second layout.
            WindowFixture.waitFor(() -> rangeSummary() instanceof Label l
                    && l.getText().equals(drawnText(l))
                    && l.getText().endsWith("  ·  slices clipped at the edges") == (width == 1800));
        }
    }

    private Node rangeSummary() {
        return fixture.window.root().lookup("#area-slices-summary");
    }

    @Test
    void theNameOfASelectedSliceIsNotTruncatedByItsButtons(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> {
            stage.setWidth(1280);
            fixture.window.slot().navigation().navigator().goTo("slice", 4802);
        });
        WindowFixture.waitFor(() -> stage.getScene().getWidth() == 1280
                && fixture.window.root().lookup("#details-name") instanceof Label l
                && !l.getText().isEmpty()
                && fixture.window.isComplete());
        robot.interact(fixture::layOut);
        Label name = robot.lookup("#details-name").queryAs(Label.class);
        assertEquals(name.getText(), drawnText(name).replace("\n", ""));
        // The name repeated ten times gets its own lines above the controls.
        robot.interact(() -> {
            name.setText(name.getText().repeat(10));
            fixture.layOut();
        });
        Node controls = name.getParent().getChildrenUnmodifiable().getLast();
        assertTrue(bottom(name) <= top(controls), bottom(name) + " is below " + top(controls));
        assertTrue(right(controls) <= right(name.getParent()), "the controls are truncated");
    }

    private static double top(Node n) {
        return n.localToScene(n.getBoundsInLocal()).getMinY();
    }

    private static double bottom(Node n) {
        return n.localToScene(n.getLayoutBounds()).getMaxY();
    }

    /// Returns the controls of the slice sums that extend beyond the window.
    private List<String> controlsOutside() {
        Parent controls =
                fixture.window.root().lookup("#area-slices-filter").getParent().getParent();
        return controls.getChildrenUnmodifiable().stream()
                .filter(n -> n.isVisible() && right(n) > stage.getScene().getWidth())
                .map(Node::toString)
                .toList();
    }

    @Test
    void theSidebarButtonsAreInOrder(FxRobot robot) {
        List<String> ids = robot.lookup("#sidebar").query().lookupAll(".tg-side-button").stream()
                .map(Node::getId)
                .toList();
        assertEquals(
                List.of(
                        "side-page-start",
                        "side-page-timeline",
                        "side-trace-open",
                        "side-page-record",
                        "side-page-sql",
                        "side-page-overview",
                        "side-page-compare",
                        "side-page-fleet",
                        "side-page-help",
                        "side-page-settings"),
                ids);
    }

    @Test
    void theTopBarNamesPagesThatAreNotAboutTheTrace(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        String trace = robot.lookup("#trace-name").queryAs(Label.class).getText();
        robot.interact(() -> fixture.window.page("settings").ifPresent(fixture.window::showPage));
        assertEquals(
                "Settings", robot.lookup("#trace-name").queryAs(Label.class).getText());
        assertFalse(
                fixture.window.root().lookup("#top-details").isVisible(),
                "there is nothing to show or hide in the settings");
        robot.interact(() -> fixture.window.page("record").ifPresent(fixture.window::showPage));
        assertEquals("Record", robot.lookup("#trace-name").queryAs(Label.class).getText());
        WindowFixture.waitFor(() ->
                robot.lookup("#trace-subtitle").queryAs(Label.class).getText().startsWith("“"));
        robot.interact(() -> fixture.window.page("overview").ifPresent(fixture.window::showPage));
        assertEquals(trace, robot.lookup("#trace-name").queryAs(Label.class).getText());
        assertTrue(fixture.window.root().lookup("#top-details").isVisible());
    }

    @Test
    void withoutATraceTheTitleOfTheWindowNamesThePage(FxRobot robot) throws Exception {
        assertEquals(
                "Traceglass", FxSupply.get(() -> fixture.window.titleProperty().get()));
        robot.interact(() -> fixture.window.page("settings").ifPresent(fixture.window::showPage));
        assertEquals(
                "Settings – Traceglass",
                FxSupply.get(() -> fixture.window.titleProperty().get()));
    }

    @Test
    void theLogoAndLineNumbersScaleWithTheTextSize(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> {
            fixture.window.page("sql").ifPresent(fixture.window::showPage);
            fixture.window.context().preferences().textScaleProperty().set(1.5);
            fixture.layOut();
            Node logo = fixture.window
                    .root()
                    .lookup("#side-page-start")
                    .lookup(".tg-logo-bar")
                    .getParent();
            assertEquals(36, logo.getLayoutBounds().getWidth(), .1);
            assertEquals(36, logo.getLayoutBounds().getHeight(), .1);
        });
        WindowFixture.waitFor(() -> fixture.window.root().lookup(".line-number-decorator") instanceof Label);
        Label number = robot.lookup(".line-number-decorator").queryAs(Label.class);
        assertEquals(19.5, number.getFont().getSize(), .1);
        assertEquals(
                traceglass.app.theme.WindowTheme.monoFamily(), number.getFont().getFamily());
    }

    @Test
    void aChartNextToAResultIsNotTruncatedAtTheLargestTextSize(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> {
            stage.setWidth(1000);
            stage.setHeight(700);
            fixture.window.context().preferences().textScaleProperty().set(1.5);
            SqlOpener page = (SqlOpener) fixture.window.page("sql").orElseThrow();
            page.open("SELECT name, count(*) AS n, sum(dur) AS total FROM slice GROUP BY name", true);
            fixture.window.slot().host().commands().run("sql.chart");
        });
        WindowFixture.waitFor(() -> robot.lookup(".tg-chart-bars").tryQuery().isPresent());
        // Controls that do not fit are moved to a menu, which takes a second layout.
        WindowFixture.waitFor(() -> {
            fixture.layOut();
            Parent chart = (Parent) fixture.window.root().lookup("#sql-chart-pane");
            return right(chart) <= 1001 && TruncatedText.in(chart).isEmpty();
        });
        Node close = robot.lookup("#sql-chart-pane .tg-result-top > .button").query();
        assertTrue(FxSupply.get(() -> right(close)) <= 1000, "the button that closes the chart is truncated");
    }

    @Test
    void theSelectedQueryIsNotFadedInANarrowWindow(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> {
            stage.setWidth(960);
            stage.setHeight(700);
            fixture.window.context().preferences().textScaleProperty().set(1.5);
            fixture.window.page("sql").ifPresent(fixture.window::showPage);
        });
        WindowFixture.waitFor(() -> {
            fixture.layOut();
            Parent tabs = (Parent) fixture.window.root().lookup(".tg-sql-tab-bar .tg-tab-scroll");
            return tabs != null && tabs.getClip() == null && right(tabs) <= 960;
        });
        FxSupply.get(() -> {
            Parent bar = (Parent) fixture.window.root().lookup(".tg-sql-tab-bar");
            assertEquals(List.of(), TruncatedText.in(bar));
            return null;
        });
    }

    @Test
    void theTopBarStaysInAShortWindow(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        fixture.selectAll(robot);
        robot.interact(() -> {
            stage.setHeight(400);
            fixture.layOut();
        });
        WindowFixture.waitFor(() -> fixture.window.root().getLayoutBounds().getHeight() == 400);
        robot.interact(() -> {
            fixture.layOut();
            for (String id : List.of("#top-bar", "#details-pane", "#status-bar")) {
                Node part = fixture.window.root().lookup(id);
                Bounds bounds = part.localToScene(part.getLayoutBounds());
                assertTrue(bounds.getMinY() >= 0 && bounds.getMaxY() <= 400, id + " is at " + bounds);
            }
        });
    }

    @Test
    void aFilterWithoutMatchesOffersToShowAllTracks(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> fixture.window.pane().view().tracks().setFilter("no such track"));
        WindowFixture.waitFor(
                () -> fixture.window.root().lookup("#nothing-to-draw").isVisible());
        Parent notice = (Parent) fixture.window.root().lookup("#nothing-to-draw");
        assertEquals(
                "No track matches the filter “no such track”.",
                FxSupply.get(() -> ((Label) notice.lookup(".tg-empty")).getText()));
        robot.interact(() -> ((javafx.scene.control.Hyperlink) notice.lookup(".hyperlink")).fire());
        WindowFixture.waitFor(() -> !notice.isVisible()
                && !fixture.window.pane().view().tracks().rowKeys().isEmpty());
        assertEquals(
                "", FxSupply.get(() -> fixture.window.pane().view().tracks().filter()));
    }

    @Test
    void aTraceWithoutEventsShowsNoDuration(FxRobot robot) throws Exception {
        Path file = Files.createFile(folder.resolve("nothing.pftrace"));
        robot.interact(() -> fixture.window.open(file));
        fixture.waitForTrace(file);
        WindowFixture.waitFor(
                () -> fixture.window.root().lookup("#nothing-to-draw").isVisible());
        assertEquals(
                "no events",
                robot.lookup("#trace-subtitle").queryAs(Label.class).getText());
        check(robot, "#nothing-to-draw");
    }

    @Test
    void scrollBarThumbsOfLongListsAreLargeEnoughAndStayInside(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(
                () -> fixture.window.slot().navigation().navigator().openSql("SELECT * FROM range(200000)", true));
        WindowFixture.waitFor(
                () -> thumb() != null && thumb().getBoundsInLocal().getHeight() > 0);
        Bounds drawn = WaitForAsyncUtils.asyncFx(() -> thumb().localToScene(thumb().getBoundsInLocal()))
                .get(60, TimeUnit.SECONDS);
        Bounds bar = WaitForAsyncUtils.asyncFx(() -> bar().localToScene(bar().getBoundsInLocal()))
                .get(60, TimeUnit.SECONDS);
        assertTrue(drawn.getHeight() >= 20, "the thumb is " + drawn.getHeight() + " px high");
        assertTrue(
                drawn.getMinY() >= bar.getMinY() - 1 && drawn.getMaxY() <= bar.getMaxY() + 1,
                drawn + " is not in " + bar);
    }

    private Node bar() {
        return fixture.window.root().lookupAll(".tg-grid .scroll-bar").stream()
                .filter(n -> n.isVisible()
                        && n instanceof ScrollBar b
                        && b.getOrientation() == javafx.geometry.Orientation.VERTICAL)
                .findFirst()
                .orElse(null);
    }

    private Node thumb() {
        return bar() == null ? null : bar().lookup(".thumb");
    }

    private static double right(Node n) {
        return n.localToScene(n.getBoundsInLocal()).getMaxX();
    }

    /// Checks the labels below a node once they are laid out.
    private void check(FxRobot robot, String selector) throws Exception {
        WaitForAsyncUtils.waitForFxEvents();
        List<String> wrong = new ArrayList<>();
        robot.interact(() -> {
            Node root = fixture.window.root().lookup(selector);
            fixture.window.root().applyCss();
            fixture.window.root().layout();
            List<Labeled> labels = root.lookupAll(".label").stream()
                    .filter(n -> n instanceof Label l && !l.getText().isEmpty() && isShown(n))
                    .map(n -> (Labeled) n)
                    .toList();
            assertFalse(labels.isEmpty());
            for (int i = 0; i < labels.size(); i++) {
                Labeled label = labels.get(i);
                if (drawnText(label) != null && !drawnText(label).equals(label.getText())) {
                    wrong.add("“" + label.getText() + "” is truncated to “" + drawnText(label) + "”");
                }
                for (int j = i + 1; j < labels.size(); j++) {
                    if (overlap(label, labels.get(j))) {
                        wrong.add("“" + label.getText() + "” overlaps “"
                                + labels.get(j).getText() + "”");
                    }
                }
            }
        });
        assertEquals(List.of(), wrong);
    }

    private static boolean isShown(Node n) {
        for (Node p = n; p != null; p = p.getParent()) {
            if (!p.isVisible()) {
                return false;
            }
        }
        return true;
    }

    /// Returns the text as drawn, which may end with an ellipsis, or null if nothing is drawn.
    private static String drawnText(Labeled label) {
        Set<Node> texts = label.lookupAll(".text");
        return texts.stream()
                .filter(t -> t instanceof Text && t.getParent() == label)
                .map(t -> ((Text) t).getText())
                .findFirst()
                .orElse(null);
    }

    private static boolean overlap(Node a, Node b) {
        Bounds x = a.localToScene(a.getLayoutBounds());
        Bounds y = b.localToScene(b.getLayoutBounds());
        double width = Math.min(x.getMaxX(), y.getMaxX()) - Math.max(x.getMinX(), y.getMinX());
        double height = Math.min(x.getMaxY(), y.getMaxY()) - Math.max(x.getMinY(), y.getMinY());
        return width > 1 && height > 1;
    }
}
