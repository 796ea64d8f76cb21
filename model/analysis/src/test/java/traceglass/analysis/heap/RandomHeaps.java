package traceglass.analysis.heap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/// Creates random heap dumps for tests.
final class RandomHeaps {

    private RandomHeaps() {}

    /// Creates a dump whose objects are of classes `A`, `B`, … and refer to each other at random.
    static HeapDump of(Random random, int objects, int references, int classes, int roots) {
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < references; i++) {
            edges.add(new int[] {random.nextInt(objects), random.nextInt(objects)});
        }
        short[] rootType = new short[objects];
        Arrays.fill(rootType, (short) -1);
        for (int i = 0; i < roots; i++) {
            rootType[random.nextInt(objects)] = 0;
        }
        return fromEdges(random, objects, edges, classes, rootType);
    }

    static HeapDump fromEdges(Random random, int objects, List<int[]> edges, int classes, short[] rootType) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < classes; i++) {
            names.add("" + (char) ('A' + classes - 1 - i));
        }
        long[] ids = new long[objects];
        int[] type = new int[objects];
        long[] self = new long[objects];
        long[] nativeSize = new long[objects];
        short[] heapType = new short[objects];
        for (int i = 0; i < objects; i++) {
            ids[i] = 100 + i;
            type[i] = random.nextInt(classes);
            self[i] = 1 + random.nextInt(1000);
            nativeSize[i] = random.nextInt(4) == 0 ? random.nextInt(5000) : 0;
        }
        edges.sort(Comparator.<int[]>comparingInt(e -> e[0]).thenComparingInt(e -> e[1]));
        int[] first = new int[objects + 1];
        edges.forEach(e -> first[e[0] + 1]++);
        for (int i = 0; i < objects; i++) {
            first[i + 1] += first[i];
        }
        List<Integer> roots = new ArrayList<>();
        for (int i = 0; i < objects; i++) {
            if (rootType[i] >= 0) {
                roots.add(i);
            }
        }
        roots.sort(Comparator.comparing((Integer i) -> names.get(type[i])).thenComparing(i -> i));
        return new HeapDump(
                ids,
                type,
                self,
                nativeSize,
                new boolean[objects],
                rootType,
                heapType,
                names,
                List.of("ROOT_JNI_GLOBAL"),
                List.of("HEAP_TYPE_APP"),
                first,
                edges.stream().mapToInt(e -> e[1]).toArray(),
                roots.stream().mapToInt(Integer::intValue).toArray());
    }
}
