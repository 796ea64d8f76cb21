package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.sched.ThreadStates;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.TrackNode;
import traceglass.app.preferences.MoveKeys;
import traceglass.app.window.timeline.TrackMenu;

/// Tests track details, actions on several tracks, and the keys of other keyboard layouts, with a real trace.
class TrackInfoPanelTest extends WindowScenario {

    private TrackNode first(java.util.function.Predicate<TrackNode> filter) throws Exception {
        return tracks(filter).stream()
                .min(java.util.Comparator.comparing(TrackNode::key))
                .orElseThrow();
    }

    @Test
    void theDetailsOfATrackDescribeItAndShowItsSql(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        TrackNode state =
                first(n -> n.kind() instanceof ThreadStates && !n.idText().isEmpty());
        robot.interact(() -> view.tracks().show(state.key()));
        run(robot, "track.details");
        WindowFixture.waitFor(
                () -> !robot.lookup("#track-details-name").queryAll().isEmpty());
        Set<String> texts = texts(robot, "#track-details");
        String utid = state.key().substring("thread_state/".length());
        assertTrue(
                texts.containsAll(Set.of("Path", "Kind", "thread states", "utid", utid, "thread_state", state.key())),
                texts.toString());
        assertTrue(texts.stream().anyMatch(t -> t.contains(" › " + state.name())), "the path is missing: " + texts);
        assertTrue(robot.lookup("#track-description")
                .queryAs(Label.class)
                .getText()
                .startsWith("State of this thread"));
        assertEquals(
                "SELECT * FROM thread_state WHERE utid = " + utid + " ORDER BY ts",
                robot.lookup("#track-sql").queryAs(TextInputControl.class).getText());
        long rows = number("SELECT count(*) FROM thread_state WHERE utid = " + utid);
        assertTrue(texts.contains(traceglass.store.text.DisplayText.grouped(rows)), rows + " is not in " + texts);
        run(robot, "track.sql");
        assertEquals("sql", FxSupply.get(() -> window.pageProperty().get().id()));
    }

    @Test
    void everyKindOfTrackHasDetailsAndSqlThatRuns(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        for (String kind : FxSupply.get(() -> view.tracks().nodes(n -> true)).stream()
                .map(n -> n.kind().id())
                .distinct()
                .toList()) {
            List<TrackNode> found = tracks(n -> n.kind().id().equals(kind));
            if (found.isEmpty()) {
                continue;
            }
            TrackNode node = found.getLast();
            robot.interact(() -> window.pane().trackPanel().showDetails(node));
            WindowFixture.waitFor(() -> robot.lookup("#track-details-name").queryAll().stream()
                    .anyMatch(n -> ((Label) n).getText().startsWith(node.name())));
            assertTrue(texts(robot, "#track-details").contains(node.key()), node.key());
        }
    }

    @Test
    void theQuestionMarkButtonShowsTrackInfo(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(view::requestFocus);
        robot.interact(() -> view.tracks().show("cpu_sched/0"));
        fixture.settle();
        double y = FxSupply.get(() -> view.tracks().bottomOf("cpu_sched/0")) - 6;
        double width = view.labelWidth();
        robot.moveTo(robot.point(view).atPosition(javafx.geometry.Pos.TOP_LEFT).atOffset(40, y));
        robot.clickOn(robot.point(view).atPosition(javafx.geometry.Pos.TOP_LEFT).atOffset(width - 61, y));
        assertTrue(robot.lookup("#track-help").query().isVisible(), "the explanation is not shown");
        assertTrue(robot.lookup("#track-help-text")
                .queryAs(Label.class)
                .getText()
                .startsWith("Threads that ran on this CPU"));
        robot.type(KeyCode.ESCAPE);
        assertFalse(robot.lookup("#track-help").query().isVisible());
        assertTrue(view.isFocused(), "the focus is not back on the timeline");
        robot.interact(() -> view.tracks().show("cpu_sched/0"));
        run(robot, "track.help");
        assertTrue(robot.lookup("#track-help").query().isVisible());
    }

    private static MenuItem item(List<MenuItem> items, String title) {
        return items.stream()
                .filter(i -> i.getText() != null && i.getText().startsWith(title))
                .findFirst()
                .orElseThrow(() -> new AssertionError(title + " is missing"));
    }

    private static void choose(ContextMenu menu, String title, String value) {
        MenuItem chosen = item(
                ((Menu) item(
                                menu.getItems().stream()
                                        .filter(Menu.class::isInstance)
                                        .toList(),
                                title))
                        .getItems(),
                value);
        if (chosen instanceof RadioMenuItem radio) {
            radio.setSelected(true);
        }
        chosen.fire();
    }

