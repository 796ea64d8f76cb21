package traceglass.analysis.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/// Compares all results with those of a simpler method: removing objects and searching again.
class HeapDumpTest {

    /// Returns the objects that a search from the roots reaches without entering excluded objects.
    private static Set<Integer> reached(HeapDump dump, IntPredicate isExcluded) {
        Set<Integer> seen = new HashSet<>();
        ArrayDeque<Integer> pending = new ArrayDeque<>();
        for (int r : dump.roots()) {
            if (!isExcluded.test(r) && seen.add(r)) {
                pending.add(r);
            }
        }
        while (!pending.isEmpty()) {
            int from = pending.remove();
            for (int e = dump.first()[from]; e < dump.first()[from + 1]; e++) {
                int to = dump.targets()[e];
                if (!isExcluded.test(to) && seen.add(to)) {
                    pending.add(to);
                }
            }
        }
        return seen;
    }

    private static HeapDump random(Random random) {
        int objects = 1 + random.nextInt(40);
        return RandomHeaps.of(random, objects, random.nextInt(objects * 3), 1 + random.nextInt(5), random.nextInt(4));
    }

    @Test
    void anObjectRetainsAllObjectsThatAreUnreachableWithoutIt() {
        Random random = new Random(1);
        for (int round = 0; round < 400; round++) {
            HeapDump dump = random(random);
            HeapDominators dominators = new HeapDominators(dump);
            Set<Integer> all = reached(dump, i -> false);
            assertEquals(all.size(), dominators.reachableCount());
            for (int i = 0; i < dump.size(); i++) {
                assertEquals(all.contains(i), dominators.isReachable(i));
                int object = i;
                Set<Integer> freed = new HashSet<>(all);
                freed.removeAll(reached(dump, x -> x == object));
                assertEquals(freed.size(), dominators.retainedObjects(i), "round " + round + ", object " + i);
                assertEquals(freed.stream().mapToLong(dump::selfBytes).sum(), dominators.retainedBytes(i));
                assertEquals(freed.stream().mapToLong(dump::nativeBytes).sum(), dominators.retainedNativeBytes(i));
            }
            assertEquals(all.stream().mapToLong(dump::selfBytes).sum(), dominators.reachableBytes());
            assertEquals(all.stream().mapToLong(dump::nativeBytes).sum(), dominators.reachableNativeBytes());
        }
    }

    @Test
    void dominatorsFormATreeOfReachableObjects() {
        Random random = new Random(2);
        for (int round = 0; round < 100; round++) {
            HeapDump dump = random(random);
            HeapDominators dominators = new HeapDominators(dump);
            List<Integer> visited = new ArrayList<>();
            ArrayDeque<Integer> pending = new ArrayDeque<>(List.of(-1));
            while (!pending.isEmpty()) {
                int node = pending.remove();
                int[] below = dominators.dominatedObjects(node);
                assertEquals(below.length, dominators.dominatedCount(node));
                long last = Long.MAX_VALUE;
                for (int d : below) {
                    assertEquals(node, dominators.dominator(d));
                    long size = dominators.retainedBytes(d) + dominators.retainedNativeBytes(d);
                    assertTrue(size <= last, "the largest comes first");
                    last = size;
                    visited.add(d);
                    pending.add(d);
                }
            }
            assertEquals(new HashSet<>(visited), reached(dump, i -> false));
            assertEquals(visited.size(), new HashSet<>(visited).size());
            Set<Integer> before = new HashSet<>(Set.of(-1));
            for (int index = 0; index < dominators.reachableCount(); index++) {
                assertTrue(before.contains(dominators.dominator(dominators.objectAt(index))));
                before.add(dominators.objectAt(index));
            }
        }
    }

    @Test
    void aClassRetainsTheRetainedSetsOfItsObjects() {
        Random random = new Random(3);
        for (int round = 0; round < 400; round++) {
            HeapDump dump = random(random);
            HeapDominators dominators = new HeapDominators(dump);
            Set<Integer> all = reached(dump, i -> false);
            for (HeapClass c : HeapClass.of(dump, dominators)) {
                // Union of the objects freed with each object of the class. Objects that are kept alive by several of
                // them are retained by none.
                Set<Integer> freed = new HashSet<>();
                long objects = 0;
                for (int i = 0; i < dump.size(); i++) {
                    int object = i;
                    if (dump.type(i) == c.type()) {
                        objects++;
                        Set<Integer> retained = new HashSet<>(all);
                        retained.removeAll(reached(dump, x -> x == object));
                        freed.addAll(retained);
                    }
                }
                assertEquals(objects, c.objects());
                assertEquals(freed.size(), c.retainedObjects(), "round " + round + ", class " + c.name());
                assertEquals(freed.stream().mapToLong(dump::selfBytes).sum(), c.retainedBytes());
                assertEquals(freed.stream().mapToLong(dump::nativeBytes).sum(), c.retainedNative());
                assertEquals(all.stream().filter(i -> dump.type(i) == c.type()).count(), c.reachableCount());
            }
        }
    }

