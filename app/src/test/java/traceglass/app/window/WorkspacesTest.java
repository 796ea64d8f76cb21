package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.track.TrackNode;
import traceglass.app.tracks.Workspace;
import traceglass.app.tracks.Workspaces;
import traceglass.render.item.TrackState;

/// Tests workspaces from the search field and the bar, with a real trace.
class WorkspacesTest extends WindowScenario {

    private Workspaces workspaces;

    @BeforeEach
    void getWorkspaces() {
        workspaces = window.pane().workspaces();
    }

    private void submitPrompt(FxRobot robot, String text) throws Exception {
        fillSearch(robot, text);
        robot.type(KeyCode.ENTER);
    }

    private List<String> keys() throws Exception {
        return FxSupply.get(() -> {
            List<String> found = new ArrayList<>();
            collect(view.tracks().roots(), found);
            return found;
        });
    }

    private static void collect(List<TrackNode> nodes, List<String> into) {
        nodes.forEach(n -> {
            into.add(n.key());
            collect(n.children(), into);
        });
    }

    private List<String> buttons(FxRobot robot) {
        return robot.lookup("#workspaces .tg-workspace").queryAll().stream()
                .map(n -> ((Labeled) n).getText())
                .toList();
    }

    private List<String> someTracks(int count) throws Exception {
        return tracks(n -> n.key().startsWith("thread_state/")).stream()
                .map(TrackNode::key)
                .sorted()
                .limit(count)
                .toList();
    }

    @Test
    void pinnedTracksAreCopiedAndTheTracesTreeIsUnchanged(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        assertFalse(robot.lookup("#workspaces").query().isVisible(), "there is a bar without workspaces");
        List<String> before = keys();
        List<String> pinned = someTracks(3);
        robot.interact(() -> pinned.forEach(k -> view.tracks().setPinned(k, true)));
        TrackState state = FxSupply.get(() -> view.tracks().state());
        run(robot, "workspace.copypinned");
        submitPrompt(robot, "My tracks");
        fixture.settle();
        assertEquals(pinned, rows());
        assertEquals(List.of("All tracks", "My tracks"), buttons(robot));
        robot.interact(() -> {
            view.tracks().rename(pinned.getFirst(), "renamed here");
            view.tracks().setPinned(pinned.getLast(), true);
            view.tracks().move(pinned.getLast(), pinned.getFirst());
        });
        assertEquals(List.of(pinned.get(2), pinned.get(0), pinned.get(1)), rows());
        robot.interact(((ToggleButton) robot.lookup("#workspaces .tg-workspace").queryAll().stream()
                .filter(n -> ((Labeled) n).getText().equals("All tracks"))
                .findFirst()
                .orElseThrow())::fire);
        assertEquals(before, keys());
        assertEquals(
                state,
                FxSupply.get(() -> view.tracks().state()),
                "changes in the workspace also changed the trace's tree");
        run(robot, "workspace.switch");
        submitPrompt(robot, "my");
        assertEquals("renamed here", track(pinned.getFirst()).name());
        run(robot, "workspace.remove");
        assertEquals(before, keys());
        assertFalse(robot.lookup("#workspaces").query().isVisible());
    }

