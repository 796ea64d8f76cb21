package traceglass.app.tracks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackPath;
import traceglass.render.item.Branch;

class BranchTreesTest {

    private static final List<TrackNode> TREE = RandomTrackTrees.of(6, 2);

    private static Map<String, TrackNode> nodesByKey() {
        Map<String, TrackNode> nodes = new HashMap<>();
        TrackPath.all(TREE).forEach(p -> nodes.put(p.node().key(), p.node()));
        return nodes;
    }

    /// Returns the keys of all tracks in a tree. A branch without children stands for its complete group.
    private static Set<String> tracks(List<Branch> tree) {
        Set<String> found = new TreeSet<>();
        Map<String, TrackNode> nodes = nodesByKey();
        for (Branch b : tree) {
            TrackNode node = nodes.get(b.key());
            if (!b.children().isEmpty()) {
                found.addAll(tracks(b.children()));
            } else if (node != null && node.isGroup()) {
                node.children().forEach(c -> found.add(c.key()));
            } else if (node != null) {
                found.add(b.key());
            }
        }
        return found;
    }

    private static Set<String> randomKeys(Random random, int max) {
        Set<String> keys = new TreeSet<>();
        List<TrackPath> all = TrackPath.all(TREE);
        for (int i = random.nextInt(max + 1); i > 0; i--) {
            keys.add(all.get(random.nextInt(all.size())).node().key());
        }
        return keys;
    }

    private static Set<String> expanded(Set<String> keys) {
        return tracks(keys.stream().map(Branch::of).toList());
    }

    @Test
    void keepsRequestedTracksInTheirGroups() {
        Random random = new Random(1);
        for (int i = 0; i < 500; i++) {
            Set<String> keys = randomKeys(random, 12);
            assertEquals(expanded(keys), tracks(BranchTrees.withGroups(TREE, keys)));
        }
    }

    @Test
    void mergedTreeHasTheTracksOfBoth() {
        Random random = new Random(2);
        for (int i = 0; i < 500; i++) {
            Set<String> a = randomKeys(random, 8);
            Set<String> b = randomKeys(random, 8);
            Set<String> both = new TreeSet<>(expanded(a));
            both.addAll(expanded(b));
            List<Branch> merged = BranchTrees.merged(BranchTrees.withGroups(TREE, a), BranchTrees.withGroups(TREE, b));
            assertEquals(both, tracks(merged));
            assertEquals(
                    merged,
                    BranchTrees.merged(merged, BranchTrees.withGroups(TREE, b)),
                    "an existing branch was added again");
        }
    }

    @Test
    void removesOnlyTheGivenBranch() {
        Random random = new Random(3);
        for (int i = 0; i < 500; i++) {
            List<Branch> tree = BranchTrees.withGroups(TREE, randomKeys(random, 12));
            Set<String> before = tracks(tree);
            if (before.isEmpty()) {
                continue;
            }
            String removed = List.copyOf(before).get(random.nextInt(before.size()));
            Set<String> remaining = new TreeSet<>(before);
            remaining.remove(removed);
            assertEquals(remaining, tracks(BranchTrees.without(tree, removed, nodesByKey())));
        }
    }

    @Test
    void addsBranchesToCustomGroups() {
        List<Branch> tree = List.of(
                new Branch("own/1", "Mine", List.of(new Branch("own/2", "Inner", List.of()))), Branch.of("track/3"));
        List<Branch> moved = BranchTrees.withAdded(
                BranchTrees.without(tree, "track/3", nodesByKey()), "own/2", Branch.of("track/3"));
        assertEquals(
                List.of(new Branch(
                        "own/1", "Mine", List.of(new Branch("own/2", "Inner", List.of(Branch.of("track/3")))))),
                moved);
        assertEquals(
                "Other",
                BranchTrees.find(BranchTrees.renamed(moved, "own/2", "Other"), "own/2")
                        .name());
        assertEquals(2, BranchTrees.customGroups(moved).size());
    }

    @Test
    void onlyAnIncompleteGroupListsItsChildren() {
        Map<String, TrackNode> nodes = nodesByKey();
        TrackNode part = TREE.getFirst().withChildren(TREE.getFirst().children().subList(0, 3));
        List<Branch> tree = BranchTrees.asShown(List.of(part, TREE.get(1)), nodes::get);
        assertEquals(3, tree.getFirst().children().size());
        assertTrue(tree.getLast().children().isEmpty());
    }
}