    @Test
    void pathsFromTheRootsAreShortest() {
        Random random = new Random(4);
        for (int round = 0; round < 200; round++) {
            HeapDump dump = random(random);
            HeapPaths paths = new HeapPaths(dump);
            int[] distance = distances(dump);
            int reached = 0;
            for (int i = 0; i < dump.size(); i++) {
                List<Integer> path = paths.pathTo(i);
                if (distance[i] == Integer.MAX_VALUE) {
                    assertEquals(List.of(), path);
                    assertFalse(paths.isReachable(i));
                    continue;
                }
                reached++;
                assertEquals(distance[i] + 1, path.size(), "round " + round + ", object " + i);
                assertTrue(dump.isRoot(path.getFirst()));
                assertEquals(i, path.getLast());
                for (int k = 1; k < path.size(); k++) {
                    int from = path.get(k - 1);
                    int to = path.get(k);
                    assertTrue(Arrays.stream(dump.targets(), dump.first()[from], dump.first()[from + 1])
                            .anyMatch(t -> t == to));
                }
            }
            assertEquals(reached, paths.reachableCount());
        }
    }

    /// Bellman-Ford: as many rounds as necessary.
    private static int[] distances(HeapDump dump) {
        int[] distance = new int[dump.size()];
        Arrays.fill(distance, Integer.MAX_VALUE);
        for (int r : dump.roots()) {
            distance[r] = 0;
        }
        for (boolean isChanged = true; isChanged; ) {
            isChanged = false;
            for (int i = 0; i < dump.size(); i++) {
                for (int e = dump.first()[i]; e < dump.first()[i + 1] && distance[i] != Integer.MAX_VALUE; e++) {
                    if (distance[dump.targets()[e]] > distance[i] + 1) {
                        distance[dump.targets()[e]] = distance[i] + 1;
                        isChanged = true;
                    }
                }
            }
        }
        return distance;
    }

    @Test
    void followsAListOfAMillionObjectsWithoutRecursion() {
        int n = 1_000_000;
        List<int[]> edges = new ArrayList<>(n);
        for (int i = 1; i < n; i++) {
            edges.add(new int[] {i - 1, i});
        }
        short[] rootType = new short[n];
        Arrays.fill(rootType, (short) -1);
        rootType[0] = 0;
        HeapDump dump = RandomHeaps.fromEdges(new Random(5), n, edges, 3, rootType);
        HeapDominators dominators = new HeapDominators(dump);
        assertEquals(n, dominators.retainedObjects(0));
        assertEquals(1, dominators.retainedObjects(n - 1));
        assertEquals(n - 2, dominators.dominator(n - 1));
        assertEquals(n, new HeapPaths(dump).pathTo(n - 1).size());
        assertEquals(3, HeapClass.of(dump, dominators).size());
    }

    @Test
    void comparesClassesOfTwoDumpsByName() {
        Random random = new Random(6);
        HeapDump a = RandomHeaps.of(random, 50, 120, 3, 3);
        HeapDump b = RandomHeaps.of(random, 70, 160, 5, 3);
        List<HeapClass> before = HeapClass.of(a, new HeapDominators(a));
        List<HeapClass> after = HeapClass.of(b, new HeapDominators(b));
        List<HeapDifference> differences = HeapDifference.of(before, after);
        assertEquals(
                List.of("A", "B", "C", "D", "E"),
                differences.stream().map(HeapDifference::name).toList());
        for (HeapDifference d : differences) {
            long bytesInA = 0;
            long bytesInB = 0;
            for (int i = 0; i < a.size(); i++) {
                bytesInA += a.className(i).equals(d.name()) ? a.selfBytes(i) : 0;
            }
            for (int i = 0; i < b.size(); i++) {
                bytesInB += b.className(i).equals(d.name()) ? b.selfBytes(i) : 0;
            }
            assertEquals(bytesInB - bytesInA, d.selfBytes());
            assertEquals(d.after().objects() - d.before().objects(), d.objects());
        }
        assertEquals(20, differences.stream().mapToLong(HeapDifference::objects).sum());
    }
}
