package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TableCell;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.flame.scope.FlameScopes;
import traceglass.analysis.samples.SampleSource;
import traceglass.analysis.select.Selection;
import traceglass.app.panel.code.CodePanel;
import traceglass.app.session.TraceSession;
import traceglass.app.symbols.SymbolRun;
import traceglass.app.testing.SampledTraces;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.convert.symbols.Disassembly;
import traceglass.store.time.TimeSpan;

/// Tests adding symbols in the window, and the code panel afterwards.
class SymbolsTest extends WindowScenario {

    private Path trace() throws IOException {
        // Symbols are kept in the cache, which the tests share, by the content of the trace.
        return Files.write(
                folder.resolve("sampled.pftrace"),
                SampledTraces.withoutNames(folder.getFileName().toString()));
    }

    /// Writes a folder with symbols of the sampled library.
    private Path binaries() throws IOException {
        Path binaries = Files.createDirectories(folder.resolve("binaries"));
        copy("libsample.so", binaries);
        return binaries;
    }

    private static void copy(String name, Path to) throws IOException {
        try (InputStream in = SymbolsTest.class.getResourceAsStream("/traceglass/app/symbols/" + name)) {
            Files.copy(in, to.resolve(name));
        }
    }

    private static String label(FxRobot robot, String id) {
        return FxSupply.get(() -> robot.lookup(id).queryAs(Label.class).getText());
    }

    /// Returns the texts of the cells of a grid, row by row.
    private static List<String> cells(FxRobot robot, String grid) {
        return FxSupply.get(() -> {
            List<String> texts = new ArrayList<>();
            for (Node node : robot.lookup(grid + " .table-row-cell .table-cell").queryAll()) {
                if (node instanceof TableCell<?, ?> cell && !cell.isEmpty()) {
                    texts.add(text(cell));
                }
            }
            return texts;
        });
    }

    private static String text(Labeled cell) {
        if (cell.getText() != null && !cell.getText().isEmpty()) {
            return cell.getText();
        }
        TreeSet<String> texts = new TreeSet<>();
        cell.lookupAll(".label").forEach(n -> texts.add(((Labeled) n).getText()));
        cell.lookupAll(".text").forEach(n -> texts.add(((javafx.scene.text.Text) n).getText()));
        return String.join("", texts);
    }

    private void show(FxRobot robot) throws Exception {
        run(robot, "symbols.show");
        WindowFixture.waitFor(() -> robot.lookup("#symbols-summary").tryQuery().isPresent()
                && !robot.lookup("#symbols-summary")
                        .queryAs(Label.class)
                        .getText()
                        .startsWith("Looking"));
    }

    @Test
    void listsModulesWithoutSymbolsAndAddsThem(FxRobot robot) throws Exception {
        TraceSession before = open(robot, trace());
        fixture.dialogs.folder = binaries();
        TimeSpan zoomed = new TimeSpan(2_000_000, 4_000_000);
        robot.interact(() -> {
            view.zoomTo(zoomed);
            window.slot()
                    .selection()
                    .set(new Selection.Area(
                            2_500_000, 3_500_000, before.tracks().roots()));
        });
        fixture.settle();
        show(robot);
        assertEquals("1 module without function names  ·  5 samples affected", label(robot, "#symbols-summary"));
        List<String> shown = cells(robot, "#symbols-rows");
        assertTrue(shown.contains("libsample.so") && shown.contains("5"), shown.toString());
        assertTrue(shown.contains("Add a folder with the unstripped binary, then find symbols."), shown.toString());
        robot.interact(() -> fixture.stage().setWidth(1000));
        WindowFixture.waitFor(() -> robot.lookup("#symbols-rows .scroll-bar").queryAllAs(ScrollBar.class).stream()
                .noneMatch(b -> b.getOrientation() == Orientation.HORIZONTAL && b.isVisible()));
        robot.interact(() -> fixture.stage().setWidth(1200));
        fire(robot, "#symbols-add-folder");
        fire(robot, "#symbols-run");
        WindowFixture.waitFor(() -> window.slot().trace().session() != before);
        fixture.waitForTrace();
        WindowFixture.waitFor(() -> robot.lookup("#symbols-summary")
                .queryAs(Label.class)
                .getText()
                .equals("All native frames of this trace have names."));
        fixture.settle();
        assertNotSame(before, window.slot().trace().session());
        assertEquals(zoomed, FxSupply.get(() -> view.visibleSpanProperty().get()));
        assertTrue(FxSupply.get(() -> window.slot().selection().get()) instanceof Selection.Area area
                && area.start() == 2_500_000);
        assertEquals(List.of(), notices());
    }

    private boolean canRemoveSymbols() {
        return window.slot().host().commands().get("symbols.forget").enabled().getAsBoolean();
    }

    @Test
    void addedSymbolsCanBeRemoved(FxRobot robot) throws Exception {
        TraceSession unnamed = open(robot, trace());
        fixture.dialogs.folder = binaries();
        assertFalse(FxSupply.get(this::canRemoveSymbols));
        show(robot);
        fire(robot, "#symbols-add-folder");
        fire(robot, "#symbols-run");
        WindowFixture.waitFor(() -> window.slot().trace().session() != unnamed);
        fixture.waitForTrace();
        WindowFixture.waitFor(this::canRemoveSymbols);
        TraceSession named = FxSupply.get(() -> window.slot().trace().session());
        run(robot, "symbols.forget");
        WindowFixture.waitFor(() -> window.slot().trace().session() != named);
        fixture.waitForTrace();
        fixture.settle();
        assertFalse(FxSupply.get(this::canRemoveSymbols));
        assertEquals(List.of(), notices());
    }

