package traceglass.ingest.chrome;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import traceglass.ingest.chrome.MemoryNode.Entry;
import traceglass.ingest.chrome.MemoryNode.Ownership;

/// Computes the memory of each node: `size`, which includes all children, and `effective_size`, in which memory shared
/// by several nodes is divided among them so that sizes can be added up.
final class MemorySizes {

    static final String SIZE = "size";
    static final String EFFECTIVE_SIZE = "effective_size";
    /// Name of the node added for memory that the children of a node do not account for.
    static final String UNSPECIFIED = "<unspecified>";

    private MemorySizes() {}

    /// Sets the sizes of all nodes below these roots, one per process and one for shared memory.
    static void compute(List<MemoryNode> processes, MemoryNode shared) {
        List<MemoryNode> roots = new ArrayList<>(processes.reversed());
        roots.add(shared);
        visitBottomUp(roots, MemorySizes::computeSize);
        visitBottomUp(roots, MemorySizes::computeOwnSizes);
        visitBottomUp(roots, MemorySizes::shareSize);
        visitTopDown(roots, MemorySizes::accumulate);
        visitBottomUp(roots, MemorySizes::computeEffectiveSize);
    }

    /// Pushes the nodes to visit next in reverse order, so that owners are visited before children.
    private static void pushBelow(Deque<MemoryNode> pending, MemoryNode node) {
        node.children.descendingMap().values().forEach(pending::push);
        for (int i = node.owners.size() - 1; i >= 0; i--) {
            pending.push(node.owners.get(i).owner());
        }
    }

    /// Passes each node to the visitor after its children and its owners.
    private static void visitBottomUp(List<MemoryNode> roots, Consumer<MemoryNode> visitor) {
        Deque<MemoryNode> pending = new ArrayDeque<>();
        roots.forEach(pending::push);
        Deque<MemoryNode> path = new ArrayDeque<>();
        Set<MemoryNode> done = new HashSet<>();
        Set<MemoryNode> entered = new HashSet<>();
        while (!pending.isEmpty()) {
            MemoryNode node = pending.pop();
            if (done.contains(node)) {
                continue;
            }
            if (path.peek() == node) {
                done.add(path.pop());
                visitor.accept(node);
            } else if (entered.add(node)) {
                path.push(node);
                pending.push(node);
                pushBelow(pending, node);
            }
            // A node that was entered but is not done indirectly owns one of its ancestors. Such cycles are skipped.
        }
    }

    /// Passes each node to the visitor after its parent and the node that it owns.
    private static void visitTopDown(List<MemoryNode> roots, Consumer<MemoryNode> visitor) {
        Deque<MemoryNode> pending = new ArrayDeque<>();
        roots.forEach(pending::push);
        Set<MemoryNode> done = new HashSet<>();
        while (!pending.isEmpty()) {
            MemoryNode node = pending.pop();
            if (done.contains(node)
                    || node.owns != null && !done.contains(node.owns.target())
                    || node.parent != null && !done.contains(node.parent)) {
                continue;
            }
            pushBelow(pending, node);
            done.add(node);
            visitor.accept(node);
        }
    }

    private static boolean hasSize(MemoryNode node) {
        return node.entries.containsKey(SIZE);
    }

    private static long sizeOf(MemoryNode node) {
        Entry size = node.entries.get(SIZE);
        return size == null ? 0 : size.number();
    }

    private static long max(long a, long b) {
        return Long.compareUnsigned(a, b) >= 0 ? a : b;
    }

    private static double toDouble(long unsigned) {
        return unsigned >= 0 ? unsigned : ((unsigned >>> 1) | (unsigned & 1)) * 2.0;
    }

    /// Returns the size of the leaves below a node, except those that own memory elsewhere below `top`; null if
    /// there are none.
    private static Long sizeInside(MemoryNode top, MemoryNode node) {
        if (node.owns != null && node.owns.target().isWithin(top)) {
            return 0L;
        }
        return node.children.isEmpty() ? (Long) sizeOf(node) : sizeBelow(top, node);
    }

    private static Long sizeBelow(MemoryNode top, MemoryNode node) {
        Long sum = null;
        for (MemoryNode child : node.children.values()) {
            Long size = sizeInside(top, child);
            sum = sum == null ? size : Long.valueOf(sum + (size == null ? 0 : size));
        }
        return sum;
    }

