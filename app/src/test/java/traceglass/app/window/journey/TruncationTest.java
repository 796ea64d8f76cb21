package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javafx.scene.control.TreeView;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.app.testing.CutText;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Page;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.store.time.TimeSpan;

/// Tests that no number is truncated and no control is outside the visible area, in a small window and with large
/// texts.
class TruncationTest extends WindowScenario {

    private final Set<String> cut = new LinkedHashSet<>();

    @ParameterizedTest
    @ValueSource(doubles = {1, 1.5})
    void pagesAndTabsShowWholeNumbers(double scale, FxRobot robot) throws Exception {
        robot.interact(() -> {
            fixture.stage().setWidth(1000);
            fixture.stage().setHeight(700);
            window.context().preferences().textScaleProperty().set(scale);
        });
        fixture.openSample(robot);
        for (Page p : FxSupply.get(window::pages)) {
            robot.interact(() -> showPage(p));
            look(robot, p.id());
            if (p.id().equals("sql")) {
                query(robot);
                openSchema(robot);
                look(robot, "schema");
            }
        }
        run(robot, "page.timeline");
        robot.interact(() -> window.omnibox().search("Frame"));
        WindowFixture.waitFor(() -> window.slot().search().hitsProperty().get().size() > 0);
        look(robot, "search");
        long slice = number("SELECT id FROM slice WHERE arg_set_id IS NOT NULL ORDER BY dur DESC LIMIT 1");
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", slice));
        tabs(robot, "slice");
        TimeSpan all = FxSupply.get(() -> window.slot().trace().session().bounds());
        robot.interact(
                () -> window.slot().selection().set(new Selection.Area(all.start(), all.end(), tracks(t -> true))));
        tabs(robot, "area");
        assertEquals("", String.join("\n", cut));
    }

    private void query(FxRobot robot) throws Exception {
        robot.interact(() -> window.slot()
                .navigation()
                .navigator()
                .openSql("SELECT id, ts, dur, name, 1234567890123456 AS large, ts * 1.5 AS rate FROM slice", true));
        look(robot, "sql result");
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

    private void tabs(FxRobot robot, String what) throws Exception {
        look(robot, what);
        List<DetailsTab> tabs = FxSupply.get(
                () -> new ArrayList<>(window.slot().host().detailsPane().tabs()));
        for (DetailsTab tab : tabs) {
            if (FxSupply.get(() -> tab.availableProperty().get())) {
                robot.interact(() -> window.slot().host().detailsPane().select(tab));
                look(robot, what + " " + tab.id());
            }
        }
    }

    private void look(FxRobot robot, String where) throws Exception {
        WindowFixture.waitFor(window::isComplete);
        robot.interact(() -> {
            window.root().applyCss();
            window.root().layout();
        });
        robot.interact(() -> {});
        robot.interact(() -> CutText.in(window.root()).forEach(c -> cut.add(where + ": " + c)));
    }
}