    @Test
    void reportsWhyNothingWasFound(FxRobot robot) throws Exception {
        TraceSession before = open(robot, trace());
        show(robot);
        fire(robot, "#symbols-run");
        assertEquals(List.of("Choose a folder, a mapping or kernel symbols first."), notices());
        fixture.dialogs.folder = Files.createDirectories(folder.resolve("empty"));
        fire(robot, "#symbols-add-folder");
        fire(robot, "#symbols-run");
        WindowFixture.waitFor(() -> cells(robot, "#symbols-rows").toString().contains("No file with the build id"));
        assertEquals(List.of("No symbols were found. The list says what to do for each module."), notices());
        assertEquals(before, window.slot().trace().session());
        // No server is contacted unless the user turns it on, and the form describes the data that is sent.
        assertFalse(FxSupply.get(() -> robot.lookup("#symbols-debuginfod")
                .queryAs(javafx.scene.control.CheckBox.class)
                .isSelected()));
        assertEquals(
                SymbolRun.servers().isEmpty(),
                FxSupply.get(() -> robot.lookup("#symbols-debuginfod").query().isDisabled()));
        assertTrue(FxSupply.get(() -> robot.lookup("#symbols-form .label").queryAll().stream()
                .anyMatch(n -> ((Label) n).getText().contains("build ids of the programs"))));
    }

    @Test
    void flameGraphsOfferToAddNames(FxRobot robot) throws Exception {
        open(robot, trace());
        run(robot, "flame.trace");
        WindowFixture.waitFor(() -> robot.lookup("#symbols-badge").tryQuery().isPresent()
                && robot.lookup("#symbols-badge").query().isVisible());
        assertEquals(
                "No names for 1 module",
                FxSupply.get(() ->
                        robot.lookup("#symbols-badge").queryAs(Button.class).getText()));
        fire(robot, "#symbols-badge");
        WindowFixture.waitFor(() -> robot.lookup("#symbols-summary").tryQuery().isPresent());
    }

    @Test
    void showsTheCostOfEachLine(FxRobot robot) throws Exception {
        TraceSession before = open(robot, trace());
        fixture.dialogs.folder = binaries();
        show(robot);
        fire(robot, "#symbols-add-folder");
        fire(robot, "#symbols-run");
        WindowFixture.waitFor(() -> window.slot().trace().session() != before);
        fixture.waitForTrace();
        WindowFixture.waitFor(() -> robot.lookup("#symbols-summary")
                .queryAs(Label.class)
                .getText()
                .equals("All native frames of this trace have names."));
        copy("sample.c", Files.createDirectories(folder.resolve("work/src")));
        robot.interact(() -> CodePanel.show(
                window.slot().host().detailsPane(),
                new CodePanel.Request(
                        SampleSource.ALL.getLast(),
                        FlameScopes.ofTrace(window.slot().trace().session().bounds()),
                        "sum_of_squares",
                        "libsample.so")));
        WindowFixture.waitFor(() -> robot.lookup("#code-problem").query().isVisible()
                && robot.lookup("#code-problem")
                        .queryAs(Label.class)
                        .getText()
                        .endsWith("sample.c is not on this machine. Add the folder with your source files."));
        assertTrue(cells(robot, "#code-lines").contains("9"), "lines with samples are listed");
        fixture.dialogs.folder = folder.resolve("work");
        fire(robot, "#code-add-folder");
        WindowFixture.waitFor(
                () -> cells(robot, "#code-lines").toString().contains("9, 2, 5,         sum += square(i);"));
        assertTrue(label(robot, "#code-summary").endsWith("sample.c"), label(robot, "#code-summary"));
        assertFalse(robot.lookup("#code-problem").query().isVisible());
        if (!Disassembly.installed(System.getenv()).isEmpty()) {
            WindowFixture.waitFor(
                    () -> cells(robot, "#code-instructions").toString().contains("296, 2, 5, call"));
        }
    }

    @Test
    void opensTheCodeFromAFrame(FxRobot robot) throws Exception {
        open(robot, trace());
        run(robot, "flame.trace");
        WindowFixture.waitFor(() -> robot.lookup("#symbols-badge").tryQuery().isPresent()
                && robot.lookup("#symbols-badge").query().isVisible());
        Node graph = robot.lookup("#flame-view").query();
        robot.interact(() -> graph.requestFocus());
        // From the root to the process, and to its outermost function.
        robot.press(KeyCode.DOWN).release(KeyCode.DOWN);
        robot.press(KeyCode.DOWN).release(KeyCode.DOWN);
        assertEquals(null, button(robot, "Show source and disassembly"), "a process has no code");
        robot.press(KeyCode.DOWN).release(KeyCode.DOWN);
        WindowFixture.waitFor(() -> button(robot, "Show source and disassembly") != null);
        robot.interact(() -> button(robot, "Show source and disassembly").fire());
        WindowFixture.waitFor(() -> robot.lookup("#code-summary").tryQuery().isPresent());
        assertTrue(label(robot, "#code-summary").startsWith("unknown"), label(robot, "#code-summary"));
        WindowFixture.waitFor(() -> robot.lookup("#code-lines .label").queryAll().stream()
                .anyMatch(n -> ((Label) n).getText().startsWith("The trace has no source lines")));
    }

    private static ButtonBase button(FxRobot robot, String text) {
        return robot.lookup(".button").queryAllAs(ButtonBase.class).stream()
                .filter(b -> text.equals(b.getText()))
                .findFirst()
                .orElse(null);
    }
}
