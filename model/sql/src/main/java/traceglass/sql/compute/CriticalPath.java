package traceglass.sql.compute;

import java.util.HashMap;
import java.util.Map;

/// Computes critical paths by following threads back to their wakers: for every timestamp of a root node, the node
/// that it depended on.
///
/// A node is a period in which a thread ran, from its wakeup to its next sleep, together with the preceding sleep.
/// While a node ran, the path is at that node. While it slept, the path is at its waker at that time; without a
/// waker (an interrupt) it is at the node itself. Time before the sleep belongs to the previous node of the same
/// thread. Each step goes back in time, so the walk terminates.
public final class CriticalPath {
    private static final int ID = 0;
    private static final int TS = 1;
    private static final int DUR = 2;
    private static final int IDLE_DUR = 3;
    private static final int WAKER = 4;
    private static final int PREVIOUS = 5;

    private final LongRows nodes;
    private final Map<Long, Integer> rows;
    /// root, depth, ts, dur, node, parent
    private final LongRows out = new LongRows(6);
    /// row of the node, start and end of the window, depth
    private final LongRows open = new LongRows(4);

    private CriticalPath(LongRows nodes) {
        this.nodes = nodes;
        rows = HashMap.newHashMap(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            rows.put(nodes.get(ID, i), i);
        }
    }

    /// Returns the segments of all roots' paths: columns root, depth (number of wakers in between), ts, dur, node,
    /// parent (the root).
    ///
    /// @param nodes columns id, ts, dur, idle_dur (NULL if the sleep is unknown), waker, previous node of the
    ///     thread
    /// @param roots column id
    public static LongRows walk(LongRows nodes, LongRows roots) {
        CriticalPath path = new CriticalPath(nodes);
        for (int i = 0; i < roots.size(); i++) {
            path.walk(roots.get(0, i));
        }
        return path.out;
    }

    private void walk(long root) {
        Integer start = rows.get(root);
        if (start == null) {
            return;
        }
        long idle = nodes.get(IDLE_DUR, start);
        push(
                root,
                nodes.get(TS, start) - (idle == LongRows.NULL ? 0 : idle),
                nodes.get(TS, start) + nodes.get(DUR, start),
                0);
        while (open.size() > 0) {
            int top = open.size() - 1;
            int node = (int) open.get(0, top);
            long from = open.get(1, top);
            long to = open.get(2, top);
            long depth = open.get(3, top);
            open.pop();
            step(root, node, from, to, depth);
        }
    }

    private void push(long id, long from, long to, long depth) {
        Integer row = id == LongRows.NULL ? null : rows.get(id);
        if (row != null && from < to) {
            open.add(row, from, to, depth);
        }
    }

    private void step(long root, int node, long from, long to, long depth) {
        long ts = nodes.get(TS, node);
        long idle = nodes.get(IDLE_DUR, node);
        long idleStart = idle == LongRows.NULL ? from : ts - idle;
        long start = Math.max(from, idleStart);
        long end = Math.min(to, ts + nodes.get(DUR, node));
        if (from < idleStart) {
            push(nodes.get(PREVIOUS, node), from, Math.min(to, idleStart), depth);
        }
        if (start >= end) {
            return;
        }
        long idleEnd = Math.min(end, ts);
        if (start < idleEnd) {
            if (nodes.get(WAKER, node) != LongRows.NULL) {
                push(nodes.get(WAKER, node), start, idleEnd, depth + 1);
            } else if (nodes.get(PREVIOUS, node) != LongRows.NULL) {
                out.add(root, depth, start, idleEnd - start, nodes.get(ID, node), root);
            }
        }
        long runStart = Math.max(start, ts);
        if (runStart < end) {
            out.add(root, depth, runStart, end - runStart, nodes.get(ID, node), root);
        }
    }
}
