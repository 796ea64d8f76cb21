package traceglass.render.layout;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;

/// Visible rows, computed from a tree and its open groups. Immutable; every change creates a new layout. Five
/// thousand tracks take about a millisecond.
public final class Layout {

    public static final Layout EMPTY = new Layout(List.of(), List.of());

    private final List<Row> rows;
    private final List<Row> pinned;
    private final Map<String, Integer> byKey = new HashMap<>();

    private Layout(List<Row> rows, List<Row> pinned) {
        this.rows = rows;
        this.pinned = pinned;
        for (int i = 0; i < rows.size(); i++) {
            byKey.putIfAbsent(rows.get(i).node().key(), i);
        }
    }

    /// @param open whether a group is open; while a filter is set, groups with a match are always open
    /// @param pinned keys of pinned tracks in order; unknown keys are ignored
    public static Layout of(
            List<TrackNode> roots,
            Predicate<TrackNode> open,
            TrackFilter filter,
            Collection<String> pinned,
            RowHeights heights) {
        Builder builder = new Builder(open, filter, heights);
        builder.addAll(filter.matchingOwners(roots), 0, -1, filter.terms().isEmpty());
        List<Row> pins = new ArrayList<>();
        if (!pinned.isEmpty()) {
            Map<String, Row> rows = new HashMap<>();
            collect(roots, "", pinned, heights, rows);
            double y = 0;
            for (String key : pinned) {
                Row row = rows.get(key);
                if (row != null) {
                    pins.add(new Row(row.node(), 0, y, row.height(), -1, false, false, row.path()));
                    y += row.height();
                }
            }
        }
        return new Layout(builder.rows, pins);
    }

    private static void collect(
            List<TrackNode> nodes, String path, Collection<String> keys, RowHeights heights, Map<String, Row> rows) {
        for (TrackNode node : nodes) {
            if (keys.contains(node.key())) {
                rows.put(node.key(), new Row(node, 0, 0, heights.of(node, false, true), -1, false, false, path));
            }
            if (!node.children().isEmpty()) {
                String name = node.idText().isEmpty() ? node.name() : node.name() + " " + node.idText();
                collect(node.children(), path.isEmpty() ? name : path + " › " + name, keys, heights, rows);
            }
        }
    }

    public List<Row> rows() {
        return rows;
    }

    public List<Row> pinned() {
        return pinned;
    }

    public double height() {
        return rows.isEmpty() ? 0 : rows.getLast().bottom();
    }

    public double pinnedHeight() {
        return pinned.isEmpty() ? 0 : pinned.getLast().bottom();
    }

    /// Index of the row at `y`: 0 above the first row, the number of rows below the last one.
    public int indexAt(double y) {
        int low = 0;
        int high = rows.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (rows.get(middle).bottom() <= y) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Bottom of the last row inside a group, px from the top of all rows.
    ///
    /// @param group index of the group's own row
    public double end(int group) {
        int i = group + 1;
        while (i < rows.size() && rows.get(i).level() > rows.get(group).level()) {
            i++;
        }
        return rows.get(i - 1).bottom();
    }

    /// Row of a track, or null if it has no visible row.
    public Row row(String key) {
        Integer index = byKey.get(key);
        return index == null ? null : rows.get(index);
    }

    public int index(String key) {
        return byKey.getOrDefault(key, -1);
    }

    /// Pinned row of a track, or null.
    public Row pinnedRow(String key) {
        for (Row row : pinned) {
            if (row.node().key().equals(key)) {
                return row;
            }
        }
        return null;
    }

    private static final class Builder {
        private final Predicate<TrackNode> open;
        private final TrackFilter filter;
        private final RowHeights heights;
        private final List<Row> rows = new ArrayList<>();
        private double y;

        Builder(Predicate<TrackNode> open, TrackFilter filter, RowHeights heights) {
            this.open = open;
            this.filter = filter;
            this.heights = heights;
        }

        void addAll(List<TrackNode> nodes, int level, int parent, boolean isIncludedByParent) {
            TrackNode before = null;
            for (TrackNode node : nodes) {
                boolean isIncluded = isIncludedByParent || filter.matches(node);
                if (!isIncluded && !containsMatch(node)) {
                    continue;
                }
                boolean isShut = isIncluded || node.children().isEmpty();
                boolean isOpen =
                        node.isGroup() && (filter.hasOwnerTerms() || !(filter.isEmpty() || isShut) || open.test(node));
                double height = heights.of(node, isOpen, false);
                int index = rows.size();
                rows.add(new Row(node, level, y, height, parent, isOpen, belongsTo(before, node), ""));
                y += height;
                if (isOpen) {
                    addAll(node.children(), level + 1, index, isIncluded);
                }
                before = node;
            }
        }

        private boolean containsMatch(TrackNode node) {
            for (TrackNode child : node.children()) {
                if (filter.matches(child) || containsMatch(child)) {
                    return true;
                }
            }
            return false;
        }

        private static boolean belongsTo(TrackNode before, TrackNode node) {
            return before != null
                    && before.kind().style().labelSharing() == TrackStyle.LabelSharing.SHOWS
                    && node.kind().style().labelSharing() == TrackStyle.LabelSharing.OMITS
                    && before.name().equals(node.name())
                    && before.idText().equals(node.idText());
        }
    }
}
