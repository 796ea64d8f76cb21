package traceglass.analysis.heap;

import java.util.Arrays;
import java.util.List;

/// Objects of one heap dump and the strong references between them. Objects are numbered from 0 in the order of their
/// ids in `heap_graph_object`. Immutable and thread-safe.
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

    /// @param ids ids of the objects, ascending
    /// @param type indexes in `types`
    /// @param rootType indexes in `rootTypes`, −1 for objects that are not roots
    /// @param heapType indexes in `heapTypes`, −1 if unknown
    /// @param first the references of an object are `targets[first[object]]` up to, but not including,
    ///     `targets[first[object + 1]]`
    /// @param targets numbers of objects, ascending for each object
    /// @param roots numbers of the roots, in the order in which paths from them are searched
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

    /// Returns the number of objects.
    public int size() {
        return ids.length;
    }

    /// Returns the object's id in `heap_graph_object`.
    public long id(int object) {
        return ids[object];
    }

    /// Returns the number of the object with this id, or −1.
    public int find(long id) {
        if (ids.length > 0 && id >= ids[0] && id - ids[0] < ids.length && ids[(int) (id - ids[0])] == id) {
            return (int) (id - ids[0]);
        }
        return Math.max(-1, Arrays.binarySearch(ids, id));
    }

    /// Returns the index of the object's class in [#classes].
    public int type(int object) {
        return type[object];
    }

    /// Returns the distinct names of classes, deobfuscated if possible.
    public List<String> classes() {
        return types;
    }

    public String className(int object) {
        return types.get(type[object]);
    }

    /// Returns the shallow size of the object in bytes; 0 if the dump only has references to it.
    public long selfBytes(int object) {
        return self[object];
    }

    /// Returns the native memory held by the object, bytes.
    public long nativeBytes(int object) {
        return nativeSize[object];
    }

    /// Returns whether the import found the object reachable from a root.
    public boolean isReachable(int object) {
        return reachable[object];
    }

    /// Returns the type of the root, such as `ROOT_JNI_GLOBAL`; empty if the object is not a root.
    public String rootType(int object) {
        return rootType[object] < 0 ? "" : rootTypes.get(rootType[object]);
    }

    public boolean isRoot(int object) {
        return rootType[object] >= 0;
    }

    /// Returns the heap of the object, such as `HEAP_TYPE_APP`; empty if unknown.
    public String heapType(int object) {
        return heapType[object] < 0 ? "" : heapTypes.get(heapType[object]);
    }

    /// Returns the number of strong references to other objects.
    public int referenceCount(int object) {
        return first[object + 1] - first[object];
    }

    /// Returns the roots in the order in which paths from them are searched: by the names of their classes.
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
