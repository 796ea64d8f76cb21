package traceglass.app.window.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.sched.ThreadStates;
import traceglass.analysis.search.SearchHits;
import traceglass.analysis.track.TrackNode;
import traceglass.app.session.SearchModel;
import traceglass.app.session.SessionConnection;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;

/// Finds, expands and pins tracks from the search field, with a real trace.
class TrackFindingTest extends WindowScenario {

    /// Types text into the prompt and waits until the number of matches is shown.
    private void fillPrompt(FxRobot robot, String text) throws Exception {
        fillSearch(robot, text);
        WindowFixture.waitFor(() ->
                !robot.lookup("#omnibox-hits").queryAs(Label.class).getText().isEmpty());
    }

    private TrackNode deepTrack() throws Exception {
        return FxSupply.get(() -> {
            List<TrackNode> groups = view.tracks().roots().stream()
                    .filter(n -> n.key().startsWith("process/"))
                    .toList();
            return groups.get(groups.size() / 2).children().getLast();
        });
    }

    @Test
    void ctrlPGoesToATrackAndLeavesTheRestOfTheTreeUnchanged(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> view.tracks().collapseAll());
        Set<String> before = new HashSet<>(rows());
        TrackNode target = deepTrack();
        TrackNode group = FxSupply.get(() -> view.tracks()
                .nodes(n -> n.children().stream().anyMatch(c -> c.key().equals(target.key())))
                .getFirst());
        assertFalse(before.contains(target.key()), "it is already visible");
        robot.interact(view::requestFocus);
        robot.press(KeyCode.CONTROL).type(KeyCode.P).release(KeyCode.CONTROL);
        TextField field = robot.lookup("#omnibox-field").queryAs(TextField.class);
        assertTrue(field.isFocused(), "the search field is not focused");
        assertEquals("", FxSupply.get(() -> view.tracks().filter()));
        robot.interact(() -> field.setText(group.name() + " " + target.name() + " " + target.idText()));
        robot.type(KeyCode.ENTER);
        WindowFixture.waitFor(() -> !field.isFocused());
        fixture.settle();
        assertEquals(target.key(), FxSupply.get(view::focusedRow), "the row of the track is not focused");
        assertTrue(FxSupply.get(view::isFocused), "the timeline is not focused");
        Set<String> expected = new HashSet<>(before);
        group.children().forEach(c -> expected.add(c.key()));
        assertEquals(expected, new HashSet<>(rows()), "other groups were expanded or collapsed");
    }

    @Test
    void shiftEnterPinsTheTrackWithoutScrolling(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> view.tracks().collapseAll());
        List<String> before = rows();
        TrackNode target = deepTrack();
        run(robot, "track.find");
        fillPrompt(robot, target.name() + " " + target.idText());
        robot.press(KeyCode.SHIFT).type(KeyCode.ENTER).release(KeyCode.SHIFT);
        WindowFixture.waitFor(() -> !view.tracks().pinned().isEmpty());
        assertEquals(1, view.tracks().pinned().size());
        assertEquals(before, rows());
    }

    @Test
    void searchCanBeLimitedToATrackOrGroup(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        TrackNode state = FxSupply.get(() -> view.tracks()
                .nodes(n -> n.kind() instanceof ThreadStates && !n.name().isEmpty())
                .getFirst());
        long utid = state.kind().owner().utid();
        SearchModel search = window.slot().search();
        robot.interact(() -> {
            search.searchOn(state);
            window.omnibox().search(state.name());
        });
        assertEquals("on " + state.name(), FxSupply.get(search::scopeTitle));
        WindowFixture.waitFor(() -> search.hitsProperty().get().size() > 0);
        long runs = count("SELECT count(*) FROM sched WHERE utid = " + utid);
        assertTrue(runs > 0, "the thread never ran");
        assertEquals(runs, search.hitsProperty().get().size());
        // The search in the process also finds hits of its other tracks, and the search everywhere finds more.
        TrackNode process = FxSupply.get(() -> view.tracks()
                .nodes(n -> n.isGroup() && n.children().contains(state))
                .getFirst());
        robot.interact(() -> {
            search.searchOn(process);
            window.omnibox().search("/./");
        });
        String threads = "SELECT utid FROM thread WHERE upid = (SELECT upid FROM thread WHERE utid = " + utid + ")";
        WindowFixture.waitFor(() -> search.hitsProperty().get().text().equals("/./"));
        long hitsInProcess = FxSupply.get(() -> search.hitsProperty().get().size());
        assertTrue(
                hitsInProcess >= count("SELECT count(*) FROM sched WHERE utid IN (" + threads + ")"),
                hitsInProcess + " hits");
        robot.interact(() -> {
            search.selectNextScope();
            search.selectNextScope();
            assertEquals(SearchModel.Scope.ALL, search.scopeProperty().get());
            search.setHits(SearchHits.NONE);
            window.omnibox().search("/./");
        });
        WindowFixture.waitFor(() -> search.hitsProperty().get().size() > hitsInProcess);
    }

    @Test
    void theCommandAsksForTheTrackToSearch(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        TrackNode target = deepTrack();
        TrackNode group = FxSupply.get(() -> view.tracks()
                .nodes(n -> n.children().stream().anyMatch(c -> c.key().equals(target.key())))
                .getFirst());
        run(robot, "search.track");
        fillPrompt(robot, group.name() + " " + target.name() + " " + target.idText());
        robot.type(KeyCode.ENTER);
        WindowFixture.waitFor(() -> window.slot().search().trackProperty().get() != null);
        assertEquals(
                target.key(),
                FxSupply.get(() -> window.slot().search().trackProperty().get().key()));
        TextField field = robot.lookup("#omnibox-field").queryAs(TextField.class);
        WindowFixture.waitFor(() -> field.isFocused() && field.getPromptText().equals("Search on " + target.name()));
        robot.type(KeyCode.ESCAPE);
        WindowFixture.waitFor(() -> window.slot().search().trackProperty().get() == null);
        assertEquals(
                SearchModel.Scope.ALL, window.slot().search().scopeProperty().get());
    }

    private long count(String sql) throws Exception {
        try (var c = SessionConnection.of(window.slot().trace().session());
                var s = c.createStatement();
                var r = s.executeQuery(sql)) {
            r.next();
            return r.getLong(1);
        }
    }

    @Test
    void goingToAFilteredTrackClearsTheFilter(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        TrackNode target = deepTrack();
        robot.interact(() -> view.tracks().setFilter("no such track"));
        assertEquals(List.of(), rows());
        run(robot, "track.find");
        fillPrompt(robot, target.name() + " " + target.idText());
        robot.type(KeyCode.ENTER);
        fixture.settle();
        assertEquals("", FxSupply.get(() -> view.tracks().filter()));
        assertTrue(FxSupply.get(view::focusedRow) != null);
    }

    @Test
    void groupsExpandAndCollapseByRegularExpressionWithACount(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> view.tracks().collapseAll());
        long matching = FxSupply.get(() ->
                view
                        .tracks()
                        .nodes(n -> n.isGroup() && (n.name() + " " + n.idText()).matches("(?i).*[aeiou]r.*"))
                        .stream()
                        .count());
        assertTrue(matching > 1, "the trace has too few matching groups");
        run(robot, "track.openregex");
        double empty = FxSupply.get(() -> window.omnibox().palette().getHeight());
        fillPrompt(robot, "[aeiou]r");
        WindowFixture.waitFor(() -> window.omnibox().palette().getHeight() > empty + 50);
        assertEquals(
                matching + " groups",
                robot.lookup("#omnibox-hits").queryAs(Label.class).getText().replace('\u2009', ' '));
        assertTrue(
                window.omnibox().palette().titles().getFirst().startsWith("Expand all " + matching),
                window.omnibox().palette().titles().toString());
        robot.type(KeyCode.ENTER);
        assertEquals(
                matching,
                FxSupply.get(() -> view
                        .tracks()
                        .nodes(n -> n.isGroup()
                                && (n.name() + " " + n.idText()).matches("(?i).*[aeiou]r.*")
                                && view.tracks().isExpanded(n.key()))
                        .stream()
                        .count()));
        run(robot, "track.closeregex");
        fillPrompt(robot, ".");
        robot.type(KeyCode.ENTER);
        assertEquals(
                List.of(),
                FxSupply.get(() ->
                        view.tracks().nodes(n -> n.isGroup() && view.tracks().isExpanded(n.key()))));
    }

    @Test
    void tracksArePinnedAndUnpinnedByRegularExpression(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        run(robot, "track.pinregex");
        fillPrompt(robot, "(thread");
        assertTrue(
                robot.lookup("#omnibox-hits").queryAs(Label.class).getText().startsWith("invalid regular expression"));
        fillPrompt(robot, "^ThreadPool(Fore|Serv)");
        WindowFixture.waitFor(() ->
                robot.lookup("#omnibox-hits").queryAs(Label.class).getText().endsWith("tracks"));
        robot.type(KeyCode.ENTER);
        List<String> pinned = pinned();
        assertTrue(pinned.size() > 1, pinned.toString());
        for (String key : pinned) {
            assertTrue(
                    view.tracks().node(key).name().matches("ThreadPool(Fore|Serv).*"),
                    view.tracks().node(key).name());
        }
        run(robot, "track.unpinregex");
        fillPrompt(robot, "pools");
        robot.type(KeyCode.ENTER);
        assertTrue(pinned().stream().noneMatch(k -> view.tracks().node(k).name().contains("PoolServ")));
    }

    @Test
    void recentCommandsComeFirst(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> window.omnibox().focus(">"));
        String firstCommand = window.omnibox().palette().titles().getFirst();
        fillSearch(robot, ">Collapse all groups");
        robot.type(KeyCode.ENTER);
        robot.interact(() -> window.omnibox().focus(">"));
        assertEquals(
                List.of("Collapse all groups", firstCommand),
                window.omnibox().palette().titles().subList(0, 2));
        fillSearch(robot, ">overview");
        assertEquals(
                "Overview",
                window.omnibox().palette().titles().getFirst(),
                "a recent command is listed before the match");
        robot.type(KeyCode.ESCAPE);
        assertEquals("timeline.collapse", fixture.settings.get("commands.recent", ""));
    }
}