    @Test
    void menuActionsApplyToAllSelectedTracks(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        List<String> counters = tracks(n -> n.isCounter()).stream()
                .map(TrackNode::key)
                .sorted()
                .limit(4)
                .toList();
        List<String> chosen = counters.subList(0, 3);
        String slices = first(n -> n.kind() instanceof SliceTrack).key();
        robot.interact(() -> {
            view.selectionControls()
                    .selectArea(
                            view.bounds(),
                            java.util.stream.Stream.concat(chosen.stream(), java.util.stream.Stream.of(slices))
                                    .toList());
            TrackMenu menus = new TrackMenu(window.slot(), window.context().messages(), window.pane());
            ContextMenu menu = menus.menu(view.tracks().node(chosen.getFirst()));
            choose(menu, "Show", CounterMode.RATE.title());
            choose(menu, "Height", "× 4");
            CheckMenuItem visible = (CheckMenuItem) item(menu.getItems(), "Scale to visible values");
            visible.setSelected(true);
            visible.fire();
            item(menu.getItems(), "Pin (3 tracks)").fire();
        });
        for (String key : chosen) {
            assertEquals(CounterMode.RATE, FxSupply.get(() -> view.tracks().counterMode(key)), key);
            assertEquals(4, FxSupply.get(() -> view.tracks().counterFactor(key)));
            assertTrue(FxSupply.get(() -> view.tracks().isPinned(key)));
        }
        assertFalse(FxSupply.get(() -> view.tracks().isPinned(slices)), "a track of another kind was pinned");
        String other = counters.getLast();
        assertEquals(
                1, FxSupply.get(() -> view.tracks().counterFactor(other)), "a track that is not selected was changed");
        robot.interact(() -> {
            ContextMenu menu = new TrackMenu(window.slot(), window.context().messages(), window.pane())
                    .menu(view.tracks().node(other));
            choose(menu, "Height", "× 2");
        });
        assertEquals(2, FxSupply.get(() -> view.tracks().counterFactor(other)));
        assertEquals(
                4,
                FxSupply.get(() -> view.tracks().counterFactor(chosen.getFirst())),
                "a track that is not selected replaces the selected ones");
    }

    @Test
    void keyAOpensTheDetailsPaneOnAzertyKeyboards(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> {
            window.context().preferences().moveKeysProperty().set(MoveKeys.AZERTY);
            window.slot().host().detailsPane().openProperty().set(false);
            view.requestFocus();
            view.showSpan(new traceglass.store.time.TimeSpan(
                    view.bounds().start() + 500_000_000, view.bounds().start() + 700_000_000));
        });
        long start = view.visibleSpanProperty().get().start();
        robot.type(KeyCode.Q);
        fixture.settle();
        assertFalse(
                FxSupply.get(
                        () -> window.slot().host().detailsPane().openProperty().get()),
                "Q opens the details pane");
        assertTrue(FxSupply.get(() -> view.visibleSpanProperty().get().start()) < start, "Q does not scroll left");
        robot.type(KeyCode.A);
        assertTrue(
                FxSupply.get(
                        () -> window.slot().host().detailsPane().openProperty().get()),
                "A does not open the details pane");
        assertEquals(
                "A",
                FxSupply.get(() -> window.slot()
                        .host()
                        .commands()
                        .get("details.toggle")
                        .keys()
                        .getFirst()
                        .toString()));
        robot.interact(() -> window.slot().navigation().navigator().showPage("settings"));
        assertEquals(
                "A",
                robot.lookup("#keys-details-toggle").queryAs(Button.class).getText(),
                "the list of keys shows a different key");
        robot.interact(() -> window.context().preferences().moveKeysProperty().set(MoveKeys.QWERTY));
        assertEquals(
                "Q", robot.lookup("#keys-details-toggle").queryAs(Button.class).getText());
        assertEquals(
                "Q",
                FxSupply.get(() -> window.slot()
                        .host()
                        .commands()
                        .get("details.toggle")
                        .keys()
                        .getFirst()
                        .toString()));
    }

    @Test
    void noKeyHasTwoCommandsInAnyLayout(FxRobot robot) throws Exception {
        for (MoveKeys keyboard : MoveKeys.values()) {
            robot.interact(
                    () -> window.context().preferences().moveKeysProperty().set(keyboard));
            var all = FxSupply.get(() -> window.slot().host().commands().all());
            Set<String> usedKeys = new java.util.HashSet<>();
            for (var command : all) {
                for (var key : command.keys()) {
                    assertTrue(usedKeys.add(key.text()), keyboard + ": " + key + " is the key of two commands");
                    boolean isUnmodified = !key.needsShortcutKey() && !key.needsAlt() && !key.needsShift();
                    String character = key.character() != 0
                            ? String.valueOf(key.character())
                            : key.code().getName();
                    assertFalse(
                            isUnmodified
                                    && keyboard.keys().keySet().stream()
                                            .anyMatch(code -> code.getName().equals(character)
                                                    || code.getChar().equals(character)),
                            keyboard + ": " + key + " moves the timeline and is the key of " + command.id());
                }
            }
        }
        robot.interact(() -> window.context().preferences().moveKeysProperty().set(MoveKeys.QWERTY));
    }
}
