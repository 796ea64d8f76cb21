package traceglass.app.panel.sql;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import javafx.geometry.Bounds;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.skin.TableColumnHeader;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.Controls;
import traceglass.app.grid.DataGrid;
import traceglass.app.panel.PanelFixture;
import traceglass.app.testing.TempFolders;

/// Tests a result with many columns to the left of a chart, in a window of 1000 × 700 px, whose pages are 952 px wide.
@ExtendWith(ApplicationExtension.class)
class ChartNextToResultTest {

    private static final double WIDTH = 952;

    private final PanelFixture fixture = new PanelFixture();
    private SqlPage page;

    @Start
    void start(Stage stage) throws IOException {
        fixture.open();
        page = new SqlPage(fixture.slot, fixture.window, TempFolders.create("sql-chart"));
        PanelFixture.show(stage, (Parent) page.node(), WIDTH, 632);
    }

    @BeforeEach
    void waitUntilReady(FxRobot robot) {
        fixture.waitUntilReady();
        PanelFixture.fx(page::onShown);
    }

    private static ScrollBar bar(DataGrid grid, Orientation orientation) {
        return grid.table().lookupAll(".scroll-bar").stream()
                .map(ScrollBar.class::cast)
                .filter(b -> b.getOrientation() == orientation)
                .findFirst()
                .orElseThrow();
    }

    private static Bounds header(DataGrid grid, String column) {
        return grid.table().lookupAll(".column-header").stream()
                .filter(TableColumnHeader.class::isInstance)
                .filter(h -> h.lookupAll(".label").stream()
                        .anyMatch(l -> l instanceof javafx.scene.control.Label label
                                && label.getText().equals(column)))
                .map(h -> h.localToScene(h.getBoundsInLocal()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theLastColumnCanBeScrolledIntoView(FxRobot robot) {
        PanelFixture.fx(() -> page.open(
                "select ts, dur, name, category, track_id, depth, parent_id, id, arg_set_id, thread_dur from slice",
                true));
        DataGrid grid = robot.lookup("#sql-grid").queryAs(DataGrid.class);
        PanelFixture.await(() -> grid.rows().columns() == 10);
        Controls.press(robot, "#sql-chart");
        PanelFixture.await(() -> robot.lookup(".tg-chart-bars").tryQuery().isPresent());
        robot.interact(() -> {});
        ScrollBar horizontalBar = bar(grid, Orientation.HORIZONTAL);
        assertTrue(horizontalBar.isVisible(), "the columns fit, so the test proves nothing");
        robot.interact(() -> horizontalBar.setValue(horizontalBar.getMax()));
        robot.interact(() -> {});
        Bounds last = header(grid, "thread_dur");
        Bounds list = grid.localToScene(grid.getBoundsInLocal());
        assertTrue(last.getMinX() >= list.getMinX() && last.getMaxX() <= list.getMaxX() + 1, last + " in " + list);
        Node chart = robot.lookup("#sql-chart-pane").query();
        assertTrue(
                list.getMaxX() <= chart.localToScene(chart.getBoundsInLocal()).getMinX() + 2, "they overlap");
        PanelFixture.await(() ->
                Math.abs(WIDTH - chart.localToScene(chart.getBoundsInLocal()).getMaxX()) <= 1);
    }
}