    private static void computeSize(MemoryNode node) {
        Long below = sizeBelow(node, node);
        boolean isKnown = hasSize(node) || below != null;
        long size = max(sizeOf(node), below == null ? 0 : below);
        for (Ownership o : node.owners) {
            isKnown |= hasSize(o.owner());
            size = max(size, sizeOf(o.owner()));
        }
        node.entries.remove(SIZE);
        if (!isKnown) {
            return;
        }
        node.entries.put(SIZE, new Entry(null, size, true));
        long remaining = size - (below == null ? 0 : below);
        if (remaining != 0 && !node.children.isEmpty()) {
            node.children
                    .computeIfAbsent(UNSPECIFIED, n -> new MemoryNode(node))
                    .entries
                    .putIfAbsent(SIZE, new Entry(null, remaining, true));
        }
    }

    private static void computeOwnSizes(MemoryNode node) {
        if (!hasSize(node)) {
            return;
        }
        if (node.children.isEmpty()) {
            node.notOwningSubSize += sizeOf(node);
            node.notOwnedSubSize += sizeOf(node);
            return;
        }
        for (MemoryNode child : node.children.values()) {
            if (child.owns == null) {
                node.notOwningSubSize += child.notOwningSubSize;
            }
            if (child.owners.isEmpty()) {
                node.notOwnedSubSize += child.notOwnedSubSize;
            } else {
                long largest = 0;
                for (Ownership o : child.owners) {
                    largest = max(largest, sizeOf(o.owner()));
                }
                node.notOwnedSubSize += sizeOf(child) - largest;
            }
        }
    }

    /// Divides the size of a node among its owners: the most important first, those of equal importance evenly.
    private static void shareSize(MemoryNode node) {
        if (!hasSize(node) || node.owners.isEmpty()) {
            return;
        }
        List<Ownership> owners = new ArrayList<>(node.owners);
        owners.sort(Comparator.comparingInt(Ownership::importance)
                .reversed()
                .thenComparing(o -> o.owner().notOwningSubSize, Long::compareUnsigned));
        long attributed = 0;
        for (int from = 0; from < owners.size(); ) {
            int to = from;
            while (to < owners.size()
                    && owners.get(to).importance() == owners.get(from).importance()) {
                to++;
            }
            double share = 0;
            for (; from < to; from++) {
                MemoryNode owner = owners.get(from).owner();
                long size = owner.notOwningSubSize;
                if (Long.compareUnsigned(size, attributed) > 0) {
                    share += toDouble(size - attributed) / (to - from);
                    attributed = size;
                }
                if (size != 0) {
                    owner.owningCoefficient = share / toDouble(size);
                }
            }
        }
        if (node.notOwnedSubSize != 0) {
            node.ownedCoefficient = toDouble(node.notOwnedSubSize - attributed) / toDouble(node.notOwnedSubSize);
        }
    }

    private static void accumulate(MemoryNode node) {
        if (!hasSize(node)) {
            return;
        }
        node.cumulativeOwnedCoefficient = node.parent == null
                ? node.ownedCoefficient
                : node.ownedCoefficient * node.parent.cumulativeOwnedCoefficient;
        if (node.owns != null) {
            node.cumulativeOwningCoefficient = node.owningCoefficient * node.owns.target().cumulativeOwningCoefficient;
        } else {
            node.cumulativeOwningCoefficient = node.parent == null ? 1 : node.parent.cumulativeOwningCoefficient;
        }
    }

    private static void computeEffectiveSize(MemoryNode node) {
        if (!hasSize(node)) {
            node.entries.remove(EFFECTIVE_SIZE);
            return;
        }
        long size = 0;
        if (node.children.isEmpty()) {
            double part = toDouble(sizeOf(node)) * node.cumulativeOwningCoefficient * node.cumulativeOwnedCoefficient;
            size = part < 0x1p63 ? (long) part : (long) (part - 0x1p63) + Long.MIN_VALUE;
        } else {
            for (MemoryNode child : node.children.values()) {
                Entry e = hasSize(child) ? child.entries.get(EFFECTIVE_SIZE) : null;
                size += e == null ? 0 : e.number();
            }
        }
        node.entries.putIfAbsent(EFFECTIVE_SIZE, new Entry(null, size, true));
    }
}
