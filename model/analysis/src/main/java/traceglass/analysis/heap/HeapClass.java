package traceglass.analysis.heap;

import java.util.ArrayList;
import java.util.List;

/// Sums over the objects of one class in a dump.
///
/// @param type index in [HeapDump#classes]
/// @param name deobfuscated if possible
/// @param objects number of objects
/// @param selfBytes shallow size
/// @param nativeBytes native memory held by the objects
/// @param reachableCount number of reachable objects
/// @param reachableBytes shallow size of the reachable objects
/// @param retainedBytes retained size of the objects; no object counts twice
/// @param retainedNative native memory retained by the objects, bytes
/// @param retainedObjects number of retained objects
public record HeapClass(
        int type,
        String name,
        long objects,
        long selfBytes,
        long nativeBytes,
        long reachableCount,
        long reachableBytes,
        long retainedBytes,
        long retainedNative,
        long retainedObjects) {

    /// Returns all classes of a dump, in the order of [HeapDump#classes].
    public static List<HeapClass> of(HeapDump dump, HeapDominators dominators) {
        int n = dump.classes().size();
        long[][] sums = new long[8][n];
        boolean[] outermost = dominators.outermostOfClass();
        for (int i = 0; i < dump.size(); i++) {
            int t = dump.type(i);
            sums[0][t]++;
            sums[1][t] += dump.selfBytes(i);
            sums[2][t] += dump.nativeBytes(i);
            if (dominators.isReachable(i)) {
                sums[3][t]++;
                sums[4][t] += dump.selfBytes(i);
            }
            if (outermost[i]) {
                sums[5][t] += dominators.retainedBytes(i);
                sums[6][t] += dominators.retainedNativeBytes(i);
                sums[7][t] += dominators.retainedObjects(i);
            }
        }
        List<HeapClass> out = new ArrayList<>(n);
        for (int t = 0; t < n; t++) {
            out.add(new HeapClass(
                    t,
                    dump.classes().get(t),
                    sums[0][t],
                    sums[1][t],
                    sums[2][t],
                    sums[3][t],
                    sums[4][t],
                    sums[5][t],
                    sums[6][t],
                    sums[7][t]));
        }
        return out;
    }
}
