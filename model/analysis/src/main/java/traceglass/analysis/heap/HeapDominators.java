package traceglass.analysis.heap;

import java.util.Arrays;

/// What each object keeps alive by itself: an object dominates another when every way from the roots to that one leads
/// through it. What would be freed with an object is all that it dominates, its retained set.
///
/// Found with the Semi-NCA algorithm (Georgiadis, 2005) over a depth-first walk from a node above all roots, in near
/// linear time and without recursion, as heaps hold linked lists of millions. Immutable.
public final class HeapDominators {

    private static final int NONE = -1;

    private final HeapDump dump;
    /// By object: number + 1 in the walk, 0 for what cannot be reached.
    private final int[] walk;
    /// By number in the walk, the node above all roots being 0: the object, and its dominator's number.
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
        int[] found = new int[dump.size() + 1];
        int[] parent = new int[dump.size() + 1];
        int n = walk(found, parent);
        object = Arrays.copyOf(found, n);
        dominator = dominators(parent, n);
        selfSum = new long[n];
        nativeSum = new long[n];
        count = new int[n];
        firstChild = new int[n + 1];
        children = new int[Math.max(0, n - 1)];
        sum(n);
        collectChildren(n);
    }

    /// Numbers the objects in the order of a depth-first walk; 0 is the node above the roots.
    private int walk(int[] found, int[] parent) {
        int[] first = dump.first();
        int[] targets = dump.targets();
        int[] stack = new int[dump.size() + 1];
        int[] next = new int[dump.size() + 1];
        found[0] = NONE;
        int n = 1;
        for (int root : dump.roots()) {
            if (walk[root] != 0) {
                continue;
            }
            int depth = 0;
            found[n] = root;
            parent[n] = 0;
            walk[root] = n + 1;
            next[n] = first[root];
            stack[0] = n++;
            while (depth >= 0) {
                int at = stack[depth];
                if (next[at] == first[found[at] + 1]) {
                    depth--;
                    continue;
                }
                int to = targets[next[at]++];
                if (walk[to] == 0) {
                    found[n] = to;
                    parent[n] = at;
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
                int best = best(from[e], label, semi, ancestor, path);
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

    /// Who refers to each node, by numbers in the walk.
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
        int[] at = Arrays.copyOf(before, n);
        int[] from = new int[before[n]];
        for (int w = 1; w < n; w++) {
            for (int e = first[object[w]]; e < first[object[w] + 1]; e++) {
                from[at[walk[targets[e]] - 1]++] = w;
            }
        }
        return from;
    }

    /// The node with the smallest semidominator on the way up from a node as far as it has been linked, with the
    /// way made shorter.
    private static int best(int node, int[] label, int[] semi, int[] ancestor, int[] path) {
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
        int[] at = Arrays.copyOf(firstChild, n);
        for (int w = 1; w < n; w++) {
            children[at[dominator[w]]++] = w;
        }
    }

    /// How many objects can be reached.
    public int reached() {
        return object.length - 1;
    }

    public boolean isReached(int number) {
        return walk[number] != 0;
    }

    /// The object that dominates this one most nearly; -1 when none does, or when it cannot be reached.
    public int dominator(int number) {
        return walk[number] == 0 ? NONE : object[dominator[walk[number] - 1]];
    }

    /// Bytes of all objects that would be freed with this one, itself among them; 0 for what cannot be reached.
    public long retainedBytes(int number) {
        return walk[number] == 0 ? 0 : selfSum[walk[number] - 1];
    }

    /// Native memory of the same objects, bytes.
    public long retainedNativeBytes(int number) {
        return walk[number] == 0 ? 0 : nativeSum[walk[number] - 1];
    }

    /// Number of the same objects.
    public int retainedObjects(int number) {
        return walk[number] == 0 ? 0 : count[walk[number] - 1];
    }

    /// Bytes of all objects that can be reached.
    public long allBytes() {
        return selfSum[0];
    }

    /// Native memory of all objects that can be reached, bytes.
    public long allNativeBytes() {
        return nativeSum[0];
    }

    /// The objects dominated most nearly by one, the one with the largest retained set (native memory among it)
    /// first.
    ///
    /// @param number an object, or -1 for those that nothing dominates
    public int[] dominated(int number) {
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

    /// How many objects one dominates most nearly; see [#dominated].
    public int dominatedCount(int number) {
        if (number >= 0 && walk[number] == 0) {
            return 0;
        }
        int node = number < 0 ? 0 : walk[number] - 1;
        return firstChild[node + 1] - firstChild[node];
    }

    /// The object met as number `place` of the walk, from 0 up to [#reached]; its dominator comes before it.
    public int inOrder(int place) {
        return object[place + 1];
    }

    /// By object met, whether no object of its class dominates it: the sums of such objects add up to what a class
    /// retains.
    boolean[] outermostOfClass() {
        int n = object.length;
        boolean[] out = new boolean[dump.size()];
        int[] open = new int[dump.classes().size()];
        int[] stack = new int[n];
        int[] next = Arrays.copyOf(firstChild, n);
        int depth = 0;
        stack[0] = 0;
        while (depth >= 0) {
            int at = stack[depth];
            if (next[at] == firstChild[at + 1]) {
                if (at > 0) {
                    open[dump.type(object[at])]--;
                }
                depth--;
                continue;
            }
            int child = children[next[at]++];
            out[object[child]] = open[dump.type(object[child])]++ == 0;
            stack[++depth] = child;
        }
        return out;
    }
}
