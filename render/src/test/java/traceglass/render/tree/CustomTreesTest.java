package traceglass.render.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;
import traceglass.render.StyledKind;
import traceglass.render.item.Branch;

class CustomTreesTest {

    private static TrackNode track(String key) {
        return new TrackNode(key, new StyledKind(TrackStyle.SLICES), key, "", List.of(), "", "", false, List.of());
    }

    private static TrackNode group(String key, TrackNode... children) {
        return new TrackNode(key, TrackGroup.GROUP, key, "7", List.of(), "", "", false, List.of(children));
    }

    private static final List<TrackNode> TREE =
            List.of(group("p", track("a"), track("b"), group("g", track("c"))), group("q", track("d")));

    private static String text(List<TrackNode> nodes) {
        StringBuilder text = new StringBuilder();
        for (TrackNode n : nodes) {
            text.append(text.isEmpty() ? "" : " ")
                    .append(n.key())
                    .append(n.children().isEmpty() ? "" : "(" + text(n.children()) + ")");
        }
        return text.toString();
    }

    private static String built(Branch... branches) {
        return text(new CustomTrees(TREE).tree(List.of(branches)));
    }

    @Test
    void aGroupWithoutAListHasAllItsChildren() {
        assertEquals("p(a b g(c))", built(Branch.of("p")));
        assertSame(
                TREE.getFirst(),
                new CustomTrees(TREE).tree(List.of(Branch.of("p"))).getFirst());
    }

    @Test
    void aGroupWithAListHasOnlyThoseChildren() {
        assertEquals("p(g(c) a)", built(new Branch("p", "", List.of(Branch.of("g"), Branch.of("a")))));
    }

    @Test
    void userGroupsCanContainTracksOfAnyGroup() {
        assertEquals(
                "own/1(d a) b",
                built(new Branch("own/1", "Mine", List.of(Branch.of("d"), Branch.of("a"))), Branch.of("b")));
    }

    @Test
    void unknownKeysAreSkipped() {
        assertEquals("a", built(Branch.of("x"), Branch.of("a"), new Branch("y", "", List.of(Branch.of("b")))));
    }

    @Test
    void aTrackListedTwiceHasOneRow() {
        assertEquals("c p(a b g)", built(Branch.of("c"), Branch.of("p"), Branch.of("a")));
    }

    @Test
    void aTrackOutsideItsGroupShowsTheGroupsName() {
        List<TrackNode> tree = new CustomTrees(TREE).tree(List.of(Branch.of("a"), Branch.of("q")));
        assertEquals("p 7", tree.getFirst().sideText());
        assertEquals("", tree.getLast().children().getFirst().sideText());
    }

    @Test
    void noTreeContainsAKeyTwice() {
        Random random = new Random(3);
        String[] keys = {"p", "a", "b", "g", "c", "q", "d", "own/1", "own/2", "x"};
        for (int round = 0; round < 2_000; round++) {
            List<Branch> requested = branches(random, keys, 3);
            List<String> shownKeys = new ArrayList<>();
            collect(new CustomTrees(TREE).tree(requested), shownKeys);
            assertEquals(shownKeys.size(), new HashSet<>(shownKeys).size(), () -> requested.toString());
            Set<String> requestedKeys = new HashSet<>();
            collectNamed(requested, requestedKeys);
            requestedKeys.remove("x");
            for (String key : shownKeys) {
                boolean isRequested = requestedKeys.contains(key)
                        || requestedKeys.contains("p") && "a b g c".contains(key)
                        || requestedKeys.contains("g") && key.equals("c")
                        || requestedKeys.contains("q") && key.equals("d");
                assertEquals(true, isRequested, () -> key + " was not requested: " + requested);
            }
        }
    }

    private static List<Branch> branches(Random random, String[] keys, int depth) {
        List<Branch> branches = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String key = keys[random.nextInt(keys.length)];
            branches.add(new Branch(
                    key,
                    key.startsWith(Branch.USER_GROUP) ? "mine" : "",
                    depth == 0 ? List.of() : branches(random, keys, depth - 1)));
        }
        return branches;
    }

    private static void collect(List<TrackNode> nodes, List<String> into) {
        nodes.forEach(n -> {
            into.add(n.key());
            collect(n.children(), into);
        });
    }

    private static void collectNamed(List<Branch> branches, Set<String> into) {
        branches.forEach(b -> {
            into.add(b.key());
            collectNamed(b.children(), into);
        });
    }
}
