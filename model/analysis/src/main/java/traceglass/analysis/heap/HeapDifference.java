package traceglass.analysis.heap;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What became of a class from one dump to another.
///
/// @param name of the class; it tells classes of different dumps apart
/// @param before sums in the first dump; all 0 where the class was not there
/// @param after sums in the second
public record HeapDifference(String name, HeapClass before, HeapClass after) {

    /// All classes of either dump, by name.
    public static List<HeapDifference> of(List<HeapClass> before, List<HeapClass> after) {
        Map<String, HeapClass[]> both = new TreeMap<>();
        before.forEach(c -> both.computeIfAbsent(c.name(), k -> new HeapClass[2])[0] = c);
        after.forEach(c -> both.computeIfAbsent(c.name(), k -> new HeapClass[2])[1] = c);
        List<HeapDifference> out = new ArrayList<>(both.size());
        both.forEach(
                (name, pair) -> out.add(new HeapDifference(name, orNothing(name, pair[0]), orNothing(name, pair[1]))));
        return out;
    }

    private static HeapClass orNothing(String name, HeapClass c) {
        return c == null ? new HeapClass(-1, name, 0, 0, 0, 0, 0, 0, 0, 0) : c;
    }

    /// How many objects there are more, or less than 0.
    public long objects() {
        return after.objects() - before.objects();
    }

    /// How many bytes the objects take more.
    public long selfBytes() {
        return after.selfBytes() - before.selfBytes();
    }

    /// How many bytes of native memory they hold more.
    public long nativeBytes() {
        return after.nativeBytes() - before.nativeBytes();
    }

    /// How many bytes they retain more.
    public long retainedBytes() {
        return after.retainedBytes() - before.retainedBytes();
    }
}
