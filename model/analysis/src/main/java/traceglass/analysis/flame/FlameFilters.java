package traceglass.analysis.flame;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import traceglass.sql.flame.FlameColumn;
import traceglass.sql.flame.FlameConfig;
import traceglass.sql.flame.FlameTree;
import traceglass.sql.flame.Flamegraph;

/// Applies filters and the view to the frames of a flame graph, by the rules of [Flamegraph]. Patterns match names and
/// modules.
public final class FlameFilters {

    /// Order of the frames of a graph.
    public enum View {
        TOP_DOWN(FlameGraphTexts.TOP_DOWN),
        BOTTOM_UP(FlameGraphTexts.BOTTOM_UP),
        BY_MODULE(FlameGraphTexts.BY_MODULE);

        private final String title;

        View(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    private FlameFilters() {}

    /// Returns the frames that remain. The last pivot or “show from frame” filter, if any, overrides the view.
    ///
    /// @throws java.util.regex.PatternSyntaxException if a filter is not a valid regular expression
    public static FlameFrames apply(FlameFrames in, List<FlameFilter> filters, View view) {
        if (filters.isEmpty() && view != View.BOTTOM_UP) {
            return view == View.BY_MODULE ? in.byModule() : in;
        }
        FlameFilter viewFilter = filters.stream()
                .filter(f -> f.kind().isView())
                .reduce((a, b) -> b)
                .orElse(null);
        FlameConfig.View direction = viewFilter != null
                ? viewFilter.kind() == FlameFilter.Kind.PIVOT ? FlameConfig.View.PIVOT : FlameConfig.View.FROM_FRAME
                : view == View.BOTTOM_UP ? FlameConfig.View.BOTTOM_UP : FlameConfig.View.TOP_DOWN;
        FlameConfig config = new FlameConfig(
                direction,
                viewFilter == null ? null : viewFilter.pattern(),
                List.of("module"),
                valueNames(in),
                patterns(filters, FlameFilter.Kind.SHOW_STACK),
                patterns(filters, FlameFilter.Kind.HIDE_STACK),
                patterns(filters, FlameFilter.Kind.HIDE_FRAME),
                List.of());
        FlameFrames out = frames(in, new Flamegraph(rows(in), config), direction);
        return view == View.BY_MODULE && viewFilter == null ? out.byModule() : out;
    }

    private static List<Pattern> patterns(List<FlameFilter> filters, FlameFilter.Kind kind) {
        return filters.stream()
                .filter(f -> f.kind() == kind)
                .limit(FlameConfig.MAX_SHOW_STACK)
                .map(FlameFilter::pattern)
                .toList();
    }

    private static List<String> valueNames(FlameFrames in) {
        List<String> names = new ArrayList<>();
        for (int v = 0; v < in.valueCount(); v++) {
            names.add("v" + v);
        }
        return names;
    }

    /// Returns the rows of all frames except the root, which [Flamegraph] does not have.
    private static FlameTree rows(FlameFrames in) {
        int n = in.size() - 1;
        int[] parents = new int[n];
        FlameColumn name = new FlameColumn("name", FlameColumn.Kind.TEXT, n);
        FlameColumn module = new FlameColumn("module", FlameColumn.Kind.TEXT, n);
        List<FlameColumn> columns = new ArrayList<>(List.of(name, module));
        for (int i = 0; i < n; i++) {
            parents[i] = in.parent()[i + 1] - 1;
            name.set(i, in.name()[i + 1]);
            module.set(i, in.module()[i + 1]);
        }
        for (String valueName : valueNames(in)) {
            FlameColumn value = new FlameColumn(valueName, FlameColumn.Kind.LONG, n);
            long[] self = in.self()[columns.size() - 2];
            for (int i = 0; i < n; i++) {
                value.set(i, self[i + 1]);
            }
            columns.add(value);
        }
        return new FlameTree(parents, columns);
    }

    /// Converts the nodes of a graph to frames, without those whose values are all 0.
    private static FlameFrames frames(FlameFrames in, Flamegraph graph, FlameConfig.View direction) {
        List<Flamegraph.Node> nodes = graph.nodes();
        int values = in.valueCount();
        int[] to = new int[nodes.size()];
        int n = 1;
        for (int i = 0; i < nodes.size(); i++) {
            boolean hasAny = false;
            for (int v = 0; v < values; v++) {
                hasAny |= graph.cumulative().get(v).longValue(nodes.get(i).source()) > 0;
            }
            to[i] = hasAny ? n++ : -1;
        }
        int[] parent = new int[n];
        String[] name = new String[n];
        String[] module = new String[n];
        boolean[] upward = direction == FlameConfig.View.PIVOT ? new boolean[n] : null;
        long[][] self = new long[values][n];
        long[][] total = new long[values][n];
        name[0] = FlameFrames.ROOT;
        module[0] = "";
        for (int i = 0; i < nodes.size(); i++) {
            int index = to[i];
            if (index < 0) {
                continue;
            }
            Flamegraph.Node node = nodes.get(i);
            parent[index] = node.parent() < 0 ? 0 : to[node.parent()];
            name[index] = in.name()[node.row() + 1];
            module[index] = in.module()[node.row() + 1];
            boolean isUp = node.depth() < 0 && upward != null;
            if (isUp) {
                upward[index] = true;
            }
            for (int v = 0; v < values; v++) {
                self[v][index] = graph.self().get(v).longValue(node.source());
                total[v][index] = graph.cumulative().get(v).longValue(node.source());
                if (parent[index] == 0 && !isUp) {
                    total[v][0] += total[v][index];
                }
            }
        }
        return new FlameFrames(parent, name, module, upward, self, total);
    }
}
