package traceglass.analysis.heap;

import java.util.Arrays;

/// Dominator tree of a heap dump: an object dominates another if every path from the roots to the other leads through
/// it. The retained set of an object, which would be freed with it, is everything that it dominates.
///
/// Computed with the Semi-NCA algorithm (Georgiadis, 2005) over a depth-first search from a node above all roots, in
/// near linear time and without recursion, because heaps contain linked lists of millions of objects. Immutable.
public final class HeapDominators {

    private static final int NONE = -1;

    private final HeapDump dump;
    /// Depth-first number + 1 of each object; 0 if it is unreachable.
    private final int[] walk;
    /// Object with each depth-first number, and the number of its dominator. Number 0 is the node above all roots.
    private final int[] object;
    private final int[] dominator;
    private final long[] selfSum;
    private final long[] nativeSum;
    private final int[] count;
    private final int[] firstChild;
    private final int[] children;

    public HeapDominators(HeapDump dump) {
        this.dump = dump;
        walk = new int[dump.size()];
        int[] objects = new int[dump.size() + 1];
        int[] parent = new int[dump.size() + 1];
        int n = walk(objects, parent);
        object = Arrays.copyOf(objects, n);
        dominator = dominators(parent, n);
        selfSum = new long[n];
        nativeSum = new long[n];
        count = new int[n];
        firstChild = new int[n + 1];
        children = new int[Math.max(0, n - 1)];
        sum(n);
        collectChildren(n);
    }

    /// Numbers the objects in depth-first order; 0 is the node above the roots.
    private int walk(int[] objects, int[] parent) {
        int[] first = dump.first();
        int[] targets = dump.targets();
        int[] stack = new int[dump.size() + 1];
        int[] next = new int[dump.size() + 1];
        objects[0] = NONE;
        int n = 1;
        for (int root : dump.roots()) {
            if (walk[root] != 0) {
                continue;
            }
            int depth = 0;
            objects[n] = root;
            parent[n] = 0;
            walk[root] = n + 1;
            next[n] = first[root];
            stack[0] = n++;
            while (depth >= 0) {
                int node = stack[depth];
                if (next[node] == first[objects[node] + 1]) {
                    depth--;
                    continue;
                }
                int to = targets[next[node]++];
                if (walk[to] == 0) {
                    objects[n] = to;
                    parent[n] = node;
                    walk[to] = n + 1;
                    next[n] = first[to];
                    stack[++depth] = n++;
                }
            }
        }
        return n;
    }

    private int[] dominators(int[] parent, int n) {
        int[] before = new int[n + 1];
        int[] from = predecessors(before, n);
        int[] semi = new int[n];
        int[] label = new int[n];
        int[] ancestor = new int[n];
        for (int i = 0; i < n; i++) {
            semi[i] = i;
            label[i] = i;
            ancestor[i] = NONE;
        }
        int[] path = new int[n];
        int[] idom = Arrays.copyOf(parent, n);
        for (int w = n - 1; w > 0; w--) {
            semi[w] = parent[w];
            for (int e = before[w]; e < before[w + 1]; e++) {
                int best = lowestSemidominator(from[e], label, semi, ancestor, path);
                semi[w] = Math.min(semi[w], semi[best]);
            }
            if (dump.isRoot(object[w])) {
                semi[w] = 0;
            }
            label[w] = w;
            ancestor[w] = parent[w];
        }
        for (int w = 1; w < n; w++) {
            int d = idom[w];
            while (d > semi[w]) {
                d = idom[d];
            }
            idom[w] = d;
        }
        return idom;
    }

    /// Returns the referrers of each node, by depth-first numbers.
    private int[] predecessors(int[] before, int n) {
        int[] first = dump.first();
        int[] targets = dump.targets();
        for (int w = 1; w < n; w++) {
            for (int e = first[object[w]]; e < first[object[w] + 1]; e++) {
                before[walk[targets[e]]]++;
            }
        }
        for (int i = 0; i < n; i++) {
            before[i + 1] += before[i];
        }
        int[] node = Arrays.copyOf(before, n);
        int[] from = new int[before[n]];
        for (int w = 1; w < n; w++) {
            for (int e = first[object[w]]; e < first[object[w] + 1]; e++) {
                from[node[walk[targets[e]] - 1]++] = w;
            }
        }
        return from;
    }

