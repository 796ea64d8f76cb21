package traceglass.analysis.memory;

import java.util.List;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.analysis.heap.HeapAnalyses;
import traceglass.analysis.heap.HeapAnalysis;
import traceglass.analysis.heap.HeapDump;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Flame graph source for the objects of a Java heap dump, merged by class: on their shortest paths from a root, or
/// in the dominator tree. Native memory is a child of the object that holds it.
///
/// @param heaps analyses of the trace's dumps
/// @param usesDominators whether the dominator tree is used, instead of shortest paths
public record HeapGraphSource(HeapAnalyses heaps, boolean usesDominators) implements FlameSource {

    /// Maximum depth; deeper objects share one frame, because a linked list of a million objects would be a stack
    /// of a million frames.
    private static final int MAX_DEPTH = 1_000;

    @Override
    public int preference() {
        return 1;
    }

    @Override
    public String id() {
        return usesDominators ? "heap-dominators" : "heap-paths";
    }

    @Override
    public String title() {
        return usesDominators ? MemoryTexts.DOMINATORS : MemoryTexts.PATHS;
    }

    @Override
    public FlameData read(TraceQueries q, FlameScope scope) throws QueryException {
        HeapAnalysis heap = heaps.of(q, scope.dump().upid(), scope.dump().ts());
        List<FlameMeasure> measures = List.of(
                new FlameMeasure(
                        usesDominators ? "dominated_size" : "object_size",
                        usesDominators ? MemoryTexts.DOMINATED_SIZE : MemoryTexts.OBJECT_SIZE,
                        FlameMeasure.Unit.BYTES),
                new FlameMeasure(
                        usesDominators ? "dominated_count" : "object_count",
                        usesDominators ? MemoryTexts.DOMINATED_COUNT : MemoryTexts.OBJECT_COUNT,
                        FlameMeasure.Unit.OBJECTS));
        return new FlameData(measures, frames(heap));
    }

    private FlameFrames frames(HeapAnalysis heap) {
        HeapDump dump = heap.dump();
        FlameFrames.Builder tree = new FlameFrames.Builder(2);
        int[] nodes = new int[dump.size()];
        int[] depth = new int[dump.size()];
        String[] packages = new String[dump.classes().size()];
        int reachable = usesDominators
                ? heap.dominators().reachableCount()
                : heap.paths().reachableCount();
        for (int i = 0; i < reachable; i++) {
            int object = usesDominators
                    ? heap.dominators().objectAt(i)
                    : heap.paths().objectAt(i);
            int parent = usesDominators
                    ? heap.dominators().dominator(object)
                    : heap.paths().parent(object);
            int type = dump.type(object);
            String name = dump.classes().get(type);
            if (packages[type] == null) {
                packages[type] = packageOf(name);
            }
            String label = dump.isRoot(object) ? name + " [" + dump.rootType(object) + "]" : name;
            depth[object] = parent < 0 ? 1 : depth[parent] + 1;
            int node = depth[object] > MAX_DEPTH + 1
                    ? nodes[parent]
                    : depth[object] > MAX_DEPTH
                            ? tree.getOrAddChild(nodes[parent], MemoryTexts.DEEPER, "")
                            : tree.getOrAddChild(parent < 0 ? 0 : nodes[parent], label, packages[type]);
            nodes[object] = node;
            tree.add(node, 0, dump.selfBytes(object));
            tree.add(node, 1, 1);
            if (dump.nativeBytes(object) > 0) {
                int nativeNode = tree.getOrAddChild(node, MemoryTexts.NATIVE_PREFIX + label, MemoryTexts.NATIVE_MEMORY);
                tree.add(nativeNode, 0, dump.nativeBytes(object));
                tree.add(nativeNode, 1, 1);
            }
        }
        return tree.build();
    }

    /// Returns the package of a class, which is the module of its frames and determines their color.
    static String packageOf(String className) {
        String baseName = className.startsWith("java.lang.Class<") ? className.substring(16) : className;
        int dot = baseName.lastIndexOf('.');
        return dot < 0 ? baseName.replaceAll("[\\[\\]>]", "") : baseName.substring(0, dot);
    }

    /// Returns the class name in the name of a frame of this source.
    public static String className(String frame) {
        String name = frame.startsWith(MemoryTexts.NATIVE_PREFIX)
                ? frame.substring(MemoryTexts.NATIVE_PREFIX.length())
                : frame;
        int bracket = name.lastIndexOf(" [ROOT_");
        return bracket < 0 ? name : name.substring(0, bracket);
    }
}
