package traceglass.analysis.heap;

import java.util.Arrays;
import java.util.List;

/// The objects of one heap dump and the references between them that keep objects alive. Objects have numbers from 0,
/// in the order of their ids in `heap_graph_object`. Immutable; safe to be read by several threads.
public final class HeapDump {

    private final long[] ids;
    private final int[] type;
    private final long[] self;
    private final long[] nativeSize;
    private final boolean[] reachable;
    private final short[] rootType;
    private final short[] heapType;
    private final List<String> types;
    private final List<String> rootTypes;
    private final List<String> heapTypes;
    private final int[] first;
    private final int[] targets;
    private final int[] roots;

    /// @param ids ascending
    /// @param type places in `types`
    /// @param rootType places in `rootTypes`, -1 for what is no root
    /// @param heapType places in `heapTypes`, -1 when it is not known
    /// @param first the references of an object are `targets[first[object]]` up to, and without,
    ///     `targets[first[object + 1]]`
    /// @param targets numbers of objects, by object ascending
    /// @param roots numbers of the roots, in the order in which ways from them are looked for
    HeapDump(
            long[] ids,
            int[] type,
            long[] self,
            long[] nativeSize,
            boolean[] reachable,
            short[] rootType,
            short[] heapType,
            List<String> types,
            List<String> rootTypes,
            List<String> heapTypes,
            int[] first,
            int[] targets,
            int[] roots) {
        this.ids = ids;
        this.type = type;
        this.self = self;
        this.nativeSize = nativeSize;
        this.reachable = reachable;
        this.rootType = rootType;
        this.heapType = heapType;
        this.types = types;
        this.rootTypes = rootTypes;
        this.heapTypes = heapTypes;
        this.first = first;
        this.targets = targets;
        this.roots = roots;
    }

    /// Number of objects.
    public int size() {
        return ids.length;
    }

    /// The object's id in `heap_graph_object`.
    public long id(int object) {
        return ids[object];
    }

    /// The number of the object with this id, or -1.
    public int find(long id) {
        if (ids.length > 0 && id >= ids[0] && id - ids[0] < ids.length && ids[(int) (id - ids[0])] == id) {
            return (int) (id - ids[0]);
        }
        return Math.max(-1, Arrays.binarySearch(ids, id));
    }

    /// Number of the object's class, a place in [#classes].
    public int type(int object) {
        return type[object];
    }

    /// Names of classes, deobfuscated where that is known; each once.
    public List<String> classes() {
        return types;
    }

    public String className(int object) {
        return types.get(type[object]);
    }

    /// Bytes of the object itself; 0 for one that was only referred to.
    public long selfBytes(int object) {
        return self[object];
    }

    /// Bytes of native memory that the object holds.
    public long nativeBytes(int object) {
        return nativeSize[object];
    }

    /// Whether the object was reached from a root when the trace was read.
    public boolean isReachable(int object) {
        return reachable[object];
    }

    /// What kind of root the object is, such as `ROOT_JNI_GLOBAL`; empty when it is none.
    public String rootType(int object) {
        return rootType[object] < 0 ? "" : rootTypes.get(rootType[object]);
    }

    public boolean isRoot(int object) {
        return rootType[object] >= 0;
    }

    /// Where the object lives, such as `HEAP_TYPE_APP`; empty when that is not known.
    public String heapType(int object) {
        return heapType[object] < 0 ? "" : heapTypes.get(heapType[object]);
    }

    /// How many references to other objects keep those alive.
    public int references(int object) {
        return first[object + 1] - first[object];
    }

    /// Roots in the order in which ways from them are looked for: by the names of their classes.
    int[] roots() {
        return roots;
    }

    int[] first() {
        return first;
    }

    int[] targets() {
        return targets;
    }
}
