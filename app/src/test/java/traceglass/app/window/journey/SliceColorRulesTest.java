package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.event.ActionEvent;
import javafx.scene.control.ColorPicker;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Labeled;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.TextField;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.analysis.coloring.Condition;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.app.session.TraceNotes;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.app.window.timeline.TrackMenu;
import traceglass.render.color.Palette;
import traceglass.render.frame.SliceIndex;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.model.Bands;
import traceglass.render.model.EventLookup;

/// Tests in a window that slices are colored by rules, by the trace, and by a filter.
class SliceColorRulesTest extends WindowScenario {

    private static final String TRACE = """
        {"traceEvents": [
          {"ph": "M", "name": "thread_name", "pid": 10, "tid": 11, "args": {"name": "main loop"}},
          {"ph": "X", "name": "outer", "cat": "work", "pid": 10, "tid": 11, "ts": 1000, "dur": 8000, "args": {"size": 42}},
          {"ph": "X", "name": "inner", "cat": "work", "pid": 10, "tid": 11, "ts": 2000, "dur": 1500, "cname": "terrible"},
          {"ph": "X", "name": "inner", "cat": "net", "pid": 10, "tid": 11, "ts": 4000, "dur": 1000},
          {"ph": "X", "name": "load", "cat": "net", "pid": 10, "tid": 11, "ts": 6000, "dur": 1500, "args": {"url": "http://x/login"}}
        ]}
        """;

    private void open(FxRobot robot) throws Exception {
        Path file = Files.writeString(folder.resolve("colors.json"), TRACE);
        open(robot, file);
        robot.interact(() -> view.tracks().expandAll());
        fixture.settle();
    }

    private static int onFx(java.util.concurrent.Callable<Integer> read) throws Exception {
        return WaitForAsyncUtils.asyncFx(read).get();
    }

    /// Returns the ARGB color near the end of a slice, away from its label; 0 if the slice is not drawn.
    private int shownColor(long id) throws Exception {
        fixture.settle();
        return onFx(() -> {
            WritableImage image = view.snapshot(null, null);
            for (Row row : view.model.layout().rows()) {
                var entry = view.model.frames().entry(row.node().key());
                if (entry == null
                        || !(entry.index() instanceof SliceIndex index)
                        || row.node().isGroup()) {
                    continue;
                }
                SliceData data = index.data();
                for (int i = 0; i < data.size(); i++) {
                    if (data.id()[i] == id) {
                        Bands bands = Bands.of(view.model, row, data.rows());
                        double y = view.model.geometry().tracksTop()
                                - view.scrollY()
                                + row.y()
                                + bands.top(EventLookup.rowOf(data, i))
                                + bands.height()
                                - 4;
                        double x = view.timeX(data.end()[i]) - 8;
                        return image.getPixelReader().getArgb((int) x, (int) y);
                    }
                }
            }
            return 0;
        });
    }

    private long id(String name, int index) throws Exception {
        return number("SELECT id FROM slice WHERE name = '" + name + "' ORDER BY ts LIMIT 1 OFFSET " + index);
    }

    private void select(FxRobot robot, long id) throws Exception {
        long ts = number("SELECT ts FROM slice WHERE id = " + id);
        long dur = number("SELECT dur FROM slice WHERE id = " + id);
        robot.interact(() -> window.slot().selection().set(new Selection.Event("slice", id, ts, dur)));
    }

    private void awaitText(FxRobot robot, String id, String text) throws Exception {
        WindowFixture.waitFor(() -> robot.lookup(id).tryQuery().isPresent()
                && ((Labeled) robot.lookup(id).query()).getText().contains(text));
    }

    private void clearSelection(FxRobot robot) {
        robot.interact(() -> window.slot().selection().set(Selection.NONE));
    }

    @Test
    void theTraceAndThenTheUsersRulesColorSlices(FxRobot robot) throws Exception {
        open(robot);
        int nameColor = onFx(() -> view.palette().slice("inner"));
        long inner = id("inner", 0);
        long plain = id("inner", 1);
        awaitColor(inner, 0xFFB40000);
        assertEquals(nameColor, shownColor(plain), "slices without cname keep their colors");
        select(robot, plain);
        run(robot, "colors.name");
        awaitText(robot, "#colors-rule-0-result", "2 slices");
        assertEquals(
                "\"inner\"",
                robot.lookup("#colors-rule-0-text").queryAs(TextField.class).getText());
        clearSelection(robot);
        awaitColor(plain, TraceNotes.COLORS.getFirst());
        assertEquals(TraceNotes.COLORS.getFirst(), shownColor(inner), "rules come before the colors of the trace");
        run(robot, "colors.clear");
        awaitColor(plain, nameColor);
        assertEquals(0xFFB40000, shownColor(inner));
        robot.clickOn("#colors-trace");
        awaitColor(inner, nameColor);
    }

    private Menu colorMenu(long id) throws Exception {
        long ts = number("SELECT ts FROM slice WHERE id = " + id);
        long end = number("SELECT ts + dur FROM slice WHERE id = " + id);
        TrackNode track =
                tracks(n -> !n.isGroup() && n.kind().table().equals("slice")).getFirst();
        TrackItem item = new TrackItem(track.key(), "slice", id, ts, end, "inner", false);
        ContextMenu menu =
                FxSupply.get(() -> new TrackMenu(window.slot(), window.context().messages(), pane()).menu(item, track));
        return (Menu) menu.getItems().stream()
                .filter(i -> "Color of this name".equals(i.getText()))
                .findFirst()
                .orElseThrow();
    }

    private void choose(FxRobot robot, Menu menu, String text) {
        MenuItem item = menu.getItems().stream()
                .filter(i -> text.equals(i.getText()))
                .findFirst()
                .orElseThrow();
        assertFalse(item.isDisable(), text);
        robot.interact(item::fire);
    }

