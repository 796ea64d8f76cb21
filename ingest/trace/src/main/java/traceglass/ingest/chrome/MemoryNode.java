package traceglass.ingest.chrome;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// Node of the tree into which allocators divide the memory of a process, such as `malloc/partitions`.
final class MemoryNode {

    /// Order of names by their bytes in UTF-8.
    static final Comparator<String> BY_BYTES =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    /// Allocators do not nest this deep; the rest of a longer path becomes one name.
    private static final int MAX_DEPTH = 200;

    /// Property of a node.
    ///
    /// @param text null for a number
    /// @param isInBytes whether the number counts bytes rather than objects
    record Entry(String text, long number, boolean isInBytes) {}

    /// Ownership edge: the owner's memory is accounted to the owned node, which may have several owners of
    /// different importance.
    record Ownership(MemoryNode owner, MemoryNode target, int importance) {}

    final MemoryNode parent;
    long id;
    final TreeMap<String, MemoryNode> children = new TreeMap<>(BY_BYTES);
    final TreeMap<String, Entry> entries = new TreeMap<>(BY_BYTES);
    /// Edge to the owned node, or null. If the node owns several others, only the last edge is kept.
    Ownership owns;
    final List<Ownership> owners = new ArrayList<>();

    // Intermediate results of MemorySizes, named as in Chromium's GraphProcessor. Sizes are unsigned, in bytes.

    /// Size of the part of this subtree that owns no memory of other nodes.
    long notOwningSubSize;
    /// Size of the part of this subtree that no other node owns.
    long notOwnedSubSize;
    /// Factor for the size of a node with owners: the share that is not attributed to them.
    double ownedCoefficient = 1;
    /// Factor for the size of an owner: the share of the owned memory that is attributed to it.
    double owningCoefficient = 1;
    /// Products of the coefficients of this node and its ancestors or owned nodes.
    double cumulativeOwnedCoefficient = 1;
    double cumulativeOwningCoefficient = 1;

    MemoryNode(MemoryNode parent) {
        this.parent = parent;
    }

    /// Returns the node at a path below this one; creates missing nodes along the path.
    MemoryNode at(String path) {
        MemoryNode node = this;
        for (String name : path.split("/", MAX_DEPTH)) {
            if (!name.isEmpty()) {
                MemoryNode parent = node;
                node = node.children.computeIfAbsent(name, n -> new MemoryNode(parent));
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
