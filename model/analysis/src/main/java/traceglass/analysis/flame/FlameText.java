package traceglass.analysis.flame;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import traceglass.store.text.JsonString;

/// A flame graph's tree as text for other tools: a table with tabs, nested JSON, or a table in Markdown. Frames stand
/// below the frame they are called from, the largest first; callers that a pivot shows above it have negative depths.
public final class FlameText {

    private FlameText() {}

    /// All frames but the root, each after the one it is below.
    private static List<Integer> order(FlameGraph tree) {
        List<Integer> out = new ArrayList<>(tree.size());
        Deque<Integer> open = new ArrayDeque<>();
        push(open, tree.children(0));
        while (!open.isEmpty()) {
            int node = open.pop();
            out.add(node);
            push(open, tree.children(node));
        }
        return out;
    }

    private static void push(Deque<Integer> open, int[] children) {
        for (int i = children.length - 1; i >= 0; i--) {
            open.push(children[i]);
        }
    }

    private static double share(FlameGraph tree, int node) {
        return tree.total(0) == 0 ? 0 : 100.0 * tree.total(node) / tree.total(0);
    }

    private static String unit(FlameMeasure measure) {
        return measure.title().toLowerCase(Locale.ROOT).replace(' ', '_')
                + switch (measure.unit()) {
                    case NANOSECONDS -> "_ns";
                    case BYTES -> "_bytes";
                    case WEIGHT -> "_thousandths";
                    default -> "";
                };
    }

    /// A line a frame: depth, name, module, value, own value, share of all in percent, and the base's value where
    /// two are compared.
    public static String tsv(FlameGraph tree, FlameMeasure measure) {
        StringBuilder out = new StringBuilder("depth\tname\tmodule\t")
                .append(unit(measure))
                .append("\tself\tpercent")
                .append(tree.isDifference() ? "\tbase" : "")
                .append('\n');
        for (int node : order(tree)) {
            out.append(tree.depth(node))
                    .append('\t')
                    .append(line(tree.name(node)))
                    .append('\t')
                    .append(line(tree.module(node)))
                    .append('\t')
                    .append(tree.total(node))
                    .append('\t')
                    .append(tree.self(node))
                    .append('\t')
                    .append(String.format(Locale.ROOT, "%.3f", share(tree, node)));
            if (tree.isDifference()) {
                out.append('\t').append(tree.baseTotal(node));
            }
            out.append('\n');
        }
        return out.toString();
    }

    private static String line(String text) {
        return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
    }

    /// A table whose names are indented by their depth.
    public static String markdown(FlameGraph tree, FlameMeasure measure) {
        StringBuilder out = new StringBuilder("| frame | module | ")
                .append(measure.title())
                .append(" | self | of all |")
                .append(tree.isDifference() ? " difference |" : "")
                .append("\n|---|---|--:|--:|--:|")
                .append(tree.isDifference() ? "--:|" : "")
                .append('\n');
        for (int node : order(tree)) {
            out.append("| ")
                    .append("&nbsp;&nbsp;".repeat(Math.abs(tree.depth(node)) - 1))
                    .append(cell(tree.name(node)))
                    .append(" | ")
                    .append(cell(tree.module(node)))
                    .append(" | ")
                    .append(measure.text(tree.total(node)))
                    .append(" | ")
                    .append(measure.text(tree.self(node)))
                    .append(" | ")
                    .append(String.format(Locale.ROOT, "%.1f %%", share(tree, node)))
                    .append(" |");
            if (tree.isDifference()) {
                out.append(' ').append(measure.difference(tree.delta(node))).append(" |");
            }
            out.append('\n');
        }
        return out.toString();
    }

    private static String cell(String text) {
        return line(text).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;");
    }

    /// Nested objects: `name`, `module`, `total`, `self`, `children`.
    public static String json(FlameGraph tree, FlameMeasure measure) {
        StringBuilder out = new StringBuilder("{\"measure\": ")
                .append(JsonString.quoted(unit(measure)))
                .append(", \"total\": ")
                .append(tree.total(0))
                .append(", \"children\": [");
        int open = 0;
        boolean first = true;
        List<Integer> order = order(tree);
        for (int i = 0; i < order.size(); i++) {
            int node = order.get(i);
            int depth = Math.abs(tree.depth(node));
            boolean turned = i > 0 && tree.parent(node) == 0;
            for (; open >= depth || turned && open > 0; open--) {
                out.append("]}");
            }
            out.append(first ? "\n" : ",\n")
                    .append(" ".repeat(depth))
                    .append("{\"name\": ")
                    .append(JsonString.quoted(tree.name(node)));
            if (!tree.module(node).isEmpty()) {
                out.append(", \"module\": ").append(JsonString.quoted(tree.module(node)));
            }
            if (tree.isUpward(node)) {
                out.append(", \"caller\": true");
            }
            out.append(", \"total\": ")
                    .append(tree.total(node))
                    .append(", \"self\": ")
                    .append(tree.self(node));
            if (tree.isDifference()) {
                out.append(", \"base\": ").append(tree.baseTotal(node));
            }
            out.append(", \"children\": [");
            open = depth;
            first = i + 1 < order.size() && tree.parent(order.get(i + 1)) == node;
        }
        return out.append("]}".repeat(open)).append("]}\n").toString();
    }
}