    /// Returns the node with the smallest semidominator on the linked path above a node, and compresses that path.
    private static int lowestSemidominator(int node, int[] label, int[] semi, int[] ancestor, int[] path) {
        if (ancestor[node] == NONE) {
            return label[node];
        }
        int depth = 0;
        for (int i = node; ancestor[ancestor[i]] != NONE; i = ancestor[i]) {
            path[depth++] = i;
        }
        while (depth > 0) {
            int i = path[--depth];
            int above = ancestor[i];
            if (semi[label[above]] < semi[label[i]]) {
                label[i] = label[above];
            }
            ancestor[i] = ancestor[above];
        }
        return label[node];
    }

    private void sum(int n) {
        for (int w = n - 1; w >= 0; w--) {
            if (w > 0) {
                selfSum[w] += dump.selfBytes(object[w]);
                nativeSum[w] += dump.nativeBytes(object[w]);
                count[w]++;
                selfSum[dominator[w]] += selfSum[w];
                nativeSum[dominator[w]] += nativeSum[w];
                count[dominator[w]] += count[w];
            }
        }
    }

    private void collectChildren(int n) {
        for (int w = 1; w < n; w++) {
            firstChild[dominator[w] + 1]++;
        }
        for (int i = 0; i < n; i++) {
            firstChild[i + 1] += firstChild[i];
        }
        int[] node = Arrays.copyOf(firstChild, n);
        for (int w = 1; w < n; w++) {
            children[node[dominator[w]]++] = w;
        }
    }

    /// Returns the number of reachable objects.
    public int reachableCount() {
        return object.length - 1;
    }

    public boolean isReachable(int number) {
        return walk[number] != 0;
    }

    /// Returns the immediate dominator; −1 if there is none or the object is unreachable.
    public int dominator(int number) {
        return walk[number] == 0 ? NONE : object[dominator[walk[number] - 1]];
    }

    /// Returns the retained size in bytes, including the object itself; 0 if unreachable.
    public long retainedBytes(int number) {
        return walk[number] == 0 ? 0 : selfSum[walk[number] - 1];
    }

    /// Returns the retained native memory, bytes.
    public long retainedNativeBytes(int number) {
        return walk[number] == 0 ? 0 : nativeSum[walk[number] - 1];
    }

    /// Returns the number of retained objects.
    public int retainedObjects(int number) {
        return walk[number] == 0 ? 0 : count[walk[number] - 1];
    }

    /// Returns the shallow size of all reachable objects, bytes.
    public long reachableBytes() {
        return selfSum[0];
    }

    /// Returns the native memory of all reachable objects, bytes.
    public long reachableNativeBytes() {
        return nativeSum[0];
    }

    /// Returns the objects immediately dominated by an object, largest retained size (including native memory)
    /// first.
    ///
    /// @param number object, or −1 for the objects without a dominator
    public int[] dominatedObjects(int number) {
        if (number >= 0 && walk[number] == 0) {
            return new int[0];
        }
        int node = number < 0 ? 0 : walk[number] - 1;
        return Arrays.stream(children, firstChild[node], firstChild[node + 1])
                .boxed()
                .sorted((a, b) -> {
                    int c = Long.compare(selfSum[b] + nativeSum[b], selfSum[a] + nativeSum[a]);
                    return c != 0 ? c : Integer.compare(object[a], object[b]);
                })
                .mapToInt(w -> object[w])
                .toArray();
    }

    /// Returns the number of objects in [#dominatedObjects].
    public int dominatedCount(int number) {
        if (number >= 0 && walk[number] == 0) {
            return 0;
        }
        int node = number < 0 ? 0 : walk[number] - 1;
        return firstChild[node + 1] - firstChild[node];
    }

    /// Returns the object at an index of the depth-first order, from 0 up to [#reachableCount]; its dominator comes
    /// before it.
    public int objectAt(int index) {
        return object[index + 1];
    }

    /// Returns for each object whether no other object of its class dominates it. The retained sizes of these
    /// objects add up to the retained size of the class.
    boolean[] outermostOfClass() {
        int n = object.length;
        boolean[] out = new boolean[dump.size()];
        int[] open = new int[dump.classes().size()];
        int[] stack = new int[n];
        int[] next = Arrays.copyOf(firstChild, n);
        int depth = 0;
        stack[0] = 0;
        while (depth >= 0) {
            int node = stack[depth];
            if (next[node] == firstChild[node + 1]) {
                if (node > 0) {
                    open[dump.type(object[node])]--;
                }
                depth--;
                continue;
            }
            int child = children[next[node]++];
            out[object[child]] = open[dump.type(object[child])]++ == 0;
            stack[++depth] = child;
        }
        return out;
    }
}