    @Test
    void filteredTracksAreCopiedWithTheirGroups(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> view.tracks().setFilter("threadpoolfore"));
        run(robot, "workspace.copyfiltered");
        robot.type(KeyCode.ENTER);
        assertEquals("Filtered tracks", FxSupply.get(() -> workspaces.current().name()));
        List<String> found = keys();
        assertTrue(found.size() > 2 && found.stream().anyMatch(k -> k.startsWith("process/")), found.toString());
        for (String key : found) {
            TrackNode node = track(key);
            assertTrue(node.isGroup() || node.name().startsWith("ThreadPoolFore"), node.name());
        }
        assertEquals("", FxSupply.get(() -> view.tracks().filter()), "the workspace is filtered, too");
    }

    @Test
    void tracksAreAddedByPatternSelectionAndSql(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        run(robot, "workspace.copyregexgroups");
        submitPrompt(robot, "^ThreadPoolFore");
        WindowFixture.waitFor(() -> robot.lookup("#omnibox-field")
                .queryAs(TextField.class)
                .getPromptText()
                .startsWith("Choose a workspace"));
        submitPrompt(robot, "Collected");
        int byPattern = keys().size();
        assertTrue(byPattern > 2);
        assertTrue(keys().getFirst().startsWith("process/"));
        run(robot, "workspace.all");
        List<String> chosen = someTracks(2);
        robot.interact(() -> view.selectionControls().selectArea(view.bounds(), Set.copyOf(chosen)));
        run(robot, "workspace.copyselected");
        submitPrompt(robot, "collected");
        assertEquals(1, FxSupply.get(() -> workspaces.all().size()), "another workspace was created");
        assertTrue(keys().containsAll(chosen));
        run(robot, "workspace.all");
        run(robot, "workspace.copysql");
        submitPrompt(robot, "SELECT utid FROM thread WHERE name GLOB 'ThreadPoolFore*' AND upid IS NOT NULL");
        WindowFixture.waitFor(() -> robot.lookup("#omnibox-field")
                .queryAs(TextField.class)
                .getPromptText()
                .startsWith("Choose a workspace"));
        submitPrompt(robot, "By SQL");
        List<String> bySql = keys();
        assertFalse(bySql.isEmpty());
        for (String key : bySql) {
            assertTrue(FxSupply.get(() -> view.tracks().node(key).name().startsWith("ThreadPoolFore")), key);
        }
        run(robot, "workspace.copysql");
        submitPrompt(robot, "SELECT nothing FROM nowhere");
        WindowFixture.waitFor(() -> robot.lookup("#notices").query().isVisible()
                && !robot.lookup(".tg-strip.tg-error").queryAll().isEmpty());
    }

    @Test
    void workspacesForMainThreadsAndProcessesAreBuiltIn(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        run(robot, "workspace.copymain");
        WindowFixture.waitFor(() -> workspaces.current() != null);
        assertEquals("Main threads", FxSupply.get(() -> workspaces.current().name()));
        long chips = tracks(n -> n.chips().contains("main")).size();
        assertTrue(chips > 0);
        for (TrackNode process : FxSupply.get(() -> view.tracks().roots())) {
            assertTrue(process.key().startsWith("process/") || process.key().startsWith("thread/"), process.key());
        }
        run(robot, "workspace.process");
        String name = window.omnibox().palette().marked();
        robot.type(KeyCode.ENTER);
        WindowFixture.waitFor(() -> workspaces.all().size() == 2
                && workspaces.current() != null
                && !workspaces.current().name().equals("Main threads"));
        assertTrue(name.startsWith(FxSupply.get(() -> workspaces.current().name())), name);
        assertFalse(keys().isEmpty());
    }

    @Test
    void groupsAreCreatedFilledAndRenamed(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        List<String> chosen = someTracks(3);
        robot.interact(() -> {
            Workspace created = workspaces.create("Mine", List.of());
            workspaces.show(created);
            assertTrue(
                    robot.lookup("#workspace-empty").tryQuery().isPresent(), "an empty workspace has no explanation");
            workspaces.show(workspaces.add(
                    created,
                    chosen.stream().map(traceglass.render.item.Branch::of).toList()));
        });
        assertTrue(robot.lookup("#workspace-empty").tryQuery().isEmpty());
        run(robot, "workspace.group");
        submitPrompt(robot, "Inner");
        String group = FxSupply.get(view::focusedRow);
        robot.interact(() -> workspaces.moveInto(chosen.getFirst(), group));
        assertEquals(List.of(chosen.get(1), chosen.get(2), group, chosen.get(0)), keys());
        robot.interact(() -> workspaces.renameGroup(group, "Outer"));
        assertEquals("Outer", track(group).name());
        robot.interact(() -> workspaces.removeTrack(chosen.get(1)));
        assertEquals(List.of(chosen.get(2), group, chosen.get(0)), keys());
        run(robot, "workspace.rename");
        submitPrompt(robot, "Yours");
        assertEquals("Yours", FxSupply.get(() -> workspaces.current().name()));
    }

    @Test
    void workspacesAreSavedAndRestored(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        List<String> chosen = someTracks(3);
        robot.interact(() -> {
            view.tracks().setPinned(chosen.get(2), true);
            Workspace created = workspaces.create("Kept", List.of());
            workspaces.show(workspaces.add(
                    created,
                    chosen.stream().map(traceglass.render.item.Branch::of).toList()));
            workspaces.moveInto(chosen.get(1), workspaces.addGroup("Group"));
            view.tracks().rename(chosen.getFirst(), "first");
        });
        List<String> before = keys();
        Map<String, Object> saved =
                FxSupply.get(() -> window.slot().host().sections().state(Map.of(), false));
        robot.interact(() -> window.slot().host().sections().restore(Map.of(), false));
        assertTrue(FxSupply.get(() -> workspaces.all()).isEmpty());
        assertNull(FxSupply.get(() -> workspaces.current()));
        assertTrue(pinned().isEmpty());
        robot.interact(() -> window.slot().host().sections().restore(saved, false));
        assertEquals("Kept", FxSupply.get(() -> workspaces.current().name()));
        assertEquals(before, keys());
        assertEquals("first", track(chosen.getFirst()).name());
        assertEquals(
                saved.get("workspaces"),
                FxSupply.get(() ->
                        window.slot().host().sections().state(Map.of(), false).get("workspaces")));
        run(robot, "workspace.all");
        assertEquals(List.of(chosen.get(2)), pinned(), "the pins of the trace's own tree are lost");
    }

    @Test
    void aLinkToATrackOutsideTheWorkspaceOffersAllTracks(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        List<String> chosen = someTracks(1);
        robot.interact(() -> workspaces.show(workspaces.add(
                workspaces.create("Small", List.of()), List.of(traceglass.render.item.Branch.of(chosen.getFirst())))));
        robot.interact(() -> window.slot().navigation().navigator().goTo("sched", 100));
        WindowFixture.waitFor(
                () -> !robot.lookup(".tg-strip.tg-info").queryAll().isEmpty());
        robot.interact(robot.lookup(n -> n instanceof javafx.scene.control.Hyperlink h
                        && h.getText().equals("Show in all tracks"))
                .queryAs(javafx.scene.control.Hyperlink.class)::fire);
        WindowFixture.waitFor(() -> workspaces.current() == null);
        assertTrue(robot.lookup(".tg-strip.tg-info").queryAll().isEmpty());
    }
}
