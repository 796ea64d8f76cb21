package traceglass.app.window.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.app.fleet.PlotPositions;
import traceglass.app.grid.DataGrid;
import traceglass.app.testing.BenchmarkTraces;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetImport;
import traceglass.engine.fleet.source.FleetLabels;
import traceglass.store.time.TimeSpan;

/// Tests opening a folder of traces and finding the slowest one.
class FleetJourneyTest extends WindowScenario {

    private Path runs(int count) throws Exception {
        Path runs = folder.resolve("runs");
        BenchmarkTraces.write(runs, count);
        return runs;
    }

    private static boolean isShown(FxRobot robot, String id) {
        return robot.lookup(id).tryQuery().isPresent();
    }

    private void openAndImport(FxRobot robot, Path runs) throws Exception {
        robot.interact(() -> window.open(runs));
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-offer"));
        fire(robot, "#fleet-import");
        waitForFleet(robot);
    }

    private void waitForFleet(FxRobot robot) throws Exception {
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-main")
                && window.page("fleet").orElseThrow().isComplete());
    }

    private List<String> column(FxRobot robot, int column) {
        return FxSupply.get(() -> {
            TableView<?> table = robot.lookup("#fleet-grid .table-view").queryAs(TableView.class);
            return table.lookupAll(".table-cell").stream()
                    .filter(n -> n instanceof TableCell<?, ?> c
                            && !c.isEmpty()
                            && table.getVisibleLeafIndex((javafx.scene.control.TableColumn) c.getTableColumn())
                                    == column)
                    .map(n -> (TableCell<?, ?>) n)
                    .sorted((a, b) -> Integer.compare(a.getIndex(), b.getIndex()))
                    .map(FleetJourneyTest::text)
                    .toList();
        });
    }

    private static String text(TableCell<?, ?> cell) {
        if (cell.getText() != null && !cell.getText().isEmpty()) {
            return cell.getText();
        }
        Node label = cell.lookup(".label");
        return label instanceof Label l ? l.getText() : "";
    }

    private void clickCell(FxRobot robot, String text) {
        Node found = FxSupply.get(() -> robot.lookup("#fleet-grid .table-cell .text").queryAll().stream()
                .filter(n ->
                        n instanceof javafx.scene.text.Text t && t.getText().equals(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no cell " + text)));
        robot.clickOn(found);
    }

    private static Path file(Path fleet, String name) {
        Fleet open = Fleet.open(fleet);
        return open.traces().stream()
                .filter(t -> t.name().equals(name))
                .map(t -> open.file(t.id()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theSlowestOfThirtyTracesIsTwoClicksAway(FxRobot robot) throws Exception {
        Path runs = runs(30);
        robot.interact(() -> window.drop(List.of(runs)));
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-offer"));
        assertEquals(
                "Import 30 traces as a fleet",
                FxSupply.get(() ->
                        robot.lookup("#fleet-offer-title").queryAs(Label.class).getText()));
        assertEquals(
                "{folder}/*-{iteration}.json",
                FxSupply.get(() -> robot.lookup("#fleet-offer-pattern")
                        .queryAs(TextField.class)
                        .getText()));
        fire(robot, "#fleet-import");
        waitForFleet(robot);
        WindowFixture.waitFor(() -> column(robot, 0).getFirst().equals("run-30.json"));
        String slowest = column(robot, 1).getFirst();
        clickCell(robot, slowest);
        Path trace = file(runs.resolveSibling("runs.fleet"), "run-30.json");
        fixture.waitForTrace(trace);
        WindowFixture.waitFor(() -> window.slot().selection().get() instanceof Selection.Event);
        fixture.settle();
        assertEquals("timeline", FxSupply.get(() -> window.pageProperty().get().id()));
        Selection.Event event =
                FxSupply.get(() -> (Selection.Event) window.slot().selection().get());
        assertEquals(number("SELECT id FROM slice WHERE name = 'measure'"), event.id());
        TimeSpan visible = FxSupply.get(() -> view.visibleSpanProperty().get());
        assertTrue(visible.contains(event.ts()) && visible.contains(event.ts() + event.dur()));
        assertTrue(visible.durNs() < 3 * event.dur(), visible.toString());
    }

    @Test
    void tracesAreVisibleInAShortWindowWithLargeText(FxRobot robot) throws Exception {
        openAndImport(robot, runs(6));
        robot.interact(() -> {
            window.context().preferences().textScaleProperty().set(1.5);
            window.root().getScene().getWindow().setWidth(1000);
            window.root().getScene().getWindow().setHeight(1000);
            window.root().applyCss();
            window.root().layout();
            window.root().getScene().getWindow().setHeight(640);
            window.root().applyCss();
            window.root().layout();
        });
        WindowFixture.waitFor(() -> {
            TableView<?> table = robot.lookup("#fleet-grid .table-view").queryAs(TableView.class);
            // The header and two rows.
            return table.getHeight() >= (26 + 2 * 24) * 1.5;
        });
    }

    private List<Path> files(Path runs) throws Exception {
        try (Stream<Path> all = Files.walk(runs)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void severalDroppedTracesAreOfferedAsAFleet(FxRobot robot) throws Exception {
        Path runs = runs(4);
        Files.createDirectory(runs.resolve("traces.fleet"));
        List<Path> three = files(runs).subList(0, 3);
        robot.interact(() -> window.drop(three));
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-offer"));
        assertEquals("Import 3 traces as a fleet", label(robot, "#fleet-offer-title"));
        assertEquals("change/run-2.json, change/run-4.json, main/run-1.json", label(robot, "#fleet-offer-paths"));
        fire(robot, "#fleet-import");
        waitForFleet(robot);
        WindowFixture.waitFor(
                () -> isShown(robot, "#fleet-grid") && grid(robot).rows().size() == 3);
        assertEquals(3, Fleet.open(runs.resolve("traces-2.fleet")).traces().size());
    }

    @Test
    void theFirstTwoOfSeveralDroppedTracesOpenSideBySide(FxRobot robot) throws Exception {
        List<Path> files = files(runs(4));
        robot.interact(() -> window.drop(files));
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-offer"));
        fire(robot, "#fleet-offer-other");
        WindowFixture.waitFor(
                () -> window.secondTrace().isOpen() && window.secondTrace().isComplete());
        assertEquals(
                files.subList(0, 2),
                FxSupply.get(() -> List.of(
                        window.slot().trace().session().file(),
                        window.pair().second().trace().session().file())));
        run(robot, "page.fleet");
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-empty"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS) // Windows has no named pipes in folders.
    void aLongSearchForTracesShowsHowManyItHasFoundAndCanBeCanceled(FxRobot robot) throws Exception {
        List<Path> files = files(runs(4));
        // Whether the last file is a list of traces is not known before its first line has been read.
        Path pipe = folder.resolve("list.txt");
        Files.createFile(pipe);
        block(pipe);
        robot.interact(() -> window.drop(List.of(files.get(0), files.get(1), pipe)));
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-progress")
                && robot.lookup("#fleet-progress").query().isVisible()
                && label(robot, "#fleet-progress-text").equals("2 files found"));
        assertEquals("Searching for traces in 3 files", label(robot, "#fleet-progress-title"));
        fire(robot, "#fleet-progress-cancel");
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-empty"));
        // Ends the abandoned search.
        Files.write(pipe, new byte[0]);
    }

    private Path fleet(int count) throws Exception {
        Path runs = runs(count);
        Fleet.create(folder.resolve("runs.fleet"))
                .add(new FleetImport(
                        List.of(runs.toString()), FleetLabels.of(null, "{branch}/*-{iteration}.json"), 0, 0, null));
        return folder.resolve("runs.fleet");
    }

    private void openFleet(FxRobot robot, Path fleet) throws Exception {
        robot.interact(() -> window.open(fleet));
        waitForFleet(robot);
        WindowFixture.waitFor(() -> column(robot, 0).size() > 1);
    }

    private DataGrid grid(FxRobot robot) {
        return robot.lookup("#fleet-grid").queryAs(DataGrid.class);
    }

    /// Returns the position of a trace in the table.
    private int position(FxRobot robot, String name) {
        return FxSupply.get(() -> {
            DataGrid grid = grid(robot);
            for (int i = 0; i < grid.order().length; i++) {
                if (name.equals(grid.rows().getText(grid.order()[i], 0))) {
                    return i;
                }
            }
            throw new AssertionError("no " + name);
        });
    }

    @Test
    void aDotOfAPlotOpensItsTraceAtTheMeasuredEvent(FxRobot robot) throws Exception {
        Path fleet = fleet(12);
        openFleet(robot, fleet);
        fire(robot, "#fleet-chart-trend");
        WindowFixture.waitFor(() -> window.page("fleet").orElseThrow().isComplete());
        int row = FxSupply.get(() -> grid(robot).order()[position(robot, "run-7.json")]);
        Point2D at = FxSupply.get(() -> {
            Region plot = robot.lookup("#fleet-plot").queryAs(Region.class);
            double[] point = PlotPositions.ofRow(plot, row);
            return plot.localToScreen(point[0], point[1]);
        });
        robot.moveTo(at);
        WindowFixture.waitFor(() -> robot.lookup("#fleet-plot-tooltip").query().isVisible());
        String tooltip = FxSupply.get(
                () -> robot.lookup("#fleet-plot-tooltip").queryAs(Label.class).getText());
        assertTrue(tooltip.startsWith("run-7.json\nLongest slice: ") && tooltip.contains("iteration: 7"), tooltip);
        robot.clickOn(at);
        fixture.waitForTrace(file(fleet, "run-7.json"));
        WindowFixture.waitFor(() -> window.slot().selection().get() instanceof Selection.Event);
    }

    @Test
    void aBarOfAHistogramSelectsItsTraces(FxRobot robot) throws Exception {
        openFleet(robot, fleet(12));
        WindowFixture.waitFor(() -> window.page("fleet").orElseThrow().isComplete());
        Point2D at = FxSupply.get(() -> {
            Region plot = robot.lookup("#fleet-plot").queryAs(Region.class);
            double[] point = PlotPositions.ofLastBin(plot);
            return plot.localToScreen(point[0], point[1]);
        });
        robot.clickOn(at);
        WindowFixture.waitFor(() -> grid(robot).selectedRows().equals(List.of(position(robot, "run-12.json"))));
    }

    @Test
    void theStatisticsOfAChartAreShownInFull(FxRobot robot) throws Exception {
        robot.interact(() -> window.root().getScene().getWindow().setWidth(1280));
        openFleet(robot, fleet(12));
        WindowFixture.waitFor(() -> window.page("fleet").orElseThrow().isComplete());
        Label statistics = robot.lookup("#fleet-statistics").queryAs(Label.class);
        WindowFixture.waitFor(() -> statistics.getText().matches("median .* · p90 .* · max .*"));
        double hidden = FxSupply.get(() -> {
            statistics.getScene().getRoot().layout();
            return statistics.prefWidth(-1) - statistics.getWidth();
        });
        assertTrue(hidden < 1, "truncated by " + hidden);
        Region chart = FxSupply.get(() -> robot.lookup("#fleet-chart").queryAs(Region.class));
        assertTrue(FxSupply.get(() -> chart.localToScene(chart.getLayoutBounds())
                .contains(statistics.localToScene(statistics.getLayoutBounds()))));
    }

    @Test
    void twoTracesOpenSideBySideAtTheirMeasuredEvents(FxRobot robot) throws Exception {
        Path fleet = fleet(6);
        openFleet(robot, fleet);
        assertTrue(FxSupply.get(() -> robot.lookup("#fleet-pair").query().isDisabled()));
        int slowRow = position(robot, "run-6.json");
        int fastRow = position(robot, "run-1.json");
        robot.interact(() -> {
            var selection = grid(robot).table().getSelectionModel();
            selection.clearSelection();
            selection.select(slowRow);
            selection.select(fastRow);
        });
        fire(robot, "#fleet-pair");
        WindowFixture.waitFor(() -> window.secondTrace().isOpen()
                && window.secondTrace().isComplete()
                && window.slot().selection().get() instanceof Selection.Event
                && window.pair().second().selection().get() instanceof Selection.Event);
        Set<Path> open = FxSupply.get(() -> Set.of(
                window.slot().trace().session().file(),
                window.pair().second().trace().session().file()));
        assertEquals(Set.of(file(fleet, "run-6.json"), file(fleet, "run-1.json")), open);
    }

    @Test
    void tracesThatCantBeReadAreListedWithTheReason(FxRobot robot) throws Exception {
        Path runs = runs(4);
        BenchmarkTraces.writeBroken(runs.resolve("main"), "run-5.json");
        openAndImport(robot, runs);
        assertEquals(
                Set.of("1 trace can't be read."),
                FxSupply.get(() -> robot.lookup("#fleet-notices .tg-strip-text").queryAllAs(Label.class).stream()
                        .map(Label::getText)
                        .collect(Collectors.toSet())));
        robot.interact(() -> robot.lookup("#fleet-notices .hyperlink")
                .queryAs(Hyperlink.class)
                .fire());
        WindowFixture.waitFor(() -> column(robot, 0).equals(List.of("run-5.json")));
        assertTrue(
                column(robot, 1).getFirst().contains("is not a trace"),
                column(robot, 1).getFirst());
    }

    @Test
    void aCanceledImportKeepsFinishedTracesAndContinues(FxRobot robot) throws Exception {
        Path runs = runs(400);
        robot.interact(() -> window.open(runs));
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-offer"));
        fire(robot, "#fleet-import");
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-progress-text")
                && robot.lookup("#fleet-progress-text")
                        .queryAs(Label.class)
                        .getText()
                        .matches("[1-9].*"));
        fire(robot, "#fleet-progress-cancel");
        waitForFleet(robot);
        Fleet fleet = Fleet.open(folder.resolve("runs.fleet"));
        int imported = fleet.traces().size();
        assertTrue(imported > 0 && imported < 400, "imported " + imported);
        WindowFixture.waitFor(
                () -> robot.lookup("#fleet-notices .hyperlink").tryQuery().isPresent());
        assertEquals(List.of(), fleet.failures());
    }

    @Test
    void conditionsAndTextFilterTheTable(FxRobot robot) throws Exception {
        openFleet(robot, fleet(12));
        TextField filter = robot.lookup("#fleet-filter").queryAs(TextField.class);
        robot.interact(() -> filter.setText("run-1"));
        assertEquals(Set.of("run-1.json", "run-10.json", "run-11.json", "run-12.json"), Set.copyOf(column(robot, 0)));
        robot.interact(() -> filter.setText("longest > 40 ms and branch = change"));
        assertEquals(12, FxSupply.get(() -> grid(robot).order().length));
        robot.clickOn(filter).type(KeyCode.ENTER);
        WindowFixture.waitFor(() -> column(robot, 0).equals(List.of("run-12.json")));
        assertEquals("", filter.getText());
    }

    @Test
    void aFleetIsListedAmongRecentFiles(FxRobot robot) throws Exception {
        Path fleet = fleet(3);
        openFleet(robot, fleet);
        run(robot, "page.start");
        WindowFixture.waitFor(() -> texts(robot, "#start-page").contains("runs.fleet"));
        assertFalse(FxSupply.get(() -> window.slot().trace().session() != null));
    }

    /// Replaces the file of a trace with a pipe, so that reading it waits, and returns its content.
    private static byte[] block(Path file) throws Exception {
        byte[] content = Files.readAllBytes(file);
        Files.delete(file);
        assertEquals(0, new ProcessBuilder("mkfifo", file.toString()).start().waitFor());
        return content;
    }

    /// Lets the program read a file that [#block] replaced with a pipe.
    private static void unblock(Path file, byte[] content) throws Exception {
        try (OutputStream pipe = Files.newOutputStream(file)) {
            Files.delete(file);
            Files.write(file, content);
            pipe.write(content);
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS) // Windows has no named pipes in folders.
    void aSlowFleetShowsItsProgressAndTheRowsItHasRead(FxRobot robot) throws Exception {
        Path fleet = fleet(6);
        Fleet open = Fleet.open(fleet);
        Path first = open.file(1);
        Path fourth = open.file(4);
        byte[] firstContent = block(first);
        byte[] fourthContent = block(fourth);
        robot.interact(() -> window.open(fleet));
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-progress")
                && robot.lookup("#fleet-progress").query().isVisible()
                && label(robot, "#fleet-progress-text").equals("0 of 6 traces"));
        assertEquals("Opening runs.fleet", label(robot, "#fleet-progress-title"));
        unblock(first, firstContent);
        WindowFixture.waitFor(
                () -> isShown(robot, "#fleet-grid") && grid(robot).rows().size() == 3);
        WindowFixture.waitFor(() -> label(robot, "#fleet-work").startsWith("Opening runs.fleet · 3 of 6 traces"));
        robot.interact(
                () -> robot.lookup("#fleet-filter").queryAs(TextField.class).setText("run-"));
        unblock(fourth, fourthContent);
        WindowFixture.waitFor(() -> grid(robot).rows().size() == 6);
        assertEquals(
                "run-", robot.lookup("#fleet-filter").queryAs(TextField.class).getText());
        WindowFixture.waitFor(() -> window.page("fleet").orElseThrow().isComplete());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS) // Windows has no named pipes in folders.
    void openingASlowFleetCanBeCanceledAndRepeated(FxRobot robot) throws Exception {
        Path fleet = fleet(4);
        Path third = Fleet.open(fleet).file(3);
        byte[] content = block(third);
        robot.interact(() -> window.open(fleet));
        WindowFixture.waitFor(
                () -> isShown(robot, "#fleet-grid") && grid(robot).rows().size() == 2);
        WindowFixture.waitFor(() -> robot.lookup("#fleet-work-cancel").query().isVisible());
        robot.interact(() ->
                robot.lookup("#fleet-work-cancel").queryAs(Hyperlink.class).fire());
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-notices .tg-strip-text")
                && label(robot, "#fleet-notices .tg-strip-text")
                        .equals("Opening the fleet was canceled after 2 traces."));
        unblock(third, content);
        robot.interact(() -> robot.lookup("#fleet-notices .hyperlink")
                .queryAs(Hyperlink.class)
                .fire());
        WindowFixture.waitFor(() -> grid(robot).rows().size() == 4
                && window.page("fleet").orElseThrow().isComplete());
        assertFalse(isShown(robot, "#fleet-notices .tg-strip-text"));
    }

    private static String label(FxRobot robot, String id) {
        return FxSupply.get(() -> robot.lookup(id).queryAs(Label.class).getText());
    }

    @Test
    void sqlForEachTraceBecomesAColumn(FxRobot robot) throws Exception {
        openFleet(robot, fleet(4));
        robot.interact(() ->
                robot.lookup("#fleet-add-column").queryAs(MenuButton.class).show());
        robot.interact(() -> robot.lookup("#fleet-add-column").queryAs(MenuButton.class).getItems().stream()
                .filter(i -> "fleet-add-sql".equals(i.getId()))
                .forEach(MenuItem::fire));
        // An open menu would take the next click.
        robot.interact(() ->
                robot.lookup("#fleet-add-column").queryAs(MenuButton.class).hide());
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-sql"));
        robot.interact(() -> {
            robot.lookup("#fleet-sql")
                    .queryAs(TextArea.class)
                    .setText("SELECT dur AS draw_dur, ts, dur, id FROM slice WHERE name = 'draw'");
            robot.lookup("#fleet-form-add").queryAs(ButtonBase.class).fire();
        });
        WindowFixture.waitFor(() -> grid(robot).rows().column("draw_dur") >= 0
                && window.page("fleet").orElseThrow().isComplete());
        assertEquals(4, column(robot, 2).size());
        clickCell(robot, column(robot, 2).getFirst());
        WindowFixture.waitFor(() -> window.slot().selection().get() instanceof Selection.Event);
        assertEquals(
                number("SELECT id FROM slice WHERE name = 'draw'"),
                FxSupply.get(() -> ((Selection.Event) window.slot().selection().get()).id()));
        // When the fleet is opened again, the column is computed again.
        Path other = folder.resolve("other.fleet");
        Fleet.create(other).add(new FleetImport(List.of(runs(2).toString()), FleetLabels.of(null, null), 0, 0, null));
        robot.interact(() -> window.open(other));
        WindowFixture.waitFor(() -> grid(robot).rows().size() == 4
                && grid(robot).rows().column("draw_dur") < 0
                && window.page("fleet").orElseThrow().isComplete());
        robot.interact(() -> window.open(folder.resolve("runs.fleet")));
        WindowFixture.waitFor(() -> grid(robot).rows().column("draw_dur") >= 0);
    }
}