    @Test
    void theMenuOfASliceColorsItsNameAndChangesThatColorLater(FxRobot robot) throws Exception {
        open(robot);
        long slice = id("inner", 1);
        int nameColor = onFx(() -> view.palette().slice("inner"));
        choose(robot, colorMenu(slice), "Green");
        awaitColor(slice, TraceNotes.COLORS.get(2));
        Menu again = colorMenu(slice);
        assertEquals(
                List.of("Green"),
                again.getItems().stream()
                        .filter(i -> i instanceof RadioMenuItem r && r.isSelected())
                        .map(MenuItem::getText)
                        .toList());
        choose(robot, again, "Red");
        awaitColor(slice, TraceNotes.COLORS.get(4));
        assertEquals(1, window.slot().coloring().coloring().rules().size(), "the rule is changed, not duplicated");
        choose(robot, colorMenu(slice), "Default color");
        awaitColor(slice, nameColor);
    }

    @Test
    void otherColorOpensTheRuleOfTheNameToChooseAnyColor(FxRobot robot) throws Exception {
        open(robot);
        long slice = id("inner", 1);
        choose(robot, colorMenu(slice), "Blue");
        choose(robot, colorMenu(slice), "Other color…");
        WindowFixture.waitFor(
                () -> robot.lookup("#colors-rule-0-color").tryQuery().isPresent()
                        && robot.lookup("#colors-rule-0-color")
                                .queryAs(ColorPicker.class)
                                .isShowing());
        robot.interact(() -> {
            ColorPicker picker = robot.lookup("#colors-rule-0-color").queryAs(ColorPicker.class);
            assertEquals(Color.rgb(0x3F, 0x7F, 0xBF), picker.getValue(), "its color stays until another is chosen");
            picker.hide();
            picker.setValue(Color.rgb(1, 2, 3));
            picker.fireEvent(new ActionEvent());
        });
        clearSelection(robot);
        awaitColor(slice, 0xFF010203);
    }

    private void awaitColor(long id, int argb) throws Exception {
        for (int i = 0; i < 200 && shownColor(id) != argb; i++) {
            Thread.sleep(50);
        }
        assertEquals(Integer.toHexString(argb), Integer.toHexString(shownColor(id)));
    }

    @Test
    void rulesByCategoryArgumentAndExpressionAreTypedAndCounted(FxRobot robot) throws Exception {
        open(robot);
        run(robot, "colors.show");
        robot.clickOn("#colors-add");
        set(robot, 0, Condition.By.CATEGORY, "net");
        awaitText(robot, "#colors-rule-0-result", "2 slices");
        awaitColor(id("load", 0), TraceNotes.COLORS.getFirst());
        set(robot, 0, Condition.By.ARGUMENT, "size > 40");
        awaitText(robot, "#colors-rule-0-result", "1 slice");
        awaitColor(id("outer", 0), TraceNotes.COLORS.getFirst());
        set(robot, 0, Condition.By.ARGUMENT, "url ~ LOGIN");
        awaitColor(id("load", 0), TraceNotes.COLORS.getFirst());
        set(robot, 0, Condition.By.EXPRESSION, "dur = 1000000");
        awaitColor(id("inner", 1), TraceNotes.COLORS.getFirst());
        set(robot, 0, Condition.By.EXPRESSION, "length > 3");
        awaitText(robot, "#colors-rule-0-result", "length");
        assertNotEquals(TraceNotes.COLORS.getFirst(), shownColor(id("inner", 1)));
    }

    private void set(FxRobot robot, int rule, Condition.By by, String text) {
        robot.interact(() -> {
            @SuppressWarnings("unchecked")
            ComboBox<Condition.By> box =
                    robot.lookup("#colors-rule-" + rule + "-by").queryAs(ComboBox.class);
            box.setValue(by);
            robot.lookup("#colors-rule-" + rule + "-text")
                    .queryAs(TextField.class)
                    .setText(text);
        });
        robot.clickOn("#colors-rule-" + rule + "-text").type(KeyCode.ENTER);
    }

    @Test
    void onlyMatchingSlicesAreHighlightedOrShownAndTheProjectSavesTheFilter(FxRobot robot) throws Exception {
        open(robot);
        int nameColor = onFx(() -> view.palette().slice("outer"));
        int surface = onFx(() -> view.palette().tokens.surface());
        long outer = id("outer", 0);
        long load = id("load", 0);
        select(robot, load);
        run(robot, "colors.onlyname");
        awaitText(robot, "#colors-only-result", "1 slice");
        clearSelection(robot);
        awaitColor(outer, Palette.mix(nameColor, surface, .16));
        assertEquals(onFx(() -> view.palette().slice("load")), shownColor(load));
        run(robot, "colors.hide");
        for (int i = 0; i < 200 && shownColor(outer) != 0; i++) {
            Thread.sleep(50);
        }
        assertEquals(0, shownColor(outer), "the slice is hidden");
        assertNotEquals(0, shownColor(load));
        var saved = WaitForAsyncUtils.asyncFx(
                        () -> window.slot().host().sections().state(java.util.Map.of(), false))
                .get();
        assertTrue(
                saved.get("colors").toString().contains("\"load\""),
                saved.get("colors").toString());
        run(robot, "colors.all");
        awaitColor(outer, nameColor);
        assertFalse(
                WaitForAsyncUtils.asyncFx(() -> window.slot().host().commands().run("colors.all"))
                        .get());
        robot.interact(() -> window.slot().host().sections().restore(saved, false));
        for (int i = 0; i < 200 && shownColor(outer) != 0; i++) {
            Thread.sleep(50);
        }
        assertEquals(0, shownColor(outer), "the filter is restored");
    }
}
