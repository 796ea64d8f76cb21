package traceglass.sql.compute;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Arranges stacks of slices of several tracks in shared rows: the tallest stacks first, the earliest among equally
/// tall ones first, each in the first rows that are free for its whole duration.
public final class StackLayout {

    /// A root slice with its descendants.
    private static final class Stack {
        final long start;
        long end;
        long depth;
        long row;

        Stack(long start, long end) {
            this.start = start;
            this.end = end;
        }
    }

    private StackLayout() {}

    /// Returns the columns id and row.
    ///
    /// @param slices columns id, ts, dur, depth, parent (NULL for roots), parents first
    public static LongRows of(LongRows slices) {
        Map<Long, Stack> stacks = new HashMap<>();
        List<Stack> order = new ArrayList<>();
        for (int i = 0; i < slices.size(); i++) {
            long end = slices.get(2, i) == -1 ? Long.MAX_VALUE : slices.get(1, i) + slices.get(2, i);
            Stack stack = slices.get(4, i) == LongRows.NULL ? null : stacks.get(slices.get(4, i));
            if (stack == null) {
                stack = new Stack(slices.get(1, i), end);
                order.add(stack);
            }
            stack.end = Math.max(stack.end, end);
            stack.depth = Math.max(stack.depth, slices.get(3, i));
            stacks.put(slices.get(0, i), stack);
        }
        order.sort((a, b) -> a.depth != b.depth ? Long.compare(b.depth, a.depth) : Long.compare(a.start, b.start));
        List<TreeMap<Long, Long>> rows = new ArrayList<>();
        for (Stack stack : order) {
            int run = 0;
            int row = 0;
            while (run <= stack.depth) {
                run = row >= rows.size() || isFree(rows.get(row), stack) ? run + 1 : 0;
                row++;
            }
            stack.row = row - run;
            while (rows.size() < row) {
                rows.add(new TreeMap<>());
            }
            for (int r = row - run; r < row; r++) {
                rows.get(r).merge(stack.start, stack.end, Math::max);
            }
        }
        LongRows out = new LongRows(2);
        for (int i = 0; i < slices.size(); i++) {
            out.add(slices.get(0, i), slices.get(3, i) + stacks.get(slices.get(0, i)).row);
        }
        return out;
    }

    /// Like [#of], as text, for a query that lays out different tracks in each row. Returns `id row` of each slice,
    /// separated by commas.
    ///
    /// @param slices `id ts dur depth parent` of each slice, separated by commas, parents first; roots have -1
    public static String ofText(String slices) {
        LongRows rows = new LongRows(5);
        for (String slice : slices.split(",")) {
            String[] values = slice.split(" ");
            long parent = Long.parseLong(values[4]);
            rows.add(
                    Long.parseLong(values[0]),
                    Long.parseLong(values[1]),
                    Long.parseLong(values[2]),
                    Long.parseLong(values[3]),
                    parent < 0 ? LongRows.NULL : parent);
        }
        LongRows layout = of(rows);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < layout.size(); i++) {
            text.append(i == 0 ? "" : ",").append(layout.get(0, i)).append(' ').append(layout.get(1, i));
        }
        return text.toString();
    }

    private static boolean isFree(TreeMap<Long, Long> occupied, Stack stack) {
        Map.Entry<Long, Long> before = occupied.lowerEntry(stack.end);
        return before == null || before.getValue() <= stack.start;
    }
}
