package traceglass.sql.compute;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Assigns ids to the class paths of heap objects, so that objects with the same path can be aggregated. An object
/// whose parent has the same class shares its parent's path. The ids are those of Perfetto's heap graph modules
/// (64-bit FNV-1a over the elements of the path), because the order of their tables depends on them.
public final class ClassPaths {
    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private ClassPaths() {}

    /// Computes the path of each object: columns id, path, path of the parent (0 for roots).
    ///
    /// @param objects columns id, parent id, upid, timestamp of the dump, class, and the row in `kinds`
    /// @param classNames names of classes by class id
    /// @param kinds type of root and type of heap, each empty for none
    public static LongRows of(LongRows objects, Map<Long, String> classNames, List<String[]> kinds) {
        TreeSums tree = new TreeSums(objects);
        Map<Long, Long> nameHashes = new HashMap<>();
        classNames.forEach((type, name) -> nameHashes.put(type, text(BASIS, name)));
        long[] path = new long[objects.size()];
        long[] parentPath = new long[objects.size()];
        long[] names = new long[objects.size()];
        LongRows out = new LongRows(3);
        for (int row : tree.order()) {
            long name = nameHashes.getOrDefault(objects.get(4, row), text(BASIS, ""));
            String[] kind = kinds.get((int) objects.get(5, row));
            int parent = tree.parent(row);
            names[row] = name;
            if (parent < 0) {
                path[row] = text(
                        text(number(number(number(BASIS, objects.get(2, row)), objects.get(3, row)), name), kind[0]),
                        kind[1]);
            } else if (names[parent] == name) {
                path[row] = path[parent];
                parentPath[row] = parentPath[parent];
            } else {
                path[row] = text(number(number(BASIS, path[parent]), name), kind[1]);
                parentPath[row] = path[parent];
            }
            out.add(objects.get(0, row), path[row], parentPath[row]);
        }
        return out;
    }

    /// Returns the path of a node's native memory.
    public static long ofNative(long path) {
        return text(text(number(BASIS, path), "native"), "");
    }

    private static long number(long state, long value) {
        long h = state;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            h = (h ^ value >>> shift & 0xff) * PRIME;
        }
        return h;
    }

    private static long text(long state, String value) {
        long h = state;
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            h = (h ^ b & 0xff) * PRIME;
        }
        return h;
    }
}
