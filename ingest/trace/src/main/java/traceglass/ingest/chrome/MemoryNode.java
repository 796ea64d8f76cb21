package traceglass.ingest.chrome;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// A part of the memory of a process as its allocators name it, such as `malloc/partitions`, with the parts it is made
/// of.
final class MemoryNode {

    /// Names in the order of their bytes in UTF-8.
    static final Comparator<String> BY_BYTES =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    /// So deep no allocator goes; what is below stays one name.
    private static final int MAX_DEPTH = 200;

    /// What is known of a part.
    ///
    /// @param text null for a number
    /// @param bytes whether the number counts bytes; otherwise it counts objects
    record Entry(String text, long number, boolean bytes) {}

    /// That the owner's memory is really the memory of the owned, which may have several owners of different
    /// importance.
    record Ownership(MemoryNode owner, MemoryNode owned, int importance) {}

    final MemoryNode parent;
    long id;
    final TreeMap<String, MemoryNode> children = new TreeMap<>(BY_BYTES);
    final TreeMap<String, Entry> entries = new TreeMap<>(BY_BYTES);
    /// Set for the last edge only, if it owns more than one part.
    Ownership owns;
    final List<Ownership> owners = new ArrayList<>();

    long notOwningSize;
    long notOwnedSize;
    double owned = 1;
    double owning = 1;
    double cumulativeOwned = 1;
    double cumulativeOwning = 1;

    MemoryNode(MemoryNode parent) {
        this.parent = parent;
    }

    /// The part below this one at a path; the parts on the way there are made if they are new.
    MemoryNode at(String path) {
        MemoryNode node = this;
        for (String name : path.split("/", MAX_DEPTH)) {
            if (!name.isEmpty()) {
                MemoryNode above = node;
                node = node.children.computeIfAbsent(name, n -> new MemoryNode(above));
            }
        }
        return node;
    }

    boolean isWithin(MemoryNode other) {
        for (MemoryNode n = this; n != null; n = n.parent) {
            if (n == other) {
                return true;
            }
        }
        return false;
    }
}
