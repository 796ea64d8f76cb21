package traceglass.analysis.heap;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Difference of a class between two dumps.
///
/// @param name name of the class, by which classes of the two dumps are matched
/// @param before sums in the first dump; all 0 if it does not have the class
/// @param after sums in the second dump; all 0 if it does not have the class
public record HeapDifference(String name, HeapClass before, HeapClass after) {

    /// Returns all classes of either dump, by name.
    public static List<HeapDifference> of(List<HeapClass> before, List<HeapClass> after) {
        Map<String, HeapClass[]> pairs = new TreeMap<>();
        before.forEach(c -> pairs.computeIfAbsent(c.name(), k -> new HeapClass[2])[0] = c);
        after.forEach(c -> pairs.computeIfAbsent(c.name(), k -> new HeapClass[2])[1] = c);
        List<HeapDifference> out = new ArrayList<>(pairs.size());
        pairs.forEach(
                (name, pair) -> out.add(new HeapDifference(name, orEmpty(name, pair[0]), orEmpty(name, pair[1]))));
        return out;
    }

    private static HeapClass orEmpty(String name, HeapClass c) {
        return c == null ? new HeapClass(-1, name, 0, 0, 0, 0, 0, 0, 0, 0) : c;
    }

    /// Returns the difference in the number of objects.
    public long objects() {
        return after.objects() - before.objects();
    }

    /// Returns the difference in shallow size, bytes.
    public long selfBytes() {
        return after.selfBytes() - before.selfBytes();
    }

    /// Returns the difference in native memory, bytes.
    public long nativeBytes() {
        return after.nativeBytes() - before.nativeBytes();
    }

    /// Returns the difference in retained size, bytes.
    public long retainedBytes() {
        return after.retainedBytes() - before.retainedBytes();
    }
}
