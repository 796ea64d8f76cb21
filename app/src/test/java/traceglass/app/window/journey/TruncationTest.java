package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeView;
import javafx.scene.text.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.app.testing.SharedTestTrace;
import traceglass.app.testing.TruncatedText;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Page;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.store.time.TimeSpan;

/// Tests that no number is truncated and no control is outside the visible area, in a small window and with large
/// text.
class TruncationTest extends WindowScenario {

    private final Set<String> truncated = new LinkedHashSet<>();

    /// A trace, and commands that show lists of it.
    private record ListCommands(String trace, List<String> commands) {

        static final List<ListCommands> ALL = List.of(
                new ListCommands(
                        "perfetto/android-pixel6a-startup-warm.pftrace", List.of("trace.sizes", "queries.show")),
                new ListCommands(
                        "perfetto/android-emulator12-sched-callstacks.pftrace",
                        List.of("flame.trace", "flame.view-functions", "flame.view-tree", "symbols.show")),
                new ListCommands("perfetto/android11-samsung-memory.pftrace", List.of("flame.heap-profile")),
                new ListCommands("other/own-shop.hprof.gz", List.of("heap.open", "heap.dominators", "heap.objects")),
                new ListCommands("other/android-bugreport.zip", List.of()),
                new ListCommands("json/lighthouse-amp.json.gz", List.of("player.show", "colors.show")));
    }

    private void shrink(double scale, FxRobot robot) {
        robot.interact(() -> {
            fixture.stage().setWidth(1000);
            fixture.stage().setHeight(700);
            window.context().preferences().textScaleProperty().set(scale);
        });
    }

    static Stream<Arguments> listsOfOtherTracesShowWholeNumbers() {
        return ListCommands.ALL.stream().flatMap(l -> Stream.of(Arguments.of(l, 1.0), Arguments.of(l, 1.5)));
    }

    @ParameterizedTest
    @MethodSource
    void listsOfOtherTracesShowWholeNumbers(ListCommands lists, double scale, FxRobot robot) throws Exception {
        shrink(scale, robot);
        Path trace = SharedTestTrace.require(lists.trace);
        // The timeline has no height if the trace opens on another panel.
        robot.interact(() -> window.open(trace));
        fixture.waitForTrace(trace);
        robot.interact(() -> window.secondTrace().open(trace, ok -> {}));
        WindowFixture.waitFor(() -> !window.secondTrace().isOpening());
        for (String page : List.of("page.compare", "page.overview", "page.timeline")) {
            run(robot, page);
            findTruncatedTexts(robot, page);
        }
        robot.interact(() -> window.slot().host().commands().run("second.close"));
        robot.interact(() -> window.slot().host().commands().run("selection.all"));
        findTruncatedTextsInTabs(robot, "all");
        for (String command : lists.commands) {
            run(robot, command);
            findTruncatedTexts(robot, command);
        }
        findTruncatedTextsInTabs(robot, "lists");
        assertEquals("", String.join("\n", truncated));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 1.5})
    void pagesAndTabsShowWholeNumbers(double scale, FxRobot robot) throws Exception {
        shrink(scale, robot);
        fixture.openSample(robot);
        for (Page p : FxSupply.get(window::pages)) {
            robot.interact(() -> showPage(p));
            findTruncatedTexts(robot, p.id());
            if (p.id().equals("sql")) {
                query(robot);
                openSchema(robot);
                findTruncatedTexts(robot, "schema");
            }
        }
        run(robot, "page.timeline");
        robot.interact(() -> window.omnibox().search("Frame"));
        WindowFixture.waitFor(() -> window.slot().search().hitsProperty().get().size() > 0);
        findTruncatedTexts(robot, "search");
        long slice = number("SELECT id FROM slice WHERE arg_set_id IS NOT NULL ORDER BY dur DESC LIMIT 1");
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", slice));
        findTruncatedTextsInTabs(robot, "slice");
        TimeSpan all = FxSupply.get(() -> window.slot().trace().session().bounds());
        robot.interact(
                () -> window.slot().selection().set(new Selection.Area(all.start(), all.end(), tracks(t -> true))));
        findTruncatedTextsInTabs(robot, "area");
        assertEquals("", String.join("\n", truncated));
    }

    private void query(FxRobot robot) throws Exception {
        robot.interact(() -> window.slot()
                .navigation()
                .navigator()
                .openSql("SELECT id, ts, dur, name, 1234567890123456 AS large, ts * 1.5 AS rate FROM slice", true));
        findTruncatedTexts(robot, "sql result");
    }

    private static void openSchema(FxRobot robot) {
        robot.interact(() -> {
            TreeView<?> tree = robot.lookup("#schema-tree").queryAs(TreeView.class);
            for (int i = 0; i < tree.getExpandedItemCount(); i += 1) {
                if (tree.getTreeItemLevel(tree.getTreeItem(i)) < 2 && i < 200) {
                    tree.getTreeItem(i).setExpanded(true);
                }
            }
            tree.scrollTo(3);
        });
    }

    private void findTruncatedTextsInTabs(FxRobot robot, String location) throws Exception {
        findTruncatedTexts(robot, location);
        List<DetailsTab> tabs = FxSupply.get(
                () -> new ArrayList<>(window.slot().host().detailsPane().tabs()));
        for (DetailsTab tab : tabs) {
            if (FxSupply.get(() -> tab.availableProperty().get())) {
                robot.interact(() -> window.slot().host().detailsPane().select(tab));
                findTruncatedTexts(robot, location + " " + tab.id());
            }
        }
    }

    private void findTruncatedTexts(FxRobot robot, String location) throws Exception {
        WindowFixture.waitFor(window::isComplete);
        robot.interact(() -> {
            window.root().applyCss();
            window.root().layout();
        });
        robot.interact(() -> {});
        robot.interact(() -> {
            TruncatedText.in(window.root()).forEach(c -> truncated.add(location + ": " + c));
            TextField search = robot.lookup("#omnibox-field").queryAs(TextField.class);
            Text prompt = new Text(search.getPromptText());
            prompt.setFont(search.getFont());
            if (prompt.getLayoutBounds().getWidth() > search.getWidth()) {
                truncated.add(location + ": the prompt " + search.getPromptText());
            }
        });
    }
}
