package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.ColorPicker;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.select.Selection;
import traceglass.app.session.TraceNotes;
import traceglass.app.settings.Settings;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.app.window.timeline.FilterMenu;
import traceglass.app.window.timeline.TrackMenu;
import traceglass.render.item.Note;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeSpan;

/// Tests navigation on the timeline with a real trace.
class TimelineNavigationTest extends WindowScenario {

    @Test
    void aPatternInTheSearchFieldPinsTracksByName(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        String name = FxSupply.get(
                () -> view.tracks().node(view.tracks().rowKeys().get(1)).name());
        robot.press(KeyCode.SHIFT).type(KeyCode.T).release(KeyCode.SHIFT);
        TextField field = robot.lookup("#omnibox-field").queryAs(TextField.class);
        assertTrue(field.isFocused(), "no prompt asks for a name");
        robot.interact(() -> field.setText(name));
        robot.type(KeyCode.ENTER);
        assertFalse(view.tracks().pinned().isEmpty(), "nothing was pinned");
        assertTrue(view.isFocused(), "the focus is not back on the timeline");
        run(robot, "track.unpin");
        assertTrue(view.tracks().pinned().isEmpty());
    }

    @Test
    void arrowKeysMoveBetweenRowsAndEnterSelectsAnEvent(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> view.tracks().expandAll());
        fixture.settle();
        robot.interact(view::requestFocus);
        assertNull(view.focusedRow());
        robot.type(KeyCode.DOWN);
        assertEquals(rows().getFirst(), view.focusedRow());
        robot.type(KeyCode.DOWN);
        assertEquals(rows().get(1), view.focusedRow());
        robot.type(KeyCode.ENTER);
        assertInstanceOf(Selection.Event.class, window.slot().selection().get());
        robot.type(KeyCode.LEFT);
        assertEquals(rows().getFirst(), view.focusedRow(), "left does not go to the group");
        int before = rows().size();
        robot.type(KeyCode.LEFT);
        assertTrue(rows().size() < before, "left does not collapse the group");
    }

    @Test
    void aFlagIsNamedInPlaceAndListed(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> {
            view.requestFocus();
            window.slot().host().commands().run("note.flag");
            window.slot().host().commands().run("note.edit");
        });
        assertTrue(robot.lookup("#note-editor").query().isVisible());
        robot.interact(() -> robot.lookup("#note-text").queryAs(TextField.class).setText("first frame"));
        robot.type(KeyCode.ENTER);
        assertFalse(robot.lookup("#note-editor").query().isVisible());
        Note note = window.slot().traceNotes().notes().getFirst();
        assertEquals("first frame", note.text());
        assertTrue(TraceNotes.COLORS.contains(note.argb()));
        run(robot, "note.edit");
        robot.interact(() -> {
            ColorPicker other = robot.lookup("#note-editor .color-picker").queryAs(ColorPicker.class);
            other.setValue(Color.rgb(1, 2, 254));
            other.fireEvent(new javafx.event.ActionEvent());
        });
        assertEquals(0xFF0102FE, window.slot().traceNotes().notes().getFirst().argb());
        assertEquals(
                "Remove", robot.lookup("#note-remove").queryAs(Button.class).getText());
        robot.type(KeyCode.ESCAPE);
        run(robot, "note.list");
        assertEquals(
                "first frame",
                robot.lookup("#notes-list .text-field").queryAs(TextField.class).getText());
        run(robot, "note.remove");
        assertTrue(window.slot().traceNotes().notes().isEmpty());
    }

    @Test
    void theTimeFormatIsChosenInTheStatusBarAndRemembered(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        assertEquals(
                "Timecode", robot.lookup("#status-format").queryAs(Label.class).getText());
        run(robot, "time.microseconds");
        assertEquals(
                "Microseconds",
                robot.lookup("#status-format").queryAs(Label.class).getText());
        robot.moveTo(
                view, javafx.geometry.Pos.CENTER, new javafx.geometry.Point2D(20, 20), org.testfx.robot.Motion.DIRECT);
        assertTrue(
                robot.lookup("#status-pointer").queryAs(Label.class).getText().endsWith(" µs"),
                robot.lookup("#status-pointer").queryAs(Label.class).getText());
        assertEquals("MICROSECONDS", Settings.in(folder.resolve("config")).get("time.format", ""));
        robot.interact(() -> window.context().preferences().timeFormatProperty().set(TimeFormat.TIMECODE));
    }

    @Test
    void timesOfDayFollowTheChosenTimeZone(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> {
            window.slot()
                    .appearance()
                    .timeStyleProperty()
                    .set(window.slot()
                            .appearance()
                            .timeStyle()
                            .recordedAt(
                                    1_700_000_000_000_000_000L - view.bounds().start(), 0));
            window.slot().host().commands().run("time.zone");
            robot.lookup("#omnibox-field").queryAs(TextField.class).setText("kolkata");
        });
        robot.type(KeyCode.ENTER);
        assertEquals(
                "Asia/Kolkata",
                robot.lookup("#status-format").queryAs(Label.class).getText());
        assertEquals("Asia/Kolkata", Settings.in(folder.resolve("config")).get("time.zone", ""));
        assertEquals("CUSTOM_ZONE", Settings.in(folder.resolve("config")).get("time.format", ""));
        // 1,700,000,000 s after 1970-01-01 is 2023-11-14 22:13:20 UTC.
        assertEquals(
                "2023-11-15 03:43:20.000",
                window.slot()
                        .appearance()
                        .timeStyle()
                        .time(view.bounds().start(), view.bounds().start())
                        .substring(0, 23));
        robot.interact(() -> {
            window.slot().host().commands().run("timeline.goto");
            robot.lookup("#omnibox-field").queryAs(TextField.class).setText("2023-11-15 03:43:20.05");
        });
        robot.type(KeyCode.ENTER);
        fixture.settle();
        assertTrue(
                view.visibleSpanProperty().get().contains(view.bounds().start() + 50_000_000),
                view.visibleSpanProperty().get().toString());
        robot.interact(() -> {
            window.slot().host().commands().run("time.zone");
            robot.lookup("#omnibox-field").queryAs(TextField.class).setText("-3:30");
        });
        robot.type(KeyCode.ENTER);
        assertEquals(
                "UTC-03:30", robot.lookup("#status-format").queryAs(Label.class).getText());
        robot.interact(() -> window.context().preferences().timeFormatProperty().set(TimeFormat.TIMECODE));
    }

    @Test
    void navigatesToATypedTime(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        TimeSpan bounds = view.bounds();
        robot.interact(() -> {
            view.showSpan(new TimeSpan(bounds.start(), bounds.start() + 1_000_000));
            window.slot().host().commands().run("timeline.goto");
            robot.lookup("#omnibox-field").queryAs(TextField.class).setText("50 ms");
        });
        robot.type(KeyCode.ENTER);
        fixture.settle();
        assertTrue(
                view.visibleSpanProperty().get().contains(bounds.start() + 50_000_000),
                view.visibleSpanProperty().get().toString());
    }

    @Test
    void assigningAKeyTakesItFromItsPreviousCommand(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> window.slot().navigation().navigator().showPage("settings"));
        Button key = robot.lookup("#keys-timeline-fit").queryAs(Button.class);
        robot.interact(key::fire);
        robot.type(KeyCode.R);
        assertTrue(robot.lookup("#keys-message").queryAs(Label.class).getText().contains("was removed from"));
        assertEquals(
                "R",
                window.slot()
                        .host()
                        .commands()
                        .get("timeline.fit")
                        .keys()
                        .getFirst()
                        .toString());
        assertTrue(window.slot().host().commands().get("selection.area").keys().isEmpty());
        robot.interact(() -> {
            window.slot().navigation().navigator().showPage("timeline");
            view.showSpan(new TimeSpan(view.bounds().start(), view.bounds().start() + 1_000_000));
        });
        fixture.settle();
        TimeSpan before = view.visibleSpanProperty().get();
        robot.type(KeyCode.R);
        fixture.settle();
        assertNotEquals(before, view.visibleSpanProperty().get(), "the new key has no effect");
        assertEquals("R", Settings.in(folder.resolve("config")).get("keys.timeline.fit", ""));
        robot.interact(() -> window.slot().host().commands().resetKeys());
        assertEquals(
                "R",
                window.slot()
                        .host()
                        .commands()
                        .get("selection.area")
                        .keys()
                        .getFirst()
                        .toString());
    }

    @Test
    void queryHistoryIsSavedNextToTheSettings(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() ->
                ((traceglass.app.ui.SqlOpener) window.page("sql").orElseThrow()).open("SELECT 'kept here'", true));
        Path history = folder.resolve("config").resolve("sql-history.sql");
        WindowFixture.waitFor(() -> Files.exists(history));
        assertTrue(Files.readString(history).contains("SELECT 'kept here'"), Files.readString(history));
    }

    @Test
    void tracksAreFilteredByProcessAndThread(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        String process = FxSupply.get(() -> view.tracks().rowKeys().stream()
                .filter(k -> k.startsWith("process/"))
                .findFirst()
                .orElseThrow());
        String name = FxSupply.get(() -> view.tracks().node(process).name());
        robot.interact(() -> view.tracks().setFilter("process:" + name));
        List<String> rows = rows();
        assertEquals(process, rows.getFirst());
        assertTrue(rows.stream().noneMatch(k -> k.startsWith("cpu_sched")), rows.toString());
        robot.interact(() -> view.tracks().setFilter(""));
        assertTrue(rows().size() > 1);
    }

    @Test
    void theFilterMenuWritesTheChoiceIntoTheField(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        WindowFixture.waitFor(() -> !view.tracks().categories().isEmpty());
        String category = FxSupply.get(() -> {
            var menu = (javafx.scene.control.Menu)
                    new FilterMenu(view).menu().getItems().get(2);
            menu.getItems().getFirst().fire();
            return menu.getItems().getFirst().getText();
        });
        assertEquals("category:" + category, view.tracks().filter());
        List<String> rows = rows();
        assertFalse(rows.isEmpty(), "no track has slices of " + category);
        assertTrue(
                rows.stream().noneMatch(k -> k.startsWith("cpu_sched") || k.startsWith("thread_state")),
                rows.toString());
    }

    @Test
    void bracketsFollowTheFlowsOfASlice(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        long[] slices = numbers("SELECT slice_out, slice_in FROM flow AS f JOIN slice AS a ON a.id = slice_out JOIN"
                + " slice AS b ON b.id = slice_in WHERE (SELECT count(*) FROM flow AS g WHERE g.slice_out = f.slice_out) ="
                + " 1 AND (SELECT count(*) FROM flow AS g WHERE g.slice_in = f.slice_in) = 1 LIMIT 1");
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", slices[0]));
        WindowFixture.waitFor(
                () -> window.slot().host().commands().get("flow.next").enabled().getAsBoolean());
        run(robot, "flow.next");
        WindowFixture.waitFor(
                () -> window.slot().selection().get() instanceof Selection.Event e && e.id() == slices[1]);
        WindowFixture.waitFor(() ->
                window.slot().host().commands().get("flow.previous").enabled().getAsBoolean());
        run(robot, "flow.previous");
        WindowFixture.waitFor(
                () -> window.slot().selection().get() instanceof Selection.Event e && e.id() == slices[0]);
    }

    @Test
    void aCounterIsShownByItsRateOnALogarithmicScale(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        String key = FxSupply.get(() -> view.tracks()
                .nodes(n -> n.isCounter() && n.kind() instanceof CounterTrack)
                .getFirst()
                .key());
        var menu =
                FxSupply.get(() -> new TrackMenu(window.slot(), window.context().messages(), pane())
                        .menu(view.tracks().node(key)));
        robot.interact(() -> {
            choose(menu, "Show", "Change per second");
            choose(menu, "Scale", "Logarithmic");
        });
        assertEquals(traceglass.analysis.track.CounterMode.RATE, view.tracks().counterMode(key));
        assertEquals(
                traceglass.render.item.CounterStyle.Scale.LOG,
                view.tracks().counterStyle(key).scale());
        var savedState = FxSupply.get(() -> view.tracks().state());
        robot.interact(() -> view.tracks().restore(traceglass.render.item.TrackState.NONE));
        assertEquals(traceglass.analysis.track.CounterMode.VALUE, view.tracks().counterMode(key));
        robot.interact(() -> view.tracks().restore(savedState));
        assertEquals(traceglass.analysis.track.CounterMode.RATE, view.tracks().counterMode(key));
    }

    private static void choose(javafx.scene.control.ContextMenu menu, String title, String choice) {
        var sub = (javafx.scene.control.Menu) menu.getItems().stream()
                .filter(i -> title.equals(i.getText()))
                .findFirst()
                .orElseThrow();
        sub.getItems().stream()
                .filter(i -> i.getText().equals(choice))
                .findFirst()
                .orElseThrow()
                .fire();
    }
}
