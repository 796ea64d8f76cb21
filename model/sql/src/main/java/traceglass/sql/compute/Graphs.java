package traceglass.sql.compute;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Graph algorithms over edges given as rows (source, destination), in linear time.
///
/// Node ids are arbitrary; edges keep the order of their rows. Edges with a NULL end are ignored.
public final class Graphs {
    /// Dense indices of nodes in order of appearance.
    private final Map<Long, Integer> numbers = new HashMap<>();
    private long[] names = new long[16];
    /// Edges of a node are `targets[first[node] … first[node + 1])`, in row order.
    private final int[] first;
    private final int[] targets;
    private final long[] weights;
    /// Whether there are no rows of edges. Rows of roots, whose other end is NULL, make a graph without edges.
    private final boolean isEmpty;

    /// @param edges columns source, destination and optionally weight
    public Graphs(LongRows edges) {
        isEmpty = edges.size() == 0;
        int n = 0;
        for (int i = 0; i < edges.size(); i++) {
            if (isEdge(edges, i)) {
                number(edges.get(0, i));
                number(edges.get(1, i));
                n++;
            }
        }
        first = new int[numbers.size() + 2];
        targets = new int[n];
        weights = new long[n];
        for (int i = 0; i < edges.size(); i++) {
            if (isEdge(edges, i)) {
                first[numbers.get(edges.get(0, i)) + 2]++;
            }
        }
        for (int i = 2; i < first.length; i++) {
            first[i] += first[i - 1];
        }
        for (int i = 0; i < edges.size(); i++) {
            if (isEdge(edges, i)) {
                int index = first[numbers.get(edges.get(0, i)) + 1]++;
                targets[index] = numbers.get(edges.get(1, i));
                weights[index] = edges.width() > 2 ? edges.get(2, i) : 0;
            }
        }
    }

    private static boolean isEdge(LongRows edges, int i) {
        return edges.get(0, i) != LongRows.NULL && edges.get(1, i) != LongRows.NULL;
    }

    private int number(long name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        int next = numbers.size();
        if (next == names.length) {
            names = Arrays.copyOf(names, next * 2);
        }
        names[next] = name;
        numbers.put(name, next);
        return next;
    }

    private boolean isEmpty() {
        return isEmpty;
    }

    private boolean hasEdges(int node) {
        return node + 1 < first.length;
    }

    /// Returns nodes in depth-first order, with their predecessor: columns node, parent. The last start is visited
    /// first.
    public LongRows depthFirst(LongRows starts) {
        LongRows out = new LongRows(2);
        if (isEmpty()) {
            return out;
        }
        LongRows stack = new LongRows(2);
        for (int i = 0; i < starts.size(); i++) {
            if (starts.get(0, i) != LongRows.NULL) {
                stack.add(number(starts.get(0, i)), LongRows.NULL);
            }
        }
        boolean[] seen = new boolean[numbers.size()];
        while (stack.size() > 0) {
            int node = (int) stack.get(0, stack.size() - 1);
            long parent = stack.get(1, stack.size() - 1);
            stack.pop();
            if (seen[node]) {
                continue;
            }
            seen[node] = true;
            out.add(names[node], parent == LongRows.NULL ? LongRows.NULL : names[(int) parent]);
            for (int e = hasEdges(node) ? first[node + 1] - 1 : -1; e >= 0 && e >= first[node]; e--) {
                if (!seen[targets[e]]) {
                    stack.add(targets[e], node);
                }
            }
        }
        return out;
    }

    /// Returns nodes in breadth-first order, with their predecessor: columns node, parent.
    public LongRows breadthFirst(LongRows starts) {
        LongRows out = new LongRows(2);
        if (isEmpty()) {
            return out;
        }
        ArrayDeque<long[]> queue = new ArrayDeque<>();
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < starts.size(); i++) {
            if (starts.get(0, i) != LongRows.NULL && seen.add(number(starts.get(0, i)))) {
                queue.add(new long[] {number(starts.get(0, i)), LongRows.NULL});
            }
        }
        while (!queue.isEmpty()) {
            long[] next = queue.remove();
            int node = (int) next[0];
            out.add(names[node], next[1]);
            for (int e = hasEdges(node) ? first[node] : 0; hasEdges(node) && e < first[node + 1]; e++) {
                if (seen.add(targets[e])) {
                    queue.add(new long[] {targets[e], names[node]});
                }
            }
        }
        return out;
    }

    /// Walks depth-first from each root until the weights of the traversed edges add up to the root's bound:
    /// columns root, node, parent.
    ///
    /// @param roots columns node, bound
    /// @param includesExceeding whether the node at which the bound is exceeded is included
    public LongRows weightBounded(LongRows roots, boolean includesExceeding) {
        LongRows out = new LongRows(3);
        for (int i = 0; i < roots.size(); i++) {
            long bound = roots.get(1, i);
            LongRows stack = new LongRows(3);
            stack.add(number(roots.get(0, i)), LongRows.NULL, 0);
            Set<Integer> seen = new HashSet<>();
            long total = 0;
            while (stack.size() > 0) {
                int top = stack.size() - 1;
                int node = (int) stack.get(0, top);
                long parent = stack.get(1, top);
                long weight = stack.get(2, top);
                stack.pop();
                if (seen.contains(node)) {
                    continue;
                }
                total += weight;
                if (!includesExceeding && total > bound) {
                    break;
                }
                seen.add(node);
                out.add(roots.get(0, i), names[node], parent == LongRows.NULL ? LongRows.NULL : names[(int) parent]);
                if (includesExceeding && total > bound) {
                    break;
                }
                for (int e = hasEdges(node) ? first[node + 1] - 1 : -1; e >= 0 && e >= first[node]; e--) {
                    stack.add(targets[e], node, weights[e]);
                }
            }
        }
        return out;
    }

    /// Returns the immediate dominator of each node reachable from the root: columns node, dominator (NULL for the
    /// root).
    ///
    /// Uses the algorithm of Cooper, Harvey and Kennedy: dominators are intersected in reverse postorder until
    /// nothing changes.
    public LongRows dominators(long root) {
        LongRows out = new LongRows(2);
        if (isEmpty() || root == LongRows.NULL || !numbers.containsKey(root)) {
            return out;
        }
        int[] order = postorder(numbers.get(root));
        int[] rank = new int[numbers.size()];
        Arrays.fill(rank, -1);
        for (int i = 0; i < order.length; i++) {
            rank[order[i]] = i;
        }
        int[] predecessorFirst = new int[numbers.size() + 1];
        for (int node : order) {
            for (int e = first[node]; e < first[node + 1]; e++) {
                predecessorFirst[targets[e] + 1]++;
            }
        }
        for (int i = 1; i < predecessorFirst.length; i++) {
            predecessorFirst[i] += predecessorFirst[i - 1];
        }
        int[] predecessors = new int[predecessorFirst[predecessorFirst.length - 1]];
        int[] fill = predecessorFirst.clone();
        for (int node : order) {
            for (int e = first[node]; e < first[node + 1]; e++) {
                predecessors[fill[targets[e]]++] = node;
            }
        }
        int[] dominator = new int[order.length];
        Arrays.fill(dominator, -1);
        int last = order.length - 1;
        dominator[last] = last;
        for (boolean hasChanged = true; hasChanged; ) {
            hasChanged = false;
            for (int i = last - 1; i >= 0; i--) {
                int best = -1;
                for (int p = predecessorFirst[order[i]]; p < predecessorFirst[order[i] + 1]; p++) {
                    int candidate = rank[predecessors[p]];
                    if (dominator[candidate] >= 0) {
                        best = best < 0 ? candidate : common(dominator, best, candidate);
                    }
                }
                if (dominator[i] != best) {
                    dominator[i] = best;
                    hasChanged = true;
                }
            }
        }
        Integer[] sorted = new Integer[order.length];
        Arrays.setAll(sorted, i -> i);
        Arrays.sort(sorted, (a, b) -> Long.compare(names[order[a]], names[order[b]]));
        for (int i : sorted) {
            out.add(names[order[i]], i == last ? LongRows.NULL : names[order[dominator[i]]]);
        }
        return out;
    }

    private static int common(int[] dominator, int a, int b) {
        while (a != b) {
            while (a < b) {
                a = dominator[a];
            }
            while (b < a) {
                b = dominator[b];
            }
        }
        return a;
    }

    /// Returns the nodes reachable from one in postorder.
    private int[] postorder(int root) {
        int[] order = new int[numbers.size()];
        int n = 0;
        boolean[] seen = new boolean[numbers.size()];
        int[] stack = new int[numbers.size() + 1];
        int[] edge = new int[numbers.size()];
        int depth = 0;
        stack[depth++] = root;
        seen[root] = true;
        edge[root] = first[root];
        while (depth > 0) {
            int node = stack[depth - 1];
            if (edge[node] < first[node + 1]) {
                int target = targets[edge[node]++];
                if (!seen[target]) {
                    seen[target] = true;
                    edge[target] = first[target];
                    stack[depth++] = target;
                }
            } else {
                order[n++] = node;
                depth--;
            }
        }
        return Arrays.copyOf(order, n);
    }
}
